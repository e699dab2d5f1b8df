"""The notation of the demo tables: text in, MCP tool definitions out.

A table is a text in which each tool is one head line and, indented below it, its description::

    # comments and blank lines are skipped
    list_orders(symbol*, limit=100, note:remark) read "Open orders"
        List the open orders of one market.
        | A line that starts with a bar begins a new line of the description.

Within the parentheses: ``*`` marks a required parameter, ``=`` gives a default, and ``note:remark`` puts the
entry `remark` of the vocabulary under the name ``note``. After them come marks (see `MARKS`; ``strict``
closes the schema against unknown arguments) and an optional title in quotes. A tool without indented lines
has no description at all, as happens in the wild.
"""

from __future__ import annotations

import json
import re

from inspector.demo.schema import Schema

Tool = dict[str, object]
"""One tool definition as it goes over the wire."""

MARKS: dict[str, dict[str, bool]] = {
    "read": {"readOnlyHint": True},
    "write": {"readOnlyHint": False, "destructiveHint": False},
    "destroy": {"readOnlyHint": False, "destructiveHint": True},
    "again": {"idempotentHint": True},
    "world": {"openWorldHint": True},
    "strict": {},
}
"""What each mark adds to the annotations of a tool."""

_HEAD = re.compile(r'([\w-]+)\(([^)]*)\)([^"]*)(?:"([^"]*)")?')
_REFERENCE = "#/$defs/"


def tools(
    table: str,
    vocabulary: dict[str, Schema],
    prefix: str = "",
    definitions: dict[str, Schema] | None = None,
    extras: dict[str, dict[str, object]] | None = None,
    closed: bool = False,
) -> list[Tool]:
    """Return the tools of `table` in order, each named with `prefix` before its name.

    `vocabulary` gives the schema of each parameter, `definitions` the targets of ``$ref``, and `extras` the
    further keys of single tools (``outputSchema``, ``_meta``), by their name in the table. With `closed` every
    tool refuses unknown arguments, as if each row were marked ``strict``.
    """
    found: list[Tool] = []
    for head, body in _entries(table):
        match = _HEAD.fullmatch(head.strip())
        if match is None:
            raise ValueError(f"not a tool row: {head!r}")
        name, parameters, marks, title = match.groups()
        tool: Tool = {"name": prefix + name}
        if body:
            tool["description"] = _join(body)
        schema = _input_schema(parameters, vocabulary, definitions or {})
        if closed or "strict" in marks.split():
            schema["additionalProperties"] = False
        tool["inputSchema"] = schema
        annotations: dict[str, object] = {"title": title} if title else {}
        for mark in marks.split():
            annotations.update(MARKS[mark])
        if annotations:
            tool["annotations"] = annotations
        found.append({**tool, **(extras or {}).get(name, {})})
    return found


def _entries(table: str) -> list[tuple[str, list[str]]]:
    entries: list[tuple[str, list[str]]] = []
    for line in table.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            entries[-1][1].append(line.strip())
        else:
            entries.append((line, []))
    return entries


def _join(lines: list[str]) -> str:
    joined = lines[0]
    for line in lines[1:]:
        if line.startswith("|"):
            joined += "\n" + line[1:].removeprefix(" ")
        elif joined[-1] > "\u2e80" and line[0] > "\u2e80":
            joined += line  # Chinese needs no space where a line was broken
        else:
            joined += " " + line
    return joined


def _input_schema(parameters: str, vocabulary: dict[str, Schema], definitions: dict[str, Schema]) -> Schema:
    properties: dict[str, Schema] = {}
    required: list[str] = []
    for item in filter(None, (part.strip() for part in parameters.split(","))):
        spelled, _, default = item.partition("=")
        name, _, key = spelled.rstrip("*").partition(":")
        schema = vocabulary[key or name]
        properties[name] = {**schema, "default": _value(default, schema)} if default else schema
        if spelled.endswith("*"):
            required.append(name)
    schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    needed = _needed(schema, definitions)
    if needed:
        schema["$defs"] = needed
    return schema


def _value(spelled: str, schema: Schema) -> object:
    # A string's default is taken as it stands, since "0" may be a price or an amount.
    return spelled if schema.get("type") == "string" else json.loads(spelled)


def _needed(schema: Schema, definitions: dict[str, Schema]) -> dict[str, Schema]:
    """Return the definitions that `schema` refers to, directly or through one another."""
    needed: dict[str, Schema] = {}
    waiting: list[object] = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(part)
        elif isinstance(part, dict):
            waiting.extend(part.values())
            target = part.get("$ref")
            if isinstance(target, str) and target.removeprefix(_REFERENCE) not in needed:
                name = target.removeprefix(_REFERENCE)
                needed[name] = definitions[name]
                waiting.append(definitions[name])
    return needed
