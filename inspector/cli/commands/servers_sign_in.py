"""``tsi servers login NAME`` and ``tsi servers logout NAME``: signing in to a server in the browser, and out again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import input_options, inputs_of, json_option
from inspector.cli.terminal import one_line, write_json, write_notice

if TYPE_CHECKING:
    from inspector.config.model import ServerSpec
    from inspector.workspace.opening import Opened


@click.command("login")
@click.argument("name")
@input_options
@click.option("--no-browser", is_flag=True, help="Only print the address, open nothing.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=300.0,
    show_default=True,
    metavar="S",
    help="How long to wait for the browser.",
)
@json_option
def login(name: str, no_browser: bool, timeout: float, as_json: bool, **options: Any) -> int:
    """Sign in to the server NAME in the browser; the tokens are kept for you alone, and renewed when they end."""
    from inspector.workspace.signing_in import check_agreed, sign_in

    opened, spec = _server(name, options)
    check_agreed(opened, spec)

    def open_url(url: str) -> None:
        write_notice(one_line(f"tsi: sign in to {name} on this page:") + f"\n\n{one_line(url)}\n")
        if not no_browser and _has_browser():
            # Not waited for: a browser in the terminal would keep the answer from being taken.
            threading.Thread(target=_open, args=(url,), daemon=True).start()

    asyncio.run(sign_in(spec, open_url=open_url, environment=opened.environment, timeout=timeout))
    write_notice(one_line(f"tsi: signed in to {name}"))
    if as_json:
        write_json({"server": name, "signed_in": True})
    return ExitCode.OK


@click.command("logout")
@click.argument("name")
@input_options
@json_option
def logout(name: str, as_json: bool, **options: Any) -> int:
    """Forget the tokens for the server NAME, and have them taken back where its authorization server offers that."""
    from inspector.workspace.signing_in import sign_out

    opened, spec = _server(name, options)
    signed_out = asyncio.run(sign_out(spec, environment=opened.environment))
    write_notice(one_line(f"tsi: {signed_out.told(name)}"))
    if as_json:
        write_json({"server": name, "signed_in": False, "revoked": bool(signed_out.revoked)})
    return ExitCode.OK


def _server(name: str, options: dict[str, Any]) -> tuple[Opened, ServerSpec]:
    """Return the server called `name` and what was opened; inputs may stand before or after the subcommand."""
    from inspector.workspace.opening import open_inputs
    from inspector.workspace.signing_in import server_called

    group = click.get_current_context().parent
    before = group.params if group is not None else {}
    given = {**before, **{option: value for option, value in options.items() if value}}
    opened = open_inputs(inputs_of(given))
    return opened, server_called(opened, name)


def _has_browser() -> bool:
    """Return whether opening a page can be expected to show it in a window."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(variable) for variable in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open(url: str) -> None:
    import webbrowser

    # Where that fails, the address is printed all the same.
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
