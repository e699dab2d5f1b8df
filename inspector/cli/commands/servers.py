"""``tsi servers``: every server with its state, tools and tokens."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.commands.servers_sign_in import login, logout
from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json


@click.group("servers", invoke_without_command=True)
@input_options
@host_options
@connect_options
@click.option("--discover", is_flag=True, help="List what every known client has configured here; starts nothing.")
@json_option
def command(as_json: bool, discover: bool, **options: Any) -> int:
    """List the servers with their state, tools and tokens; failures say why and what to do."""
    if click.get_current_context().invoked_subcommand is not None:
        return ExitCode.OK
    if discover:
        return _discover(as_json)
    from inspector.cli.audit_text import servers_table
    from inspector.cli.json_forms import by_host, servers_form
    from inspector.cli.running import look

    looked = look(options)
    reports = looked.gathered.reports
    if as_json:
        write_json(by_host([{"servers": servers_form(reports, inspection)} for inspection in looked.inspections]))
    else:
        write_data("\n\n".join(servers_table(reports, inspection) for inspection in looked.inspections))
    return looked.exit_code


def _discover(as_json: bool) -> int:
    from pathlib import Path

    from inspector.cli.discover_text import discover_text, discovered_form
    from inspector.workspace.discovering import discover_here, discovered

    found = discovered(discover_here())
    if as_json:
        write_json(discovered_form(found))
    else:
        write_data(discover_text(found, str(Path.home())))
    return ExitCode.OK


command.add_command(login)
command.add_command(logout)
