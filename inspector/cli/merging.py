"""Merging an export into existing files from the command line: every difference first, nothing changed unasked."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from inspector.cli.terminal import one_line, write_notice
from inspector.export import Export
from inspector.workspace.merging import PreparedMerge, prepare_merge, write_merge


def merge_files(export: Export, paths: Sequence[str], yes: bool, force: bool) -> bool:
    """Merge `export` into the files at `paths` and return whether all hold it; a refusal ends it.

    All are prepared before the first one is written, so a conflict in one leaves all as they are. A new file is
    written at once; a changed one is shown as a diff and needs a yes, from `yes` or at the terminal.
    """
    prepared = [prepare_merge(export, path, force=force) for path in paths]
    return all(_write(each, yes) for each in prepared)


def _write(merge: PreparedMerge, yes: bool) -> bool:
    for note in merge.notes:
        write_notice(one_line(f"tsi: {merge.path}: {note}"))
    if not merge.difference:
        write_notice(f"tsi: {merge.path} says all this already")
        return True
    if merge.before is not None:
        write_notice(merge.difference.rstrip("\n"))
        if not yes and not sys.stdin.isatty():
            write_notice(f"tsi: {merge.path} would change as shown; nothing was written\n     add --yes to write")
            return False
        if not yes and not click.confirm(f"Write these changes to {merge.path}?", err=True):
            write_notice("tsi: nothing was written")
            return False
    backup = write_merge(merge)
    write_notice(f"tsi: wrote {merge.path}" + (f"; what was there is in {backup}" if backup else ""))
    return True
