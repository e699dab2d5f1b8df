"""Whether a schema is valid JSON Schema, by the drafts' own rules (jsonschema), asked only where it is not plain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.checks.schema_walk import LISTS, NAMED, ONE, subschemas

_KINDS = frozenset(("string", "number", "integer", "boolean", "object", "array", "null"))
_TEXTS_TEXT = "title description format contentEncoding contentMediaType pattern $ref $dynamicRef $comment"
_TEXTS = frozenset(_TEXTS_TEXT.split())
_COUNTS = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))
_NUMBERS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"))
_FLAGS = frozenset(("uniqueItems", "readOnly", "writeOnly", "deprecated"))
_STRICT_TEXT = (
    "$id id $anchor $dynamicAnchor $recursiveAnchor $recursiveRef $vocabulary dependencies "
    "dependentRequired multipleOf minContains maxContains divisibleBy disallow extends"
)
_STRICT = frozenset(_STRICT_TEXT.split())
"""Keywords with rules that are not repeated here; keywords that no draft knows may have any value."""
_OPEN = frozenset(("examples", "enum"))
_SCHEMAS = frozenset((*ONE, *LISTS, *NAMED))
_ANCIENT = ("draft-03", "draft-04")


def invalid(schema: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return (place below the schema, what is wrong) of the gravest mistake, or None where the schema is valid.

    Its own ``$schema`` says by which draft; without one it is 2020-12, as MCP has it.
    """
    if _is_plain(schema):
        return None
    import jsonschema
    from jsonschema.validators import validator_for

    if not isinstance(schema.get("$schema", ""), str):
        return ".$schema", "the name of the draft is no text"
    validator = validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        errors = validator(validator.META_SCHEMA).iter_errors(schema)
        error = jsonschema.exceptions.best_match(errors)
    except (RecursionError, TypeError, ValueError):
        return "", "it cannot be read as one"
    if error is None:
        return None
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return steps, _short(error.message)


def _is_plain(schema: Mapping[str, Any]) -> bool:
    """Whether every keyword has a value that all drafts since 6 take; others are left to the library, which is slow."""
    if any(name in str(schema.get("$schema", "")) for name in _ANCIENT):
        return False
    return all(_plain_one(each) for _, _, each in subschemas(schema, ""))


def _plain_one(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return isinstance(schema, bool)
    return all(_plain_keyword(key, value) for key, value in schema.items())


def _plain_keyword(key: str, value: Any) -> bool:
    if key in _TEXTS:
        return isinstance(value, str)
    if key == "type":
        if isinstance(value, list):
            return bool(value) and all(isinstance(kind, str) and kind in _KINDS for kind in value) and _distinct(value)
        return isinstance(value, str) and value in _KINDS
    if key in _SCHEMAS:
        if key in NAMED:
            return isinstance(value, dict)
        if key in LISTS:
            return isinstance(value, list) and bool(value)
        return isinstance(value, dict | bool)
    if key == "required":
        return isinstance(value, list) and all(isinstance(name, str) for name in value) and _distinct(value)
    if key in _COUNTS:
        return type(value) is int and value >= 0
    if key in _NUMBERS:
        return type(value) in (int, float)
    if key in _FLAGS:
        return isinstance(value, bool)
    if key in _OPEN:
        return isinstance(value, list)
    if key == "$schema":
        return isinstance(value, str) and value.startswith(("http://json-schema.org/", "https://json-schema.org/"))
    return key not in _STRICT


def _distinct(names: list[str]) -> bool:
    return len(set(names)) == len(names)


def _short(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:120]} … {message[-60:]}"
