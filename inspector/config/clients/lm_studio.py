"""LM Studio: ``mcp.json`` in the notation of Cursor (lmstudio.ai/docs/app/mcp), nothing filled in.

One report puts the file under ``~/.cache/lm-studio``; both places are looked at.
"""

from __future__ import annotations

from inspector.config.clients.family import family

DIALECT = family(
    id="lm-studio",
    title="LM Studio",
    expansion="none",
    off_switch="in the interface only",
    own=(".lmstudio/mcp.json", ".cache/lm-studio/mcp.json"),
    locations=lambda places: places.user(
        places.home / ".lmstudio" / "mcp.json", places.home / ".cache" / "lm-studio" / "mcp.json"
    ),
    precedence="the first of its places counts",
)
