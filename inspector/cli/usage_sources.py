"""The options of commands that read transcripts, and the question before anything is read unasked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.terminal import one_line, write_notice

if TYPE_CHECKING:
    from inspector.workspace.usage_reading import ReadSource

_TOLD = 5
"""How many files and lines that could not be read are named."""

from_option = click.option(
    "--from",
    "sources",
    multiple=True,
    required=True,
    metavar="KIND[=PATH]",
    help="claude-code or codex (their own folders, asked first), or KIND=PATH; csv=FILE.",
)
yes_option = click.option("--yes", is_flag=True, help="Read the clients' own folders without asking.")


def read_sources(texts: tuple[str, ...], yes: bool) -> tuple[ReadSource, ...]:
    """Return what the sources hold; a client's own folder is read after a yes only. Says what could not be read."""
    from inspector.errors import UsageError
    from inspector.workspace.usage_reading import UsageSource, read_source

    wanted = [UsageSource.of(text) for text in texts]
    unnamed = [source.path for source in wanted if not source.named]
    if unnamed and not yes:
        if not sys.stdin.isatty():
            raise UsageError(f"reading {', '.join(unnamed)} needs your agreement", "add --yes, or name the path")
        if not click.confirm(f"Read the conversations in {', '.join(unnamed)}? Nothing leaves this machine.", err=True):
            raise UsageError("nothing was read", "name a path with KIND=PATH")
    read = tuple(read_source(source) for source in wanted)
    for each in read:
        for error in each.problems[:_TOLD]:
            write_notice(one_line(f"tsi: {error.message}") + (f"\n     {one_line(error.hint)}" if error.hint else ""))
        if len(each.problems) > _TOLD:
            write_notice(f"tsi: and {len(each.problems) - _TOLD:,} more that could not be read")
        if each.damaged:
            write_notice(one_line(f"tsi: {each.source.path}: {each.damaged:,} damaged lines were passed over"))
    return read


def source_forms(read: tuple[ReadSource, ...]) -> list[dict[str, Any]]:
    """Return the sources for JSON."""
    return [
        {
            "kind": each.source.kind,
            "path": each.source.path,
            "files": each.files,
            "unreadable": len(each.unreadable),
            "damaged_lines": each.damaged,
        }
        for each in read
    ]
