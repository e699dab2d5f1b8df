"""What tools cost in context without need."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping

from inspector.catalog import Tool, compact_json
from inspector.checks.finding import Checked, Family, Finding
from inspector.checks.schema_walk import subschemas

FEW_TOOLS = 10
LONG_DESCRIPTION = 500
LONG_ENUM = 60
LONG_VALUES = 1_000
"""Characters of JSON from which on an enum of few, long values is long as well."""
LONG_EXAMPLES = 400
"""Characters of JSON that the examples of one tool may take."""
HEAVY = 1_500

_CODES = {
    "COST001": "so few tools that searching is not worth it",
    "COST002": "a definition far dearer than the others",
    "COST003": "a long description",
    "COST004": "a long enum",
    "COST005": "an output schema that the host sends",
    "COST006": "long examples",
}


def _of_tool(checked: Checked, tool: Tool) -> Iterator[Finding]:
    sent = checked.sent(tool)
    if not sent:
        return
    text = sent.get("description")
    described = checked.part_tokens(text) if isinstance(text, str) and len(text) > 2 * LONG_DESCRIPTION else 0
    if described > LONG_DESCRIPTION:
        reason = f"its description has {described:,} tokens"
        yield Finding("COST003", "note", tool.id, reason, "move examples out of the description", "description")
    output = sent.get("outputSchema")
    if output is not None and (used := checked.part_tokens(compact_json(output))) > LONG_DESCRIPTION:
        reason = f"its output schema takes {used:,} tokens"
        yield Finding("COST005", "note", tool.id, reason, "leave it out", "outputSchema")
    if '"enum"' in tool.schema_json or '"example' in tool.schema_json:
        yield from _values(checked, tool)


def _values(checked: Checked, tool: Tool) -> Iterator[Finding]:
    examples: list[str] = []
    first = ""
    for path, _, schema in subschemas(tool.input_schema, "inputSchema"):
        if not isinstance(schema, Mapping):
            continue
        values = schema.get("enum")
        if isinstance(values, list) and (len(values) > LONG_ENUM or len(compact_json(values)) > LONG_VALUES):
            used = checked.part_tokens(compact_json(values))
            reason = f"an enum of {len(values):,} values takes {used:,} tokens"
            fix = "accept a text and say where its values are listed"
            yield Finding("COST004", "note", tool.id, reason, fix, f"{path}.enum")
        for key in ("examples", "example"):
            if schema.get(key) is not None:
                examples.append(compact_json(schema[key]))
                first = first or f"{path}.{key}"
    if sum(map(len, examples)) > LONG_EXAMPLES:
        used = sum(map(checked.part_tokens, examples))
        reason = f"its examples take {used:,} tokens"
        yield Finding("COST006", "note", tool.id, reason, "keep one short example where words do not do", first)


def _of_catalog(checked: Checked) -> Iterator[Finding]:
    tools = [tool for tool in checked.catalog if tool.id in checked.tokens]
    if 0 < len(tools) < FEW_TOOLS and checked.plan.decision.deferred and checked.plan.of_state("deferred"):
        reason = f"with {len(tools)} tools in all, each use costs a search, which so few hardly save"
        yield Finding("COST001", "note", checked.host.id, reason, "load them, or pin the ones in use")
    typical = statistics.median(checked.tokens.values()) if checked.tokens else 0
    for tool in tools:
        tokens = checked.tokens[tool.id]
        if tokens >= HEAVY and tokens > 5 * typical:
            reason = f"its definition has {tokens:,} tokens, the median {typical:,.0f}"
            yield Finding("COST002", "warning", tool.id, reason, "shorten it, split it, or leave it deferred")


FAMILY = Family("cost", _CODES, _of_tool, _of_catalog)
"""Cost."""
