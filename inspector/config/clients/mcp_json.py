"""Any ``{"mcpServers": {name: …}}`` that no client's own marks or place give away."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.config.clients.family import ROOT, family
from inspector.config.dialect import Dialect, Translated
from inspector.config.documents import Document


def _any_of_the_family(document: Document) -> int:
    # Also for a wrong value under the key, so that the complaint is about that.
    return 1 if isinstance(document.value, Mapping) and ROOT in document.value else 0


_FAMILY = family(
    id="mcp-json",
    title="mcpServers file",
    expansion="braces",
    off_switch="“disabled”: true or “enabled”: false",
    translate=lambda name, entry: Translated(entry),
)

DIALECT = Dialect(
    _FAMILY.id,
    _FAMILY.title,
    _FAMILY.expansion,
    _FAMILY.off_switch,
    _FAMILY.locations,
    _any_of_the_family,
    _FAMILY.read,
)
