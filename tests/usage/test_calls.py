"""Counting calls: mapped back by raw names, by the names models see, and what matches nothing."""

from __future__ import annotations

from inspector.usage.calls import ToolCall, Transcript, tally

IDS = ["github/create_issue", "files/read", "a/b"]
NAMES = {"mcp__github__create_issue": "github/create_issue", "mcp__files__read": "files/read"}


def test_calls_are_counted_per_tool_and_conversation() -> None:
    first = Transcript(
        (
            ToolCall("mcp__github__create_issue", "one", "2026-11-01T10:00:00Z"),
            ToolCall("mcp__github__create_issue", "one", "2026-11-02T10:00:00Z"),
            ToolCall("Bash", "one"),
        ),
        {"one": 5},
    )
    second = Transcript((ToolCall("x", "two", "2026-10-01", "github", "create_issue"),), {"two": 3, "three": 1})
    used = tally([first, second], IDS, NAMES)
    assert [(use.tool, use.calls, use.conversations, use.last) for use in used.tools] == [
        ("github/create_issue", 3, 2, "2026-11-02T10:00:00Z")
    ]
    assert used.unknown == (("Bash", 1),)
    assert (used.conversations, used.turns, used.turns_per_conversation) == (3, 9, 3.0)


def test_a_summary_row_counts_for_many_and_ids_are_names_too() -> None:
    used = tally([Transcript((ToolCall("a/b", "c", times=7), ToolCall("files/read", "c")), {})], IDS, NAMES)
    assert [(use.tool, use.calls) for use in used.tools] == [("a/b", 7), ("files/read", 1)]
    assert used.conversations == 1
    assert used.turns_per_conversation is None


def test_raw_names_of_a_server_that_is_gone_fall_back_to_the_name() -> None:
    used = tally([Transcript((ToolCall("mcp__files__read", "c", "", "gone", "read"),), {})], IDS, NAMES)
    assert [use.tool for use in used.tools] == ["files/read"]


def test_nothing_read_is_no_conversation() -> None:
    used = tally([], IDS, NAMES)
    assert (used.tools, used.unknown, used.conversations, used.turns_per_conversation) == ((), (), 0, None)
