"""The questions the app asks: which host, model, window, where to save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cost import known_models
from inspector.errors import InspectorError
from inspector.hosts import hosts
from inspector.ui.dialogs.choose import Choose, Option
from inspector.ui.dialogs.edit_text import EditText
from inspector.ui.server_cells import file_changes_in_words
from inspector.ui.typed_numbers import typed_tokens
from inspector.workspace.changed_on_disk import with_file_as_it_is
from inspector.workspace.saving import save, save_path

if TYPE_CHECKING:
    from inspector.ui.app import InspectorApp

_NO_MODEL = ""


async def choose_host(app: InspectorApp) -> None:
    """Ask for a host, variants included, and look through it."""
    options = [Option(host.id, host.id, f"{host.title}, {host.version} ({host.label})") for host in hosts().values()]
    chosen = await app.push_screen_wait(Choose("Look through which host?", options, app.session.host.id))
    if chosen is not None:
        app.set_value("host", chosen)


async def choose_model(app: InspectorApp) -> None:
    """Ask for a model; any name can be typed into the toolset, the list holds the known ones."""
    options = [Option(_NO_MODEL, "no model", "as the host does; window 200,000 unless given")]
    options += [Option(name, name, "") for name in known_models()]
    chosen = await app.push_screen_wait(Choose("Which model?", options, app.session.tuning.model or _NO_MODEL))
    if chosen is not None:
        app.set_value("model", chosen or None)


async def choose_window(app: InspectorApp) -> None:
    """Ask for a window in tokens; an empty answer means the model's own."""
    window = app.session.tuning.window
    text = await app.push_screen_wait(
        EditText(
            "Context window in tokens",
            "" if window is None else str(window),
            placeholder=str(app.session.inspection.window.tokens),
            help="A number such as 128000 or 128k; empty: the model's own window",
            select=True,
        )
    )
    if text is None:
        return
    tokens = typed_tokens(text)
    if tokens is None and text.strip():
        app.say_problem(InspectorError(f"“{text}” is no number of tokens", "write 128000 or 128k"))
        return
    app.set_value("window", tokens)


async def save_session(app: InspectorApp) -> bool:
    """Save the toolset, asking for a file name where it has none; return whether it is saved."""
    path = save_path(app.session)
    if path is None:
        path = await app.push_screen_wait(
            EditText(
                "Save the toolset as",
                "toolset.toml",
                placeholder="toolset.toml",
                help="A new file; `tsi ui` finds toolset.toml in the current folder by itself",
                select=True,
            )
        )
        if not path:
            return False
    try:
        session, theirs = with_file_as_it_is(app.session)
        saved = save(session, path)
    except InspectorError as error:
        app.say_problem(error)
        return False
    app.refresh_session(saved.session)
    kept = f"\nwhat was there is in {saved.backup}" if saved.backup else ""
    app.say(f"{saved.path}{kept}", "Saved")
    if theirs:
        app.say(file_changes_in_words(theirs), "The toolset's file had changed", "warning")
    return True
