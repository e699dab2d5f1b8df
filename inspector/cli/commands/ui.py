"""``tsi ui``: the app, or a picture of one of its screens."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from inspector.cli.options import connect_options, host_options, input_options, inputs_of
from inspector.cli.terminal import write_notice, write_raw
from inspector.errors import UsageError


@click.command("ui")
@click.option("--screen", "first", default="servers", show_default=True, metavar="SCREEN", help="Screen to begin with.")
@click.option("--screenshot", metavar="SCREEN", help="Print an SVG of a screen instead; needs no terminal.")
@click.option("--size", default="120x36", show_default=True, metavar="COLUMNSxROWS", help="Size of the picture.")
@click.option("--query", default="", metavar="TEXT", help="Text typed into the pictured screen.")
@click.option("--theme", default="", metavar="NAME", help="Theme of the app or picture.")
@click.option("-o", "--output", metavar="FILE", help="Write the picture here.")
@input_options
@host_options
@connect_options
def command(
    first: str, screenshot: str | None, size: str, query: str, theme: str, output: str | None, **options: Any
) -> int:
    """Open the app: see servers, tools and costs, search, pin, edit words, preview prompts, export."""
    inputs = inputs_of(options)
    if screenshot is not None:
        picture = launcher().screenshot(
            inputs, screenshot, size=_size(size), query=query, theme=theme, **timeouts(options)
        )
        if output is None:
            write_raw(picture)
        else:
            from inspector.workspace.exporting import write

            write(output, picture)
            write_notice(f"tsi: wrote {output}")
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "the app needs a terminal", "use --screenshot SCREEN here, or commands such as `tsi audit` and `tsi search`"
        )
    return int(launcher().run(inputs, first=first, theme=theme, **timeouts(options)))


def launcher() -> Any:
    """Return the module that starts the app, imported by name: the two front ends do not know each other."""
    return import_module("inspector.ui.launch")


def timeouts(options: dict[str, Any]) -> dict[str, float]:
    """Return the two timeouts among `options`."""
    return {"connect_timeout": options["connect_timeout"], "list_timeout": options["list_timeout"]}


def _size(text: str) -> tuple[int, int]:
    columns, sign, rows = text.lower().partition("x")
    if sign and columns.isdecimal() and rows.isdecimal() and 20 <= int(columns) <= 500 and 5 <= int(rows) <= 300:
        return int(columns), int(rows)
    raise click.BadParameter(f"“{text}” is no size; write columns x rows such as 120x36", param_hint="--size")
