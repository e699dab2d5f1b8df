"""``tsi audit``: what the tools cost, whether they are deferred, and what would change that."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option, request_options
from inspector.cli.terminal import write_data, write_json


@click.command("audit")
@input_options
@host_options
@request_options
@connect_options
@json_option
def command(as_json: bool, **options: Any) -> int:
    """Say what the tools cost, whether they are deferred, and what would change that."""
    return run_audit(options, as_json)


def run_audit(options: dict[str, Any], as_json: bool, toolset: str | None = None) -> int:
    """Print the audit of every host asked for and return the exit code."""
    from inspector.cli.audit_text import audit_text
    from inspector.cli.json_forms import audit_form, by_host
    from inspector.cli.running import look
    from inspector.workspace.audit import audit

    looked = look(options, toolset)
    reports = looked.gathered.reports
    audits = [(audit(inspection), inspection) for inspection in looked.inspections]
    if as_json:
        write_json(by_host([audit_form(result, inspection, reports) for result, inspection in audits]))
    else:
        write_data("\n\n".join(audit_text(result, inspection, reports) for result, inspection in audits))
    return looked.exit_code
