"""Edits as values: each turns one tuning into the next, so that the interface can undo, redo and name them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

from inspector.errors import UsageError, nearest
from inspector.tuning.keys import BY_FIELD, wrong_tool_key
from inspector.tuning.model import ToolEdits, Tuning


class Edit(Protocol):
    """A step a person takes: `label` names it in a few words, `apply` returns the tuning after it."""

    @property
    def label(self) -> str: ...

    def apply(self, tuning: Tuning) -> Tuning: ...


@dataclass(frozen=True, slots=True)
class SetPin:
    """Pin a tool (True), keep it out of the pins (False), or say nothing about it (None)."""

    tool_id: str
    value: bool | None

    @property
    def label(self) -> str:
        return f"{_verb(self.value, 'pin', 'do not pin', 'leave the pin of')} {self.tool_id}"

    def apply(self, tuning: Tuning) -> Tuning:
        return _with_edits(tuning, self.tool_id, replace(_edits(tuning, self.tool_id), pin=self.value))


@dataclass(frozen=True, slots=True)
class SetHidden:
    """Hide a tool from the model (True), show it whatever ``*`` says (False), or say nothing (None)."""

    tool_id: str
    value: bool | None

    @property
    def label(self) -> str:
        return f"{_verb(self.value, 'hide', 'show', 'leave the visibility of')} {self.tool_id}"

    def apply(self, tuning: Tuning) -> Tuning:
        return _with_edits(tuning, self.tool_id, replace(_edits(tuning, self.tool_id), hide=self.value))


@dataclass(frozen=True, slots=True)
class SetWords:
    """Give a tool additional search text; an empty text overrides the words of ``*``, None takes them over."""

    tool_id: str
    value: str | None

    @property
    def label(self) -> str:
        return f"{'no words for' if self.value is None else 'words of'} {self.tool_id}"

    def apply(self, tuning: Tuning) -> Tuning:
        return _with_edits(tuning, self.tool_id, replace(_edits(tuning, self.tool_id), words=self.value))


@dataclass(frozen=True, slots=True)
class SetValue:
    """Set one of the single values: host, model, window, threshold, limit, core_tools, configs, prices …

    None takes it back (“as the host does”). A value that a toolset file could not hold is a `UsageError`.
    """

    field: str
    value: Any

    @property
    def label(self) -> str:
        return f"{self.field} as the host does" if self.value is None else f"{self.field} {self.value}"

    def apply(self, tuning: Tuning) -> Tuning:
        key = BY_FIELD.get(self.field)
        if key is None or "*" in key.path:
            known = [field for field, each in BY_FIELD.items() if "*" not in each.path]
            raise UsageError(f"a tuning has no single value “{self.field}”", nearest(self.field, known))
        value = self.value
        if value is None:
            return _replaced(tuning, self.field, () if self.field == "configs" else None)
        if wrong := key.check(value):
            raise UsageError(f"{self.field} {wrong}", key.meaning)
        if self.field in _DECIMAL:
            value = float(value)
        return _replaced(tuning, self.field, tuple(value) if isinstance(value, list) else value)


@dataclass(frozen=True, slots=True)
class SetText:
    """Put the exact text of the person's own client in place of a built-in one, or take it back (None)."""

    host: str
    text_id: str
    value: str | None

    @property
    def label(self) -> str:
        return f"text {self.text_id} of {self.host}"

    def apply(self, tuning: Tuning) -> Tuning:
        texts = _changed(tuning.texts.get(self.host, {}), self.text_id, self.value)
        return replace(tuning, texts=_changed(tuning.texts, self.host, texts or None))


@dataclass(frozen=True, slots=True)
class SetEnabled:
    """Switch a server that is written in the toolset itself on or off; others are left as they are."""

    server: str
    value: bool

    @property
    def label(self) -> str:
        return f"{'enable' if self.value else 'disable'} {self.server}"

    def apply(self, tuning: Tuning) -> Tuning:
        return replace(
            tuning,
            servers=tuple(
                replace(server, enabled=self.value) if server.name == self.server else server
                for server in tuning.servers
            ),
        )


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Take over the decisions of another tuning; servers, exports and what was imported stay as they are."""

    tuning: Tuning
    name: str

    @property
    def label(self) -> str:
        return self.name

    def apply(self, tuning: Tuning) -> Tuning:
        return replace(
            self.tuning,
            servers=tuning.servers,
            configs=tuning.configs,
            exports=tuning.exports,
            only=tuning.only,
            imported=tuning.imported,
            path=tuning.path,
        )


@dataclass(frozen=True, slots=True)
class Together:
    """Several edits as one step, such as pinning a selection: undone at once."""

    edits: tuple[Edit, ...]
    name: str = ""

    @property
    def label(self) -> str:
        return self.name or (self.edits[0].label if len(self.edits) == 1 else f"{len(self.edits)} edits")

    def apply(self, tuning: Tuning) -> Tuning:
        for edit in self.edits:
            tuning = edit.apply(tuning)
        return tuning


_DECIMAL = ("threshold", "prefill_rate", "price_input", "price_cached")


def _replaced(tuning: Tuning, field: str, value: Any) -> Tuning:
    given: dict[str, Any] = {field: value}
    return replace(tuning, **given)


def _verb(value: bool | None, true: str, false: str, none: str) -> str:
    return none if value is None else true if value else false


def _edits(tuning: Tuning, tool_id: str) -> ToolEdits:
    if wrong := wrong_tool_key(tool_id):
        raise UsageError(f"“{tool_id}” {wrong}")
    return tuning.edits.get(tool_id, ToolEdits())


def _with_edits(tuning: Tuning, tool_id: str, edits: ToolEdits) -> Tuning:
    return replace(tuning, edits=_changed(tuning.edits, tool_id, None if edits.empty else edits))


def _changed(mapping: Mapping[str, Any], key: str, value: Any) -> Mapping[str, Any]:
    """Return `mapping` with `key` set in its place, or without it where `value` is None."""
    changed = dict(mapping)
    if value is None:
        changed.pop(key, None)
    else:
        changed[key] = value
    return MappingProxyType(changed)
