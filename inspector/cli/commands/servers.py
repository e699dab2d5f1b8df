"""``tsi servers``: every server with its state, tools and tokens."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json


@click.command("servers")
@input_options
@host_options
@connect_options
@json_option
def command(as_json: bool, **options: Any) -> int:
    """List the servers with their state, tools and tokens; failures say why and what to do."""
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
