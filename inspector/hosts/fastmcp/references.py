"""Local ``$ref`` of a schema replaced by what they refer to, as FastMCP does before listing and searching.

A schema whose references form a cycle, lead nowhere or grow beyond bounds keeps them; only a reference at its very
top is replaced then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

_DEEPEST, _MOST_NODES, _MOST_HOPS = 128, 100_000, 32
_SCHEMAS_BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_DATA = ("default", "const", "examples", "enum")


class _CannotInlineError(Exception):
    """The references of a schema cannot all be replaced."""


def has_references(schema: Any) -> bool:
    """Whether `schema` holds a ``$ref`` anywhere, or ``$defs`` at its top: others are sent as they are."""
    if isinstance(schema, dict) and "$defs" in schema:
        return True
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if "$ref" in node:
                return True
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return False


def inlined(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return `schema` with its local references replaced, remote ones and OpenAPI discriminators removed."""
    if not has_references(schema):
        return schema
    try:
        local = _without_remote(schema)
        try:
            found = _Inlining(local).schema()
            cleaned: Mapping[str, Any] = _without_discriminators({k: v for k, v in found.items() if k != "$defs"})
            return cleaned
        except _CannotInlineError:
            return _top_replaced(local)
    except RecursionError:
        return schema


class _Inlining:
    """Replaces the references of one schema, counting what it writes."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def schema(self) -> dict[str, Any]:
        found = self._expanded(self._root, (), 0, siblings=True)
        if not isinstance(found, dict):
            raise _CannotInlineError
        return found

    def _expanded(self, node: Any, inside: tuple[str, ...], depth: int, *, siblings: bool) -> Any:
        self._nodes += 1
        if depth > _DEEPEST or self._nodes > _MOST_NODES:
            raise _CannotInlineError
        if isinstance(node, list):
            return [self._expanded(item, inside, depth + 1, siblings=siblings) for item in node]
        if not isinstance(node, dict):
            return node
        reference = node.get("$ref")
        if not isinstance(reference, str):
            found = {key: self._expanded(each, inside, depth + 1, siblings=siblings) for key, each in node.items()}
            return found | _beside(node) if siblings and "$ref" in node else found
        if reference in inside:
            raise _CannotInlineError
        # Keywords beside a reference survive only on the way through ``$defs``.
        target = self._expanded(
            resolved(self._root, reference),
            (*inside, reference),
            depth + 1,
            siblings=siblings and reference.startswith("#/$defs/"),
        )
        beside = _beside(node) if siblings else {}
        return {**target, **beside} if beside and isinstance(target, dict) else target


def _beside(node: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in node.items() if key not in ("$ref", "$defs")}


def resolved(root: Mapping[str, Any], reference: str, hops: int = 0) -> Any:
    """Return what the JSON pointer `reference` (``#/…``) names, through references on its way."""
    if hops > _MOST_HOPS:
        raise _CannotInlineError
    pointer = reference[1:]
    node: Any = root
    for part in unquote(pointer.lstrip("/")).split("/") if pointer else ():
        while node is not root and isinstance(node, dict) and _is_local(node.get("$ref")):
            hops += 1
            node = resolved(root, node["$ref"], hops)
        key: Any = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Sequence) and key.isdecimal():
            key = int(key)
        try:
            node = node[key]
        except (LookupError, TypeError):
            raise _CannotInlineError from None
    return node


def _is_local(reference: Any) -> bool:
    return isinstance(reference, str) and reference.startswith("#")


def _without_remote(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_remote(item) for item in node]
    if not isinstance(node, dict):
        return node
    remote = isinstance(node.get("$ref"), str) and not _is_local(node["$ref"])
    return {key: _without_remote(value) for key, value in node.items() if not (remote and key == "$ref")}


def _without_discriminators(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_discriminators(item) for item in node]
    if not isinstance(node, dict):
        return node
    openapi = "discriminator" in node and ("anyOf" in node or "oneOf" in node)
    if openapi:
        node = _with_required_tag(node)
    found: dict[str, Any] = {}
    for key, value in node.items():
        if key == "discriminator" and openapi:
            continue
        if key in _SCHEMAS_BY_NAME and isinstance(value, dict):
            found[key] = {name: _without_discriminators(each) for name, each in value.items()}
        else:
            found[key] = value if key in _DATA else _without_discriminators(value)
    return found


def _with_required_tag(node: dict[str, Any]) -> dict[str, Any]:
    """Return `node` with the discriminating property required in each of its branches."""
    discriminator = node["discriminator"]
    tag = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
    if not isinstance(tag, str):
        return node
    branches = {key: node[key] for key in ("anyOf", "oneOf") if isinstance(node.get(key), list)}
    return node | {key: [_requiring(branch, tag) for branch in each] for key, each in branches.items()}


def _requiring(branch: Any, tag: str) -> Any:
    if not isinstance(branch, dict):
        return branch
    required = branch.get("required")
    if required is None:
        return {**branch, "required": [tag]}
    return {**branch, "required": [*required, tag]} if isinstance(required, list) and tag not in required else branch


def _top_replaced(schema: dict[str, Any]) -> dict[str, Any]:
    """Return `schema` with a reference at its top replaced, through definitions that are references themselves."""
    reference = schema.get("$ref")
    found = {key: value for key, value in schema.items() if key != "$ref"}
    seen: set[str] = set()
    while "type" not in schema and isinstance(reference, str) and reference not in seen and len(seen) < _MOST_HOPS:
        seen.add(reference)
        try:
            target = resolved(schema, reference)
        except _CannotInlineError:
            return schema
        if not isinstance(target, dict) or target is schema:
            return schema
        onward = target.get("$ref")
        if "type" in target or not _is_local(onward):
            return {**target, **found}
        found = {**{key: value for key, value in target.items() if key != "$ref"}, **found}
        reference = onward
    return schema
