"""``tsi servers --discover``: server by server where it was found, then the files; in words and as JSON."""

from __future__ import annotations

import os
from typing import Any

from inspector.cli.tables import table
from inspector.workspace.discovering import Discovered


def discover_text(found: Discovered, home: str) -> str:
    """Return what was found; paths in the folder `home` begin with ``~``."""

    def short(text: str) -> str:
        return text.replace(home + os.sep, "~" + os.sep) if len(home) > 1 else text

    lines: list[str] = []
    for server in found.servers:
        lines.append(f"{server.name}  {server.transport}  {server.target}")
        lines.append(f"    {short(server.source)} ({server.client}, {server.scope})")
        lines += [f"    also in {short(path)}" for path in server.also]
        lines += [f"    {short(note)}" for note in server.notes]
    rows = [[short(file.path), file.client, file.scope, str(file.servers), short(file.problem)] for file in found.files]
    files = table(("file", "client", "scope", "servers", "problem"), rows, right=(3,))
    if not found.servers:
        return f"No server found.\n\n{files}" if rows else "No client's configuration found in the usual places."
    count = len(found.servers)
    listed = "\n".join(lines)
    return f"{count} server{'s' if count > 1 else ''}, nothing was started:\n\n{listed}\n\n{files}"


def discovered_form(found: Discovered) -> dict[str, Any]:
    """Return the rows as the JSON form of ``tsi servers --discover``."""
    return {
        "servers": [
            {
                "name": server.name,
                "client": server.client,
                "scope": server.scope,
                "source": server.source,
                "transport": server.transport,
                "target": server.target,
                "also": list(server.also),
                "note": "; ".join(server.notes) or None,
            }
            for server in found.servers
        ],
        "files": [
            {
                "path": file.path,
                "client": file.client,
                "scope": file.scope,
                "servers": file.servers,
                "problem": file.problem or None,
            }
            for file in found.files
        ],
    }
