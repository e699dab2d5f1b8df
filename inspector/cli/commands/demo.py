"""``tsi demo``: the audit over the five embedded demo servers, which are started like any others."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.commands.audit import run_audit
from inspector.cli.options import connect_options, host_options, json_option, request_options


@click.command("demo")
@host_options
@request_options
@connect_options
@json_option
def command(as_json: bool, **options: Any) -> int:
    """Audit the five embedded demo servers: 481 tools of an exchange, GitHub, a calendar, analytics and files.

    They are real MCP servers, started as configured in sample_configs/demo.toml.
    """
    from inspector.resources import bundled_file

    return run_audit(options, as_json, toolset=str(bundled_file("sample_configs", "demo.toml")))
