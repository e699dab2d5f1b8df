"""``tsi demo``: the product over the five embedded demo servers, which are started like any others."""

from __future__ import annotations

import sys
from typing import Any

import click

from inspector.cli.commands.audit import run_audit
from inspector.cli.options import connect_options, host_options, inputs_of, json_option, request_options


@click.command("demo")
@click.option("--audit", "audit_only", is_flag=True, help="Print the audit even on a terminal.")
@host_options
@request_options
@connect_options
@json_option
def command(as_json: bool, audit_only: bool, **options: Any) -> int:
    """Open the app on five demo servers: 481 tools of an exchange, GitHub, a calendar, analytics and files.

    They are real MCP servers, started as configured in sample_configs/demo.toml. Without a terminal, with
    --audit or with --json the audit is printed instead.
    """
    from inspector.resources import bundled_file

    toolset = str(bundled_file("sample_configs", "demo.toml"))
    if as_json or audit_only or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return run_audit(options, as_json, toolset=toolset)
    from inspector.cli.commands.ui import launcher, timeouts

    return int(launcher().run(inputs_of(options, toolset), **timeouts(options)))
