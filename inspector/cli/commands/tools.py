"""``tsi tools``: every tool with state, reason and tokens, or the definitions as the host sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json

if TYPE_CHECKING:
    from inspector.workspace.inspection import Inspection


@click.command("tools")
@input_options
@host_options
@connect_options
@click.option("--definitions", is_flag=True, help="Print every tool not refused, as the host sends it when loaded.")
@json_option
def command(as_json: bool, definitions: bool, **options: Any) -> int:
    """List every tool with its state, the reason for it, and the tokens of its definition."""
    from inspector.cli.json_forms import by_host, tools_form
    from inspector.cli.running import look
    from inspector.workspace.tool_rows import tool_rows

    looked = look(options)
    if definitions:
        forms = [
            {"definitions": inspection.host.tools_array(inspection.catalog, inspection.definitions)}
            for inspection in looked.inspections
        ]
        write_json(by_host(forms))
    elif as_json:
        write_json(by_host([tools_form(tool_rows(inspection)) for inspection in looked.inspections]))
    else:
        write_data("\n\n".join(_text(inspection) for inspection in looked.inspections))
    return looked.exit_code


def _text(inspection: Inspection) -> str:
    from inspector.cli.audit_text import heading
    from inspector.cli.tables import cut, cut_name, number, table
    from inspector.workspace.tool_rows import tool_rows

    reasons: dict[tuple[str, str], int] = {}
    rows = []
    for row in tool_rows(inspection):
        reasons[row.state, row.reason] = reasons.get((row.state, row.reason), 0) + 1
        rows.append([cut_name(row.tool), row.state, number(row.tokens), cut(row.words, 30) or "–"])
    legend = "\n".join(f"  {count:,} {state}: {reason}" for (state, reason), count in reasons.items())
    listing = table(("tool", "state", "tokens", "words"), rows, right=(2,))
    return f"{heading(inspection)}\n\n{listing}\n\n{legend}"
