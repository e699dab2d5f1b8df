"""Writing exported files from the app: where to is asked, the difference comes first, what was there is kept."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING

from inspector.errors import InspectorError, UsageError
from inspector.export import Export, ExportedFile
from inspector.storage import exists, make_folder
from inspector.ui.dialogs.confirm import Choice, Confirm
from inspector.ui.dialogs.edit_text import EditText
from inspector.workspace.exporting import changes, write
from inspector.workspace.merging import prepare_merge, write_merge

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp


async def write_export(app: InspectorApp, export: Export) -> None:
    """Ask for a place and write every file of `export` there; a refusal or failure ends it."""
    several = len(export.files) > 1
    what = f"{len(export.files)} files" if several else export.files[0].name
    place = await app.push_screen_wait(
        EditText(
            f"Write {what} to" + (" the folder" if several else ""),
            "." if several else export.files[0].name,
            help=", ".join(file.name for file in export.files) + "; what is there is shown first and kept",
            select=True,
        )
    )
    if not place:
        return
    for file in export.files:
        path = os.path.join(place, file.name) if several or os.path.isdir(place) else place
        try:
            if not await _write(app, path, file.text, in_folder=several):
                return
        except InspectorError as error:
            app.say_problem(error)
            return


async def merge_export(app: InspectorApp, export: Export, file: ExportedFile) -> None:
    """Ask for the file to merge `file` of `export` into, show the difference, and write it with a backup."""
    if file.merge is None:
        app.say_problem(UsageError(f"{file.name} is a file of its own", "w writes it"))
        return
    path = await app.push_screen_wait(
        EditText(
            f"Merge {file.name} into",
            os.path.expanduser(file.place) if file.place else file.name,
            help="Comments, order and everything else in that file stay; the change is shown first",
            select=True,
        )
    )
    if not path:
        return
    path = os.path.expanduser(path.strip())
    try:
        prepared = await asyncio.to_thread(partial(prepare_merge, export, path))
        if not prepared.difference:
            app.say(f"{path} says all this already")
            return
        notes = "".join(f"{note}\n" for note in prepared.notes)
        if prepared.before is not None and not await _agreed(app, path, notes + prepared.difference):
            return
        backup = await asyncio.to_thread(write_merge, prepared)
    except InspectorError as error:
        app.say_problem(error)
        return
    app.say(f"{path}{_kept(backup)}", "Merged")


async def _write(app: InspectorApp, path: str, text: str, in_folder: bool) -> bool:
    """Write one file and return whether to go on."""
    difference = await asyncio.to_thread(changes, path, text)
    if not difference:
        app.say(f"{path} holds exactly this already")
        return True
    if exists(path) and not await _agreed(app, path, difference):
        return False
    if in_folder:
        await asyncio.to_thread(make_folder, os.path.dirname(path))
    backup = await asyncio.to_thread(write, path, text)
    app.say(f"{path}{_kept(backup)}", "Written")
    return True


async def _agreed(app: InspectorApp, path: str, difference: str) -> bool:
    """Show what would change in an existing file and return whether it may be written."""
    choice = await app.push_screen_wait(
        Confirm(
            f"Write these changes to {path}?",
            difference,
            (Choice("write", "Write"), Choice("stay", "Do not write")),
            default="stay",
        )
    )
    return choice == "write"


def _kept(backup: object) -> str:
    return f"\nwhat was there is in {backup}" if backup else ""
