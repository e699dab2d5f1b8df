"""Taking known secrets out of texts that others wrote."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote

from inspector.redaction.names import MASK

SHORTEST_SECRET = 4
"""Shorter values are never scrubbed from text: they would blot out ordinary words and numbers."""


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return `text` with every occurrence of a secret replaced by ``•••``.

    Found are secrets as they are, percent-encoded, as JSON and Python write texts, with their white space made
    one blank, and the beginnings of them that a cut (``…``) left.
    """
    # The longest first, so that no tail of a longer secret is left standing.
    forms = sorted({form for secret in secrets for form in _forms(secret)}, key=lambda form: (-len(form), form))
    for form in forms:
        text = text.replace(form, MASK)
    for form in forms if "…" in text else ():
        for length in range(len(form) - 1, SHORTEST_SECRET - 1, -1) if form[:SHORTEST_SECRET] in text else ():
            text = text.replace(f"{form[:length]}…", f"{MASK}…")
    return text


def _forms(secret: str) -> set[str]:
    forms = {
        *(secret, " ".join(secret.split()), quote(secret, safe="", errors="replace"), quote(secret, errors="replace")),
        *(json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1]),
    }
    return {form for form in forms if len(form) >= SHORTEST_SECRET}
