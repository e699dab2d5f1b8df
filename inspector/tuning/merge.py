"""Changing single values in a TOML text, so that every line that is not concerned stays byte for byte."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspector.tuning.changes import Change, applied, same
from inspector.tuning.statements import Path, statements


def merge(text: str, wanted: list[Change]) -> str:
    """Return `text` with the `wanted` changes made, comments and the order of everything else kept.

    Where the layout of the file leaves no way to do that, the text is written anew, without comments.
    """
    windows = "\r\n" in text and "\n" not in text.replace("\r\n", "")
    layout = _Layout(text.replace("\r\n", "\n") if windows else text)
    for change in wanted:
        if change.value is None:
            layout.remove(change.path)
        else:
            layout.write(change.path, change.value)
    merged = layout.text()
    expected = applied(tomllib.loads(text), wanted)
    if not _holds(merged, expected):
        import tomli_w

        merged = tomli_w.dumps(expected)
    return merged.replace("\n", "\r\n") if windows else merged


def _holds(text: str, expected: dict[str, Any]) -> bool:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    # A section whose last entry went away may stay as an empty header, which says nothing.
    return same(*({name: value for name, value in content.items() if value != {}} for content in (found, expected)))


@dataclass(slots=True)
class _Part:
    """One statement with the blank lines and comments before it."""

    path: Path
    table: Path
    header: bool
    before: list[str]
    lines: list[str]


class _Layout:
    """A TOML text as its statements in order; what is not written or removed comes out as it went in."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        self._parts: list[_Part] = []
        end = 0
        for each in statements(text):
            own = lines[each.start : each.end]
            self._parts.append(_Part(each.path, each.table, each.header, lines[end : each.start], own))
            end = each.end
        self._tail = lines[end:]

    def text(self) -> str:
        return "\n".join([line for part in self._parts for line in (*part.before, *part.lines)] + self._tail)

    def remove(self, path: Path) -> None:
        """Remove what stands at `path` and below; comments inside a removed table go with it.

        Comments above it stay: they may speak about more than this one.
        """
        kept: list[_Part] = []
        left: list[str] | None = None
        for part in self._parts:
            if part.path[: len(path)] == path:
                left = part.before if left is None else left
                continue
            if left is not None:
                part.before = _joined(left, part.before, opens=not kept)
                left = None
            if not part.header and path[: len(part.path)] == part.path:
                part.lines = _rewritten(part, path, None)
            kept.append(part)
        if left is not None:
            self._tail = _joined(left, self._tail, opens=not kept)
        self._parts = kept

    def write(self, path: Path, value: Any) -> None:
        """Make `value` stand at `path`, in the style the file has for it."""
        for part in self._parts:
            if not part.header and path[: len(part.path)] == part.path:
                part.lines = _rewritten(part, path, value)
                return
        if value == {}:
            if not any(part.path[: len(path)] == path for part in self._parts):
                self._add_table(path)
            return
        table = path[:-1]
        place = self._last(lambda part: part.table == table)
        if place is None and table:
            place = self._last(lambda part: not part.header and part.path[:-1] == table)
        if place is None and table:
            place = self._add_table(table)
        if place is None:
            self._open_with(path, value)
            return
        header = self._parts[place].table
        self._parts.insert(place + 1, _Part(path, header, False, [], _pair(path[len(header) :], value)))

    def _last(self, matches: Callable[[_Part], bool]) -> int | None:
        return next((at for at in range(len(self._parts) - 1, -1, -1) if matches(self._parts[at])), None)

    def _add_table(self, table: Path) -> int:
        """Add a ``[table]`` after its siblings, else at the end of the file, and return its place."""
        kin = self._last(lambda part: part.table[:1] == table[:1])
        place = len(self._parts) if kin is None else kin + 1
        part = _Part(table, table, True, [""], [_header(table)])
        if kin is None:
            # The comments at the end of the file were written after everything that stood there.
            while self._tail and not self._tail[-1].strip():
                self._tail.pop()
            part.before = [*self._tail, ""] if self._tail or self._parts else []
            self._tail = [""]
        self._parts.insert(place, part)
        return place

    def _open_with(self, path: Path, value: Any) -> None:
        """Write the first root key: before all tables, but after the comment the file opens with."""
        part = _Part(path, (), False, [], _pair(path, value))
        rest = self._parts[0].before if self._parts else self._tail
        opening = next((at for at, line in enumerate(rest) if not line.lstrip().startswith("#")), 0)
        if opening and not rest[opening].strip():
            part.before, rest = rest[: opening + 1], rest[opening + 1 :]
        if self._parts:
            self._parts[0].before = rest if rest and not rest[0].strip() else ["", *rest]
        else:
            self._tail = rest or [""]
        self._parts.insert(0, part)


def _joined(left: list[str], following: list[str], *, opens: bool) -> list[str]:
    """Return the lines around a removed statement as one run, without the blank line that would be doubled."""
    blank_before = not left[-1].strip() if left else opens
    if blank_before and following and not following[0].strip():
        following = following[1:]
    return left + following


def _header(table: Path) -> str:
    import tomli_w

    nested: dict[str, Any] = {}
    for name in reversed(table):
        nested = {name: nested}
    return tomli_w.dumps(nested).rstrip("\n").split("\n")[-1]


def _pair(path: Path, value: Any) -> list[str]:
    import tomli_w

    *tables, name = path
    prefix = "".join(tomli_w.dumps({table: 0}).removesuffix(" = 0\n") + "." for table in tables)
    return (prefix + tomli_w.dumps({name: value}).removesuffix("\n")).split("\n")


def _rewritten(part: _Part, path: Path, value: Any) -> list[str]:
    """Return the lines of `part` with one value changed, inside an inline table too; its own comment stays."""
    import tomlkit

    # Line ends are taken off and put back: in a file that mixes both kinds, a lone "\r" would be no TOML.
    end = "\r" if part.lines[-1].endswith("\r") else ""
    parsed = tomlkit.parse("\n".join(line.removesuffix("\r") for line in part.lines))
    within: Any = parsed
    *tables, last = path[len(part.table) :]
    for name in tables:
        if name not in within:
            if value is None:
                return part.lines
            within[name] = tomlkit.inline_table()
        within = within[name]
    if value is not None:
        item = _item(value)
        if within and last not in within and not within.as_string().endswith(" }"):
            item.indent(1)  # tomlkit leaves out the space after the comma otherwise
        within[last] = item
    elif last in within:
        del within[last]
    return [line + end for line in parsed.as_string().split("\n")]


def _item(value: Any) -> Any:
    """Return `value` for tomlkit, spelled by tomli_w: it escapes every character that TOML wants escaped."""
    import tomli_w
    import tomlkit

    return tomlkit.inline_table() if value == {} else tomlkit.parse(tomli_w.dumps({"value": value}))["value"]
