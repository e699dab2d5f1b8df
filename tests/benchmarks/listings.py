"""Saved listings of a folder with as many tools as asked for: cut short, or filled up with copies of its servers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any


def write_sized(folder: Path, target: Path, size: int) -> None:
    """Write listings with `size` tools to the new folder `target`: those of `folder`, and then copies of its servers.

    A copy has another server's name and the same tools.
    """
    target.mkdir()
    known = list(_listings(folder))
    for copy in count(1):
        for listing in known:
            tools = listing["tools"][:size]
            name = listing["server"] if copy == 1 else f"{listing['server']}-{copy}"
            text = json.dumps({**listing, "server": name, "tools": tools})
            (target / f"{copy}-{name}.json").write_text(text, encoding="utf-8")
            size -= len(tools)
            if size <= 0:
                return


def _listings(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        yield {"server": path.stem, **(found if isinstance(found, dict) else {"tools": found})}
