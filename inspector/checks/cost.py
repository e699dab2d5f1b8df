"""What tools cost in context without need."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.catalog import compact_json
from inspector.checks.finding import Checked, Finding

FEW_TOOLS = 10
LONG_DESCRIPTION = 500
LONG_ENUM = 60
HEAVY = 1_500
_DEPTH = 12


def cost(checked: Checked) -> Iterator[Finding]:
    """Yield COST001 to COST005."""
    tools = [tool for tool in checked.catalog if tool.id in checked.tokens]
    if 0 < len(tools) < FEW_TOOLS and checked.plan.decision.deferred:
        reason = f"{len(tools)} tools are deferred: each use costs a search, which so few hardly save"
        yield Finding("COST001", "note", checked.catalog.servers[0].name, reason, "load them, or pin the ones in use")
    typical = statistics.median(checked.tokens.values()) if checked.tokens else 0
    for tool in tools:
        tokens = checked.tokens[tool.id]
        if tokens >= HEAVY and tokens > 5 * typical:
            reason = f"its definition has {tokens:,} tokens, the median {typical:,.0f}"
            yield Finding("COST002", "warning", tool.id, reason, "shorten it, split it, or leave it deferred")
        described = checked.part_tokens(tool.description) if len(tool.description) > 2 * LONG_DESCRIPTION else 0
        if described > LONG_DESCRIPTION:
            reason = f"its description has {described:,} tokens"
            yield Finding("COST003", "note", tool.id, reason, "move examples out of the description", "description")
        sent = checked.definitions[tool.id].value
        for path, values in _enums(tool.input_schema, "inputSchema", 0):
            if len(values) > LONG_ENUM:
                used = checked.part_tokens(compact_json(values))
                reason = f"an enum of {len(values):,} values takes {used:,} tokens"
                yield Finding(
                    "COST004", "note", tool.id, reason, "accept a text and say where its values are listed", path
                )
        output = sent.get("outputSchema") if isinstance(sent, Mapping) else None
        if output is not None and (used := checked.part_tokens(compact_json(output))) > LONG_DESCRIPTION:
            yield Finding(
                "COST005", "note", tool.id, f"its output schema takes {used:,} tokens", "leave it out", "outputSchema"
            )


def _enums(node: Any, path: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    if depth > _DEPTH:
        return
    if isinstance(node, Mapping):
        values = node.get("enum")
        if isinstance(values, list):
            yield f"{path}.enum", values
        for key, value in node.items():
            if key != "enum":
                yield from _enums(value, f"{path}.{key}", depth + 1)
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from _enums(value, f"{path}[{at}]", depth + 1)
