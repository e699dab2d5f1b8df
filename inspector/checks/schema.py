"""Whether schemas say what clients and models can use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.checks.finding import Checked, Finding

_DEPTH = 30
_KNOWN = {
    "schema-missing": ("SCHM001", "error", "give it an inputSchema of type object"),
    "schema-not-object": ("SCHM001", "error", "give it an inputSchema of type object"),
    "schema-type": ("SCHM001", "warning", "write “type”: “object”"),
    "null-field": ("SCHM002", "warning", "leave the field out"),
    "description-not-text": ("SCHM002", "warning", "write a text"),
}


def schema(checked: Checked) -> Iterator[Finding]:
    """Yield SCHM001 to SCHM005."""
    valid: dict[str, str | None] = {}
    for tool in checked.catalog:
        for problem in tool.problems:
            if problem.code in _KNOWN:
                code, severity, fix = _KNOWN[problem.code]
                part = problem.place.partition("].")[2] or problem.place
                yield Finding(code, severity, tool.id, problem.message, fix, part)  # type: ignore[arg-type]
        if not isinstance(tool.input_schema, Mapping):
            continue
        for path, reference in _references(tool.input_schema, "inputSchema", 0):
            if reference.startswith("#") and not _resolves(tool.input_schema, reference):
                reason = f"“{reference}” leads nowhere"
                yield Finding("SCHM003", "error", tool.id, reason, "define what it refers to", path)
        for path in _booleans(tool.input_schema, "inputSchema", 0):
            reason = "a property's schema is true or false; some clients drop the whole server for it"
            yield Finding("SCHM004", "warning", tool.id, reason, "write {} for true, leave a false one out", path)
        if tool.schema_json not in valid:
            valid[tool.schema_json] = _invalid(tool.input_schema)
        if (wrong := valid[tool.schema_json]) is not None:
            yield Finding(
                "SCHM005", "error", tool.id, f"it is no valid JSON Schema: {wrong}", "correct it", "inputSchema"
            )


def _invalid(value: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a schema by its own meta-schema (2020-12 unless it names another); None if nothing."""
    from jsonschema import SchemaError
    from jsonschema.validators import Draft202012Validator, validator_for

    try:
        validator_for(value, default=Draft202012Validator).check_schema(dict(value))
    except SchemaError as error:
        where = ".".join(str(step) for step in error.absolute_path)
        return f"{error.message[:120]}" + (f" at {where}" if where else "")
    except (RecursionError, TypeError, ValueError):
        return "it cannot be read as one"
    return None


def _references(node: Any, path: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _DEPTH:
        return
    if isinstance(node, Mapping):
        reference = node.get("$ref")
        if isinstance(reference, str):
            yield f"{path}.$ref", reference
        for key, value in node.items():
            if key not in ("enum", "const", "default", "examples"):
                yield from _references(value, f"{path}.{key}", depth + 1)
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from _references(value, f"{path}[{at}]", depth + 1)


def _resolves(root: Any, reference: str) -> bool:
    if reference in ("#", "#/"):
        return True
    if not reference.startswith("#/"):
        # An anchor: it is enough that something carries the name.
        return any(name == reference[1:] for name in _anchors(root, 0))
    from urllib.parse import unquote

    node = root
    for step in unquote(reference[2:]).split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping) and key in node:
            node = node[key]
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return False
    return True


def _anchors(node: Any, depth: int) -> Iterator[str]:
    if depth > _DEPTH:
        return
    if isinstance(node, Mapping):
        for key in ("$anchor", "$id", "$dynamicAnchor"):
            if isinstance(node.get(key), str):
                yield node[key].removeprefix("#")
        for value in node.values():
            yield from _anchors(value, depth + 1)
    elif isinstance(node, list):
        for value in node:
            yield from _anchors(value, depth + 1)


def _booleans(node: Any, path: str, depth: int) -> Iterator[str]:
    if depth > _DEPTH or not isinstance(node, Mapping):
        return
    properties = node.get("properties")
    if isinstance(properties, Mapping):
        for name, value in properties.items():
            if isinstance(value, bool):
                yield f"{path}.properties.{name}"
            yield from _booleans(value, f"{path}.properties.{name}", depth + 1)
    yield from _booleans(node.get("items"), f"{path}.items", depth + 1)
