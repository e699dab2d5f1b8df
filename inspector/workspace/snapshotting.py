"""Saving what servers listed, one file a server, in the form that ``--tools`` and ``--catalog`` read."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

from inspector import __version__
from inspector.catalog import Listing
from inspector.errors import FileError
from inspector.sources import ServerReport
from inspector.storage import exists, make_folder, read_text, write_atomic
from inspector.workspace.connecting import Gathered, in_part

LONGEST_NAME = 60
"""How many characters of a server's name its file is called by."""

_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One server's file: its path, what stands in it, and where the file it replaced was kept, if any was.

    `complete` is False where the listing ended before its last page: by a failure, or by a guard against servers
    whose pages come to no end.
    """

    server: str
    path: str
    tools: int
    version: str | None
    complete: bool
    backup: Path | None = None


def save_snapshots(gathered: Gathered, folder: str, *, time: str) -> tuple[Snapshot, ...]:
    """Write every listing of `gathered` into `folder`, made where missing, and return what was written.

    `time` is when the servers were listed, as ISO 8601. A snapshot of the same name is replaced and kept as
    a backup. Raises `FileError`, before anything is written, when a name is taken by a file that is none.
    """
    named = _named([report for report in gathered.reports if report.listing is not None], folder)
    for path in named:
        _check_replaceable(path)
    make_folder(folder)
    written = []
    for path, report in named.items():
        listing = report.listing
        assert listing is not None
        backup = write_atomic(path, _text(snapshot_document(report, listing, time)))
        complete = not (report.problem or in_part(report))
        written.append(Snapshot(report.name, path, len(listing.tools), listing.version, complete, backup))
    return tuple(written)


def snapshot_document(report: ServerReport, listing: Listing, time: str) -> dict[str, Any]:
    """Return the content of one snapshot: the saved listing, and where, when and by what it was made.

    The origin is the redacted command line or URL; nothing in it is secret.
    """
    saved = listing.to_json()
    tools = saved.pop("tools")
    more = {"title": listing.title, "protocol": listing.protocol}
    problems = [
        {"code": each.code, "message": each.message} | ({"place": each.place} if each.place else {})
        for each in listing.problems
    ]
    return {
        **saved,
        **{key: value for key, value in more.items() if value is not None},
        "origin": {"transport": report.transport, "target": report.target},
        "time": time,
        "inspector": __version__,
        **({"problems": problems} if problems else {}),
        "tools": tools,
    }


def file_name(server: str) -> str:
    """Return a name for a server's file that every system takes, without its ending."""
    name = re.sub(r"[^\w.-]+", "_", normalize("NFC", server)).strip("._")[:LONGEST_NAME] or "server"
    return f"_{name}" if _RESERVED.match(name) else name


def _named(reports: list[ServerReport], folder: str) -> dict[str, ServerReport]:
    """Return the path of each report; names that come out the same, or differ only in case, are numbered."""
    taken: set[str] = set()
    named = {}
    for report in reports:
        first = file_name(report.name)
        name, number = first, 2
        while name.lower() in taken:
            name, number = f"{first}-{number}", number + 1
        taken.add(name.lower())
        named[os.path.join(folder, f"{name}.json")] = report
    return named


def _check_replaceable(path: str) -> None:
    if not exists(path):
        return
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not isinstance(document.get("tools"), list):
        raise FileError(f"{path} exists and is no snapshot; nothing was written", "choose another folder with -o")


def _text(document: dict[str, Any]) -> str:
    text = json.dumps(document, ensure_ascii=False, indent=1)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half of a character pair, which a server may send but no file can hold as it is.
        text = json.dumps(document, indent=1)
    return text + "\n"
