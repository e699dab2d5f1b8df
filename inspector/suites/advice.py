"""What to change so that a failing query finds its tools: values, each verified by the host's own search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from inspector.catalog import Catalog, Tool, digest
from inspector.suites.model import Case
from inspector.suites.running import CaseResult, Subject
from inspector.tuning.edits import Edit, SetPin, SetWords

Kind = Literal["words", "description", "pin"]


@dataclass(frozen=True, slots=True)
class Fix:
    """One change of one tool.

    `words` are to be added to its search words, or to its description where the host has no words apart from it
    (`kind` says which). `tokens` is the price of the change, paid in every request for a pin and whenever the tool
    is loaded for a description; search words cost none. `how` says how the product lets one do it.
    `in_toolset` tells whether a toolset can hold the change; a description that only the server can change is not.
    """

    tool: str
    kind: Kind
    words: tuple[str, ...] = ()
    tokens: int = 0
    how: str = ""
    in_toolset: bool = True

    def edit(self, subject: Subject) -> Edit | None:
        """Return the edit of the subject's tuning that makes this change, None where no toolset can hold it."""
        if self.kind == "pin":
            return SetPin(self.tool, True)
        if not self.in_toolset:
            return None
        present = subject.conditions.tuning.for_tool(self.tool).words or ""
        return SetWords(self.tool, with_words(present, self.words))

    def applied(self, subject: Subject) -> Subject:
        """Return the subject with this change made: in its tuning, or in the catalog's description."""
        edit = self.edit(subject)
        if edit is not None:
            return subject.with_tuning(edit.apply(subject.conditions.tuning))
        return replace(subject, catalog=_described(subject.catalog, self.tool, self.words))


@dataclass(frozen=True, slots=True)
class Unhelped:
    """A missing tool that nothing brings into the answer, and why."""

    tool: str
    because: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What one failing query needs: its `fixes`, with the query's result `before` and `after` them.

    `after` is the host's own search over the changed tuning; where nothing helps it is `before`. `notes` say what
    was tried in vain before a dearer fix was taken. `vetoes` are the numbers of the suite's cases that a cheaper
    fix would have hurt.
    """

    case: Case
    before: CaseResult
    after: CaseResult
    fixes: tuple[Fix, ...] = ()
    unhelped: tuple[Unhelped, ...] = ()
    notes: tuple[str, ...] = ()
    vetoes: frozenset[int] = frozenset()

    @property
    def fixed(self) -> bool:
        """Whether the query finds all it can once the fixes are made."""
        return bool(self.fixes) and not self.unhelped


def applied(fixes: Iterable[Fix], subject: Subject) -> Subject:
    """Return the subject with all `fixes` made, one after the other."""
    for fix in fixes:
        subject = fix.applied(subject)
    return subject


def edits(fixes: Iterable[Fix], subject: Subject) -> tuple[Edit, ...]:
    """Return the edits that make `fixes` in the subject's tuning, in order; what no toolset can hold is left out."""
    found = []
    for fix in fixes:
        edit = fix.edit(subject)
        if edit is not None:
            found.append(edit)
        subject = fix.applied(subject)
    return tuple(found)


def with_words(text: str, words: Iterable[str]) -> str:
    """Return `text` with those of `words` behind it that it does not hold yet."""
    present = text.lower().split()
    return " ".join([*([text.strip()] if text.strip() else []), *(word for word in words if word not in present)])


def _described(catalog: Catalog, tool_id: str, words: Iterable[str]) -> Catalog:
    return Catalog(
        tuple(
            replace(server, tools=tuple(_with_description(t, words) if t.id == tool_id else t for t in server.tools))
            if any(tool.id == tool_id for tool in server.tools)
            else server
            for server in catalog.servers
        )
    )


def _with_description(tool: Tool, words: Iterable[str]) -> Tool:
    raw = {**tool.raw, "description": with_words(tool.description, words)}
    return replace(tool, raw=raw, digest=digest(raw))
