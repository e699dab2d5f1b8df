"""What clients' files say about tools: lists, switches and pins, each with the reason that names the file."""

from __future__ import annotations

import pytest

from inspector.config import ToolList, ToolRules, ToolSwitches


@pytest.mark.parametrize(
    ("rules", "hidden"),
    [
        (ToolRules("f"), {}),
        (ToolRules("f", allow=ToolList("tools", ("a",))), {"b": "hidden: not in tools of f"}),
        (ToolRules("f", allow=ToolList("tools", ())), dict.fromkeys("ab", "hidden: not in tools of f")),
        (ToolRules("f", deny=ToolList("disabledTools", ("a",))), {"a": "hidden by disabledTools in f"}),
        (
            ToolRules("f", allow=ToolList("on", ("a", "b")), deny=ToolList("off", ("a",))),
            {"a": "hidden by off in f"},
        ),
        (
            ToolRules("f", switches=ToolSwitches("tools", "s_", (("*", False), ("s_b", True)))),
            {"a": "hidden by tools in f"},
        ),
        (ToolRules("f", switches=ToolSwitches("tools", "s_", (("other_*", False),))), {}),
    ],
)
def test_hidden_tools(rules: ToolRules, hidden: dict[str, str]) -> None:
    assert {tool: reason for tool in "ab" if (reason := rules.hidden_reason(tool))} == hidden
    assert rules.hidden_reason("*") is None


def test_an_exact_name_beats_the_star() -> None:
    rules = ToolRules("f", pins={"*": True, "a": False}, pin_key="alwaysLoad", words={"*": "all", "b": "bee"})
    assert (rules.pin("a"), rules.pin("b"), rules.pin("*")) == (False, True, True)
    assert (rules.words_of("a"), rules.words_of("b")) == ("all", "bee")
    assert (rules.pinned_reason("a"), rules.pinned_reason("b")) == (None, "pinned by alwaysLoad in f")
    assert not rules.empty
    assert ToolRules("f", pin_key="x").empty
