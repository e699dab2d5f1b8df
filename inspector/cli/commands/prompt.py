"""``tsi prompt``: the texts the host writes for the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.workspace.inspection import Inspection
    from inspector.workspace.prompt_texts import Prompt


@click.command("prompt")
@input_options
@host_options
@connect_options
@click.option("--text", "only", metavar="ID", help="Print only this text (its id stands in the heading), unadorned.")
@click.option("--query", metavar="TEXT", help="Add what the search tool answers to this query.")
@json_option
def command(only: str | None, query: str | None, as_json: bool, **options: Any) -> int:
    """Print the texts the host writes for the model, the Deferred Tools prompt first, with tokens and digest."""
    from inspector.cli.json_forms import by_host, prompt_form
    from inspector.cli.running import look
    from inspector.workspace.prompt_texts import prompt

    looked = look(options)
    prompts = [(inspection, prompt(inspection, query)) for inspection in looked.inspections]
    if as_json:
        write_json(by_host([prompt_form(found) for _, found in prompts]))
    elif only is not None:
        for _, found in prompts:
            write_data(_only(found, only))
    else:
        write_data("\n\n".join(_text(inspection, found) for inspection, found in prompts))
    for inspection, _ in prompts:
        if not inspection.plan.decision.deferred:
            write_notice(f"tsi: {inspection.host.id}: nothing is deferred: {inspection.plan.decision.rule}")
    return looked.exit_code


def _text(inspection: Inspection, prompt: Prompt) -> str:
    sign = "" if inspection.counter.exact else "≈ "
    blocks = [
        f"──── {item.text.id} · {item.text.title} · {sign}{item.tokens:,} tokens\n"
        f"     {item.text.origin}\n\n{item.text.text}"
        for item in prompt.texts
    ]
    return "\n\n".join([*blocks, f"──── digest sha256:{prompt.digest}"])


def _only(prompt: Prompt, wanted: str) -> str:
    from inspector.errors import UsageError, nearest

    for item in prompt.texts:
        if item.text.id == wanted:
            return item.text.text
    raise UsageError(f"this host writes no text called “{wanted}”", nearest(wanted, [i.text.id for i in prompt.texts]))
