"""Writing exported files from the command line: the difference first, nothing overwritten unasked."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from inspector.cli.terminal import write_notice
from inspector.export import ExportedFile
from inspector.storage import exists, make_folder
from inspector.workspace.exporting import changes, write


def write_files(files: Sequence[ExportedFile], output: str, yes: bool) -> bool:
    """Write `files` to `output` and return whether all hold what they should; a refusal ends it.

    One file goes to the path `output`, or into it where it is a folder; several go into the folder `output`,
    made where missing. An existing file is shown as a diff and needs a yes, from `yes` or at the terminal.
    """
    into_folder = len(files) > 1 or os.path.isdir(output)
    if into_folder:
        make_folder(output)
    wanted = [(os.path.join(output, file.name) if into_folder else output, file.text) for file in files]
    return all(_write(path, text, yes) for path, text in wanted)


def _write(path: str, text: str, yes: bool) -> bool:
    difference = changes(path, text)
    if not difference:
        write_notice(f"tsi: {path} holds exactly this already")
        return True
    if exists(path) and not yes:
        write_notice(difference.rstrip("\n"))
        if not sys.stdin.isatty():
            write_notice(f"tsi: {path} exists and would change as shown; nothing was written\n     add --yes to write")
            return False
        if not click.confirm(f"Write these changes to {path}?", err=True):
            write_notice("tsi: nothing was written")
            return False
    backup = write(path, text)
    write_notice(f"tsi: wrote {path}" + (f"; what was there is in {backup}" if backup else ""))
    return True
