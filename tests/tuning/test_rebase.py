"""Unsaved edits stay when somebody else changes the file, and everything else of the file is taken."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.tuning import SetHidden, SetPin, SetValue, SetWords, Tuning
from inspector.tuning.edits import Edit
from inspector.tuning.model import ToolEdits
from inspector.tuning.rebase import FileChange, file_changes, rebased

tools = st.sampled_from(["s/a", "s/b", "s/*"])
edits = st.one_of(
    st.builds(SetPin, tools, st.booleans()),
    st.builds(SetHidden, tools, st.booleans()),
    st.builds(SetWords, tools, st.sampled_from(["one", "two words", ""])),
    st.builds(SetValue, st.just("window"), st.integers(1000, 9000)),
    st.builds(SetValue, st.just("model"), st.sampled_from(["claude-sonnet-4-5", None])),
)


def made(steps: list[Edit], base: Tuning) -> Tuning:
    for step in steps:
        base = step.apply(base)
    return base


tunings = st.lists(edits, max_size=4).map(lambda steps: made(steps, Tuning()))


@given(base=tunings, found=tunings)
def test_without_edits_the_file_holds(base: Tuning, found: Tuning) -> None:
    assert rebased(base, base, found) == found


@given(base=tunings, mine=tunings)
def test_without_a_change_in_the_file_the_edits_hold(base: Tuning, mine: Tuning) -> None:
    assert rebased(mine, base, base) == mine


@settings(max_examples=200)
@given(base=tunings, mine=tunings, found=tunings)
def test_each_value_comes_from_the_side_that_changed_it_and_mine_wins(
    base: Tuning, mine: Tuning, found: Tuning
) -> None:
    result = rebased(mine, base, found)
    for values in (lambda each: (each.window, each.model), lambda each: _decisions(each)):
        for one, two, three, four in zip(*map(values, (result, mine, base, found)), strict=True):
            assert one == (four if two == three else two)


def _decisions(tuning: Tuning) -> list[Any]:
    every = [tuning.edits.get(name, ToolEdits()) for name in ("s/a", "s/b", "s/*")]
    return [value for each in every for value in (each.pin, each.hide, each.words)]


def test_texts_and_exports_are_taken_by_name() -> None:
    base = Tuning(exports=MappingProxyType({"a": {"x": 1}, "b": {"y": 1}}))
    mine = replace(base, exports=MappingProxyType({"a": {"x": 2}, "b": {"y": 1}}))
    found = replace(base, exports=MappingProxyType({"a": {"x": 1}, "c": {}}))
    assert dict(rebased(mine, base, found).exports) == {"a": {"x": 2}, "c": {}}


@pytest.mark.parametrize(
    ("mine", "found", "told"),
    [
        ([], [SetPin("s/a", True)], [FileChange("s/a pin", False)]),
        ([SetPin("s/a", True)], [SetPin("s/a", True)], [FileChange("s/a pin", False)]),
        ([SetPin("s/a", False)], [SetPin("s/a", True)], [FileChange("s/a pin", True)]),
        ([SetValue("window", 1)], [SetValue("window", 2)], [FileChange("window", True)]),
        ([SetValue("window", 1)], [], []),
    ],
)
def test_what_changed_in_the_file_is_told(mine: list[Edit], found: list[Edit], told: list[FileChange]) -> None:
    base = Tuning()
    assert list(file_changes(made(mine, base), base, made(found, base))) == told
