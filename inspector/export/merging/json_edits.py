"""Edits in JSON text with comments and trailing commas: only the touched members change, all else stays as it is.

tree-sitter's JSON grammar gives the places; comments and trailing commas are blanked for it, character by character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from inspector.config.json_reading import without_comments
from inspector.errors import FileError
from inspector.export.merging.edits import Append, Edit, Path, Put

if TYPE_CHECKING:
    from tree_sitter import Node


def edit_json(text: str, edits: Sequence[Edit]) -> str:
    """Return `text` with `edits` done, new parts laid out like those around them."""
    for edit in edits:
        text = _Editor(text).done(edit)
    return text


class _Editor:
    """One edit in one text; places are characters, since the blanked text has as many as the original."""

    def __init__(self, text: str) -> None:
        import tree_sitter
        import tree_sitter_json

        self.text = text
        self.plain = without_comments(text)
        self._bytes = self.plain.encode("utf-8", "surrogatepass")
        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_json.language()))
        self._tree = parser.parse(self._bytes)
        roots = [node for node in self._tree.root_node.named_children if node.type in ("object", "array")]
        if len(roots) != 1:
            raise FileError("this JSON cannot be changed in place", "write the export with -o")
        self._root = roots[0]
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._unit = self._indent_unit()

    def done(self, edit: Edit) -> str:
        """Return the text with `edit` done."""
        above = edit.path if isinstance(edit, Append) else edit.path[:-1]
        node, missing = self._reached(above)
        if isinstance(edit, Append):
            return self._insert(node, self._written(edit.value, node))
        last = edit.path[-1]
        if isinstance(edit, Put):
            value = edit.value
            if missing:
                for step in reversed((*missing[1:], last)):
                    value = {step: value}
                last = missing[0]
            found = None if missing else self._member(node, last)
            if found is None:
                return self._insert(node, f"{json.dumps(last, ensure_ascii=False)}: {self._written(value, node)}")
            old = found.child_by_field_name("value") if found.type == "pair" else found
            if old is None:
                raise FileError("this JSON cannot be changed in place", "write the export with -o")
            start, end = self._span(old)
            return self.text[:start] + self._written(value, node) + self.text[end:]
        found = self._member(node, last)
        return self.text if found is None else self._removed(node, found)

    def _reached(self, path: Path) -> tuple[Node, Path]:
        """Return the deepest node of `path` that exists, and the steps that do not."""
        node = self._root
        for place, step in enumerate(path):
            found = self._member(node, step)
            value = found.child_by_field_name("value") if found is not None and found.type == "pair" else found
            if value is None:
                return node, path[place:]
            node = value
        return node, ()

    def _member(self, node: Node, step: str | int) -> Node | None:
        if isinstance(step, int):
            return node.named_children[step]
        found = None
        for pair in node.named_children:
            key = pair.child_by_field_name("key")
            # Of two members of one name the last one counts.
            if key is not None and key.text is not None and json.loads(key.text.decode("utf-8")) == step:
                found = pair
        return found

    def _insert(self, node: Node, written: str) -> str:
        """Return the text with one more member at the end of `node`."""
        start, end = self._span(node)
        close = end - 1
        members = node.named_children
        indent = self._member_indent(node)
        if not members:
            inside = self.text[start + 1 : close].rstrip()
            lines = f"{inside}{self._newline}{indent}{written}{self._newline}{self._line_indent(start)}"
            return self.text[: start + 1] + lines + self.text[close:]
        after = self._span(members[-1])[1]
        tail = self.text[after:close]
        comma = self._trailing_comma(after, close)
        if "\n" not in self.text[start:close]:
            if comma is None:
                return f"{self.text[:after]}, {written}{self.text[after:]}"
            return f"{self.text[: comma + 1]} {written}{self.text[comma + 1 :]}"
        kept = len(tail.rstrip())
        first = "," if comma is None else ""
        last = "," if comma is not None else ""
        line = f"{self._newline}{indent}{written}{last}"
        return self.text[:after] + first + tail[:kept] + line + (tail[kept:] or self._newline) + self.text[close:]

    def _removed(self, node: Node, member: Node) -> str:
        """Return the text without `member` and the comma that belongs to it."""
        start, end = self._span(member)
        spans = [self._span(each) for each in node.named_children]
        place = spans.index((start, end))
        text = self.text
        last = place == len(spans) - 1
        comma = self._trailing_comma(end, self._span(node)[1] - 1) if last else self._comma(end, spans[place + 1][0])
        if comma is not None:
            text = text[:comma] + text[comma + 1 :]
        line = start - len(text[:start]) + len(text[:start].rstrip(" \t"))
        rest = re.match(r"[ \t]*(\r?\n)?", text[end:])
        alone = text[:line].endswith("\n") and rest is not None and rest[1]
        text = (
            text[:line] + text[end + rest.end() :]
            if alone and rest is not None
            else text[:start] + text[end:].lstrip(" ")
        )
        if last and comma is None and place > 0:
            before = self._comma(spans[place - 1][1], start)
            text = text if before is None else text[:before] + text[before + 1 :]
        return text

    def _comma(self, start: int, end: int) -> int | None:
        found = self.plain.find(",", start, end)
        return None if found < 0 else found

    def _trailing_comma(self, start: int, end: int) -> int | None:
        """Return where a trailing comma stands; it is blank in the plain text, and so are comments."""
        bare = without_comments(self.text, commas=False)
        found = bare.find(",", start, end)
        return None if found < 0 else found

    def _written(self, value: Any, node: Node) -> str:
        start, end = self._span(node)
        if node.named_children and "\n" not in self.text[start:end]:
            return json.dumps(value, ensure_ascii=False)
        text = json.dumps(value, ensure_ascii=False, indent=self._unit)
        return text.replace("\n", self._newline + self._member_indent(node))

    def _member_indent(self, node: Node) -> str:
        members = node.named_children
        start = self._span(node)[0]
        if members:
            first = self._span(members[0])[0]
            line = self.text.rfind("\n", 0, first) + 1
            if not self.text[line:first].strip():
                return self.text[line:first]
        return self._line_indent(start) + self._unit

    def _line_indent(self, place: int) -> str:
        line = self.text.rfind("\n", 0, place) + 1
        found = re.match(r"[ \t]*", self.text[line:place])
        return found[0] if found else ""

    def _indent_unit(self) -> str:
        members = self._root.named_children
        first = self._span(members[0])[0] if members else 0
        line = self.text.rfind("\n", 0, first) + 1
        return self.text[line:first] if line and first > line and not self.text[line:first].strip() else "  "

    def _span(self, node: Node) -> tuple[int, int]:
        return (
            len(self._bytes[: node.start_byte].decode("utf-8", "surrogatepass")),
            len(self._bytes[: node.end_byte].decode("utf-8", "surrogatepass")),
        )
