"""Edits are pure, leave nothing empty behind, and can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.errors import UsageError
from inspector.tuning import (
    EditHistory,
    SetEnabled,
    SetHidden,
    SetPin,
    SetText,
    SetValue,
    SetWords,
    Together,
    ToolEdits,
    Tuning,
    initial_tuning,
)
from inspector.tuning.edits import Edit
from inspector.tuning.history import MOST_STEPS


def after(*edits: Edit) -> Tuning:
    return Together(edits).apply(Tuning())


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([SetPin("a/b", True)], {"a/b": ToolEdits(pin=True)}),
        ([SetPin("a/b", False)], {"a/b": ToolEdits(pin=False)}),
        ([SetPin("a/b", True), SetPin("a/b", None)], {}),
        ([SetWords("a/*", "w"), SetHidden("a/*", True)], {"a/*": ToolEdits(words="w", hide=True)}),
        ([SetWords("a/b", "")], {"a/b": ToolEdits(words="")}),
        ([SetWords("a/b", "w"), SetPin("a/b", True), SetWords("a/b", None)], {"a/b": ToolEdits(pin=True)}),
        ([SetHidden("a/b", None)], {}),
    ],
)
def test_tool_edits(edits: list[Edit], expected: dict[str, ToolEdits]) -> None:
    assert after(*edits).edits == expected


def test_an_edit_keeps_its_place() -> None:
    tuning = after(SetPin("a/1", True), SetPin("a/2", True), SetPin("a/1", False))
    assert list(tuning.edits) == ["a/1", "a/2"]


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("host", "codex", "codex"),
        ("window", 5, 5),
        ("threshold", 1, 1.0),
        ("core_tools", ["a"], ("a",)),
        ("core_tools", (), ()),
        ("configs", None, ()),
        ("limit", None, None),
        ("price_input", 3, 3.0),
    ],
)
def test_values(field: str, value: object, expected: object) -> None:
    found = getattr(after(SetValue(field, value)), field)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (SetValue("windov", 1), "no single value “windov”"),
        (SetValue("pin", True), "no single value “pin”"),
        (SetValue("threshold", 10), "write 0.10 for 10 per cent"),
        (SetValue("window", True), "whole number"),
        (SetValue("host", ""), "host is empty"),
        (SetPin("tool", True), "“tool” is no tool"),
    ],
)
def test_what_no_file_could_hold_is_refused(edit: Edit, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        edit.apply(Tuning())


def test_texts_and_servers() -> None:
    tuning = Tuning(servers=(ServerSpec("a", "stdio", "x"), ServerSpec("b", "stdio", "y")))
    assert [server.enabled for server in SetEnabled("b", False).apply(tuning).servers] == [True, False]
    assert after(SetText("codex", "x", "y")).texts == {"codex": {"x": "y"}}
    assert after(SetText("codex", "x", "y"), SetText("codex", "x", None)).texts == {}


def test_every_edit_has_a_label() -> None:
    edits = [SetPin("a/b", True), SetHidden("a/b", False), SetWords("a/b", None), SetValue("limit", None)]
    assert [edit.label for edit in edits] == ["pin a/b", "show a/b", "no words for a/b", "limit as the host does"]
    assert Together((SetPin("a/b", True),)).label == "pin a/b"
    assert Together(tuple(edits)).label == "4 edits"
    assert Together(tuple(edits), "pin the selection").label == "pin the selection"


class TestHistory:
    def test_there_and_back(self) -> None:
        start = EditHistory.of(Tuning(host="codex"))
        pinned = start.do(SetPin("a/b", True))
        worded = pinned.do(SetWords("a/b", "w"))
        assert [step.label for step in worded.past] == ["pin a/b", "words of a/b"]
        assert worded.undo().present == pinned.present
        assert worded.undo().undo().present == start.present
        assert worded.undo().undo().redo().redo() == worded
        assert worded.undo().future[0].label == "words of a/b"

    def test_a_new_edit_forgets_what_was_undone(self) -> None:
        history = EditHistory.of(Tuning()).do(SetPin("a/b", True)).undo().do(SetPin("c/d", True))
        assert history.future == ()
        assert list(history.present.edits) == ["c/d"]

    def test_an_edit_without_effect_is_no_step(self) -> None:
        history = EditHistory.of(Tuning()).do(SetPin("a/b", True)).undo()
        assert history.do(SetPin("a/b", None)) is history

    def test_at_the_ends_nothing_happens(self) -> None:
        history = EditHistory.of(Tuning())
        assert history.undo() is history
        assert history.redo() is history

    def test_unsaved(self) -> None:
        history = EditHistory.of(Tuning()).do(SetPin("a/b", True))
        assert history.unsaved
        assert not history.undo().unsaved
        saved = history.saved()
        assert not saved.unsaved
        assert saved.undo().unsaved
        assert EditHistory.of(Tuning(host="codex"), saved=False).unsaved

    @given(st.lists(st.tuples(st.sampled_from(["a/b", "a/*"]), st.sampled_from([True, False, None])), max_size=12))
    def test_undoing_everything_leads_to_the_start(self, pins: list[tuple[str, bool | None]]) -> None:
        history = start = EditHistory.of(Tuning())
        for tool, pin in pins:
            history = history.do(SetPin(tool, pin))
        end = history.present
        for _ in range(len(history.past)):
            history = history.undo()
        assert (history.present, history.past) == (start.present, ())
        for _ in range(len(history.future)):
            history = history.redo()
        assert history.present == end


def test_an_exact_name_beats_the_star_field_by_field() -> None:
    tuning = after(SetPin("a/*", True), SetWords("a/*", "all"), SetWords("a/b", ""))
    assert tuning.for_tool("a/b") == ToolEdits(pin=True, words="")
    assert tuning.for_tool("a/c") == ToolEdits(pin=True, words="all")
    assert tuning.for_tool("b/b") == ToolEdits()


def test_edits_that_name_nothing_are_told() -> None:
    catalog = build_catalog([Listing("a", ({"name": "b"},))])
    tuning = after(SetPin("a/b", True), SetPin("a/*", True), SetPin("a/gone", True), SetPin("c/*", True))
    assert tuning.unknown_tools(catalog) == ("a/gone", "c/*")


def test_the_first_toolset_names_configs_relative_to_itself() -> None:
    configs = ["/p/.mcp.json", "/p/sub/x.json", "/home/me/c.json", "/p/.mcp.json", "/pp/y.json"]
    tuning = initial_tuning(configs, "codex", folder="/p")
    assert tuning == Tuning(host="codex", configs=(".mcp.json", "sub/x.json", "/home/me/c.json", "/pp/y.json"))


def test_a_long_sitting_keeps_the_latest_steps() -> None:
    history = EditHistory.of(Tuning())
    for number in range(MOST_STEPS + 20):
        history = history.do(SetWords("a/x", f"words {number}"))
    assert len(history.past) == MOST_STEPS
    assert history.undo().present.for_tool("a/x").words == f"words {MOST_STEPS + 18}"
