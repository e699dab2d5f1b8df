"""Reading on behind the damage of a JSON file: what is whole stays, what is not is marked.

tree-sitter's JSON grammar cuts a damaged text into tokens without giving up (its scanner finds the next token by
itself); from those a tolerant reader builds the value. What it had to guess about never counts as whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node

_SINGLE = {"{", "}", "[", "]", ":", ","}
_LITERALS = {"string", "number", "true", "false", "null"}
_DEEPEST = 200


class DamagedObject(dict[str, Any]):
    """An object in which, at some depth, something is missing or too much: it may say less than its author meant."""


def recover(text: str) -> Any:
    """Return what can be read of the damaged JSON `text` (no comments, no trailing commas), None for nothing.

    Objects with damage inside, and all around them, are `DamagedObject`.
    """
    import tree_sitter
    import tree_sitter_json

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_json.language()))
    tree = parser.parse(text.encode("utf-8", "replace"))
    return _Reader(list(_tokens(tree.root_node))).value(0)[0]


def _tokens(root: Node) -> Iterator[tuple[str, Any]]:
    """Yield (kind, value): a bracket, comma or colon, ``value`` for a whole literal, ``?`` for anything else."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.is_missing:
            continue
        whole = not node.has_error
        if node.type in _LITERALS and whole:
            yield _literal(node)
        elif node.type in _SINGLE:
            yield node.type, None
        elif node.child_count and node.type != "string":
            pending += reversed(node.children)
        elif node.end_byte > node.start_byte:
            yield "?", None


def _literal(node: Node) -> tuple[str, Any]:
    try:
        return "value", json.loads((node.text or b"").decode("utf-8"))
    except ValueError:
        return "?", None


class _Reader:
    """A reader of tokens that takes a missing comma or bracket as a mark, not as the end."""

    def __init__(self, tokens: list[tuple[str, Any]]) -> None:
        self._tokens = tokens
        self._at = 0
        self._lists = 0

    def value(self, depth: int) -> tuple[Any, bool]:
        """Return the value that starts here, and whether it is whole."""
        kind, literal = self._take()
        if kind == "value":
            return literal, True
        if depth < _DEEPEST and kind == "{":
            return self._object(depth)
        if depth < _DEEPEST and kind == "[":
            self._lists += 1
            read = self._list(depth)
            self._lists -= 1
            return read
        if kind in ("}", "]", ","):
            self._at -= 1  # it belongs to what is around
        return None, False

    def _object(self, depth: int) -> tuple[dict[str, Any], bool]:
        found: dict[str, Any] = {}
        whole = True
        while True:
            kind, name = self._take()
            if kind == "}":
                break
            if kind == "end" or (kind == "]" and self._lists):
                self._at -= 1  # a list around ends here: this object was never closed
                whole = False
                break
            if kind != "value" or not isinstance(name, str):
                whole = False
                continue
            if self._next() == ":":
                self._at += 1
            else:
                whole = False
            found[name], read = self.value(depth + 1)
            whole = whole and read
            if self._next() == ",":
                self._at += 1
            elif self._next() != "}":
                whole = False
        return (found if whole else DamagedObject(found)), whole

    def _list(self, depth: int) -> tuple[list[Any], bool]:
        found: list[Any] = []
        whole = True
        while True:
            kind = self._next()
            if kind in ("]", "}", "end", ":"):
                # Any other bracket belongs to what is around: the list was never closed.
                self._at += kind == "]"
                return found, whole and kind == "]"
            if kind in ("?", ","):
                self._at += 1
                whole = False
                continue
            item, read = self.value(depth + 1)
            found.append(item)
            whole = whole and read
            if self._next() == ",":
                self._at += 1
            elif self._next() != "]":
                whole = False

    def _next(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else "end"

    def _take(self) -> tuple[str, Any]:
        token = self._tokens[self._at] if self._at < len(self._tokens) else ("end", None)
        self._at += 1
        return token
