"""``tsi init``: a toolset.toml from configuration files; an existing one is never touched."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import json_option
from inspector.cli.terminal import write_json, write_notice


@click.command("init")
@click.option(
    "--config", "configs", multiple=True, required=True, metavar="FILE", help="Configuration to read servers from."
)
@click.option("--host", metavar="HOST[@VARIANT]", help="Agent product; default: the client whose file was given.")
@click.option("-o", "--output", default="toolset.toml", show_default=True, metavar="FILE", help="Where to write it.")
@json_option
def command(configs: tuple[str, ...], host: str | None, output: str, as_json: bool) -> int:
    """Make a toolset.toml that reads its servers from the given configurations. Nothing is started or overwritten.

    The servers stay in their own files, and so do their secrets.
    """
    from inspector.cli.running import problem_line
    from inspector.workspace.beginning import begin_toolset

    begun = begin_toolset(configs, host, output)
    for problem in begun.problems:
        write_notice(problem_line(problem, read_others=bool(begun.servers)))
    if as_json:
        form: dict[str, Any] = {"path": output, "host": begun.host, "servers": list(begun.servers)}
        write_json(form)
    else:
        servers = ", ".join(begun.servers)
        write_notice(f"tsi: wrote {output}: {len(begun.servers)} servers ({servers}), host {begun.host}")
        write_notice("     next: tsi audit" + ("" if output == "toolset.toml" else f" --toolset {output}"))
    return ExitCode.FILE if begun.problems else ExitCode.OK
