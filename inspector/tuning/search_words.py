"""Search words in a description: how a product without a place of their own can be given them."""

from __future__ import annotations


def described_with(description: str, words: str) -> str:
    """Return `description` with search `words` behind it; no label, which would be indexed as well."""
    return f"{description.rstrip()}\n\n({words})".strip() if words else description
