"""Changing a suite's TOML text so that comments, order and everything not concerned stay as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.suites.model import Case, Suite
from inspector.suites.reading import parse_suite
from inspector.suites.writing import case_entry, render_suite
from inspector.tuning.statements import Statement, statements


def rewrite_suite(text: str, read: Sequence[Case], wanted: Sequence[Case]) -> str | None:
    """Return `text` with the `wanted` cases in place of those that were `read` from it.

    A wanted case with the line of one that was read is that entry, whatever was edited in it; a comment right above
    an entry belongs to it and goes with it. Entries that could not be read stay. None where the layout leaves no way
    (one inline list of cases, for example): then only writing everything anew is left.
    """
    windows = "\r\n" in text
    layout = _Layout(text.replace("\r\n", "\n"), {case.line: case for case in read if case.line is not None})
    if len(layout.entries) != len(read):
        return None
    changed = layout.saying(wanted)
    if changed is None or not _says(changed, wanted):
        return None
    return changed.replace("\n", "\r\n") if windows else changed


def has_comments(text: str) -> bool:
    """Whether a TOML text holds comments, which writing it anew would lose."""
    return any(_comments(line) for line in text.splitlines())


def _says(text: str, wanted: Sequence[Case]) -> bool:
    found = parse_suite(text, "suite.toml").suite.cases if wanted else ()
    return [case_entry(case) for case in found] == [case_entry(case) for case in wanted]


class _Layout:
    """A text as what stands above the first case, then the cases: comment above, statements, and what follows."""

    def __init__(self, text: str, read: Mapping[int, Case]) -> None:
        self._lines = text.split("\n")
        self._placed = statements(text)
        self._read = read
        heads = [each for each in self._placed if each.header and each.path == ("case",)]
        self._heads = [head.start for head in heads]
        self.entries = [line for line in (start + 1 for start in self._heads) if line in read]
        self._leads = {line: self._lead(line - 1) for line in self.entries}

    def saying(self, wanted: Sequence[Case]) -> str | None:
        """Return the text with `wanted` in it; None where its entries would have to change places."""
        kept = [case.line for case in wanted if case.line in self._read]
        if kept != [line for line in self.entries if line in kept]:
            return None
        first = self._leads[self.entries[0]] if self.entries else len(self._lines)
        out = self._lines[:first]
        gone = [line for line in self.entries if line not in kept]
        for case in wanted:
            if case.line not in self._read or case.line is None:
                _append(out, render_suite(Suite((case,))).rstrip("\n").split("\n"))
                continue
            while gone and gone[0] < case.line:
                _keep(out, self._after(gone.pop(0)))
            out += [*self._edited(case.line, case), *self._after(case.line)]
        for line in gone:
            _keep(out, self._after(line))
        while out and not out[-1]:
            out.pop()
        return "\n".join([*out, ""])

    def _lead(self, head: int) -> int:
        """Return where the comment right above a header begins; one that opens the file belongs to the file."""
        floor = max((each.end for each in self._placed if each.end <= head), default=0)
        at = head
        while at > floor and self._lines[at - 1].lstrip().startswith("#"):
            at -= 1
        return head if at == 0 else at

    def _statements(self, line: int) -> list[Statement]:
        """Return the statements of the entry at `line`, its header first."""
        end = next((start for start in self._heads if start >= line), len(self._lines))
        return [each for each in self._placed if line - 1 <= each.start < end and each.path[:1] == ("case",)]

    def _after(self, line: int) -> list[str]:
        """Return what follows the entry at `line` up to the next one: blank lines, comments, foreign tables."""
        following = self.entries[self.entries.index(line) + 1 :]
        end = self._leads[following[0]] if following else len(self._lines)
        return self._lines[self._statements(line)[-1].end : end]

    def _edited(self, line: int, case: Case) -> list[str]:
        """Return the entry at `line` with what differs in `case` changed, statement by statement."""
        placed = self._statements(line)
        begin = self._leads[line]
        lines = self._lines[begin : placed[-1].end]
        old, new = case_entry(self._read[line]), case_entry(case)
        own = {each.path[1]: each for each in placed if each.table == ("case",) and len(each.path) == 2}
        last = max((each.end for each in own.values()), default=placed[0].end)
        edits: list[tuple[int, int, list[str]]] = []
        for key in dict.fromkeys((*old, *new)):
            if old.get(key) == new.get(key):
                continue
            place = own.get(key)
            start, end = (last, last) if place is None else (place.start, place.end)
            edits.append((start, end, _statement(self._lines[start:end], key, new.get(key))))
        for start, end, replacement in sorted(edits, key=lambda edit: edit[0], reverse=True):
            lines[start - begin : end - begin] = replacement
        return lines


def _statement(lines: Sequence[str], key: str, value: Any) -> list[str]:
    """Return the lines that say ``key = value`` instead of `lines`, none for None; their comments are kept."""
    import tomlkit

    text = ""
    if value is not None:
        document = tomlkit.parse("\n".join(lines))
        document[key] = value
        text = tomlkit.dumps(document).strip("\n")
    lost = [comment for line in lines if (comment := _comments(line)) and comment not in text]
    return [*lost, *(text.split("\n") if text else ())]


def _comments(line: str) -> str:
    """Return the comment on a line of TOML, from its ``#``; empty where there is none."""
    quote, escaped = "", False
    for at, character in enumerate(line):
        if escaped:
            escaped = False
        elif quote == '"' and character == "\\":
            escaped = True
        elif quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "#":
            return line[at:].rstrip()
    return ""


def _append(out: list[str], lines: Sequence[str]) -> None:
    """Add a new entry with a blank line before and after it."""
    while out and not out[-1].strip():
        out.pop()
    out += ["", *lines, ""] if out else [*lines, ""]


def _keep(out: list[str], after: Sequence[str]) -> None:
    """Add what followed an entry that is gone, unless it is only blank lines."""
    if any(line.strip() for line in after):
        out += after
