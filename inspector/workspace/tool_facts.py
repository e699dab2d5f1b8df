"""Everything the detail of one tool tells."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.checks.finding import Finding
from inspector.cost import Measurement
from inspector.workspace.checking import CHECKED, tool_findings
from inspector.workspace.inspection import Inspection

_DEPTH = 6


@dataclass(frozen=True, slots=True)
class ParameterLine:
    """One parameter as people read it: nesting depth, name, type in words, whether required, description."""

    depth: int
    name: str
    kind: str
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """One tool: identity, state with reason, cost by part, texts, findings. `measurement` is None when the host
    refuses the tool; `definition` is the JSON sent when loaded; `notices` is what is to know beside the findings.
    """

    tool: str
    name: str
    state: str
    reason: str
    title: str
    words: str
    description: str
    parameters: tuple[ParameterLine, ...]
    definition: str
    measurement: Measurement | None
    exact: bool
    notices: tuple[str, ...]
    findings: tuple[Finding, ...]


def tool_facts(
    inspection: Inspection, tool_id: str, *, changed: bool = False, findings: tuple[Finding, ...] | None = None
) -> ToolFacts | None:
    """Return the facts about `tool_id`, or None when the catalog has no such tool.

    `changed` tells that its server changed it since it was connected to; `findings` are those of a check of
    all tools, without which it is checked by itself.
    """
    tool = inspection.catalog.by_id.get(tool_id)
    placement = inspection.placement(tool_id)
    if tool is None or placement is None:
        return None
    definition = inspection.definitions.get(tool_id)
    return ToolFacts(
        tool=tool_id,
        name=placement.name,
        state=placement.state,
        reason=placement.reason,
        title=tool.title,
        words=inspection.tuning.for_tool(tool_id).words or "",
        description=tool.description,
        parameters=tuple(_parameters(tool.input_schema, tool.input_schema, 0)),
        definition="" if definition is None else json.dumps(definition.value, ensure_ascii=False, indent=2),
        measurement=None if definition is None else inspection.measurement(tool_id),
        exact=inspection.counter.exact,
        notices=(
            *(("changed by its server since connecting",) if changed else ()),
            *(problem.message for problem in tool.problems if problem.code not in CHECKED),
        ),
        findings=tool_findings(inspection, tool_id) if findings is None else findings,
    )


def _parameters(schema: Any, root: Any, depth: int) -> Iterator[ParameterLine]:
    schema = _resolved(schema, root)
    if not isinstance(schema, Mapping) or depth > _DEPTH:
        return
    required = schema.get("required")
    names = set(required) if isinstance(required, list) and all(isinstance(name, str) for name in required) else set()
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        for name, value in properties.items():
            inner = _resolved(value, root)
            described = inner.get("description") if isinstance(inner, Mapping) else None
            text = described if isinstance(described, str) else ""
            yield ParameterLine(depth, str(name), _kind(inner, root), name in names, text)
            yield from _parameters(inner, root, depth + 1)
    items = schema.get("items")
    if items is not None:
        yield from _parameters(items, root, depth)


def _resolved(schema: Any, root: Any) -> Any:
    """Return what a local ``$ref`` points to; anything else, a dangling or circular one included, as it is."""
    for _ in range(_DEPTH):
        reference = schema.get("$ref") if isinstance(schema, Mapping) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target = root
        for step in reference[2:].split("/"):
            target = target.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(target, Mapping) else None
        if target is None:
            break
        schema = target
    return schema


def _kind(schema: Any, root: Any) -> str:
    """Return a schema's type in a few words: ``string``, ``array of integer``, ``one of a, b``."""
    if not isinstance(schema, Mapping):
        return "anything" if schema is not False else "nothing"
    values = schema.get("enum")
    if isinstance(values, list) and values:
        shown = ", ".join(str(value) for value in values[:6])
        return f"one of {shown}" + (f" … ({len(values)})" if len(values) > 6 else "")
    if "const" in schema:
        return f"always {schema['const']}"
    for key in ("anyOf", "oneOf"):
        options = schema.get(key)
        if isinstance(options, list) and options:
            return " or ".join(dict.fromkeys(_kind(_resolved(option, root), root) for option in options[:4]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " or ".join(str(each) for each in kind)
    if kind == "array":
        items = _resolved(schema.get("items"), root)
        inner = items.get("type") if isinstance(items, Mapping) else None
        return f"array of {inner}" if isinstance(inner, str) else "array"
    return kind if isinstance(kind, str) else "anything"
