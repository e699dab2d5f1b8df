"""Realistic transcripts of both clients, whole, damaged, and repeated; and the CSV."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.errors import FileError
from inspector.usage import claude_code, codex, csv_counts


def lines(*objects: Any) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


def assistant(message: str, *blocks: dict[str, Any], session: str = "s1", time: str = "2026-11-01T10:00:00Z") -> Any:
    return {
        "type": "assistant",
        "sessionId": session,
        "timestamp": time,
        "message": {"id": message, "role": "assistant", "content": list(blocks)},
    }


def use(id_: str, name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": {"q": "secret"}}


TEXT = {"type": "text", "text": "I use mcp__x__y now."}


def test_claude_code_counts_a_message_written_in_several_lines_once() -> None:
    found = claude_code.read(
        lines(
            {"type": "user", "sessionId": "s1", "message": {"role": "user", "content": "find it"}},
            assistant("m1", TEXT),
            assistant("m1", use("t1", "ToolSearch")),
            assistant("m2", use("t2", "mcp__github__create_issue"), use("t3", "mcp__github__list"), time="2026-11-02"),
            {"type": "user", "sessionId": "s1", "message": {"content": [{"type": "tool_result", "tool_use_id": "t2"}]}},
            # A resumed session repeats what went before.
            assistant("m2", use("t2", "mcp__github__create_issue")),
            {"type": "summary", "summary": "…"},
            assistant("m3", TEXT, session="s2"),
        ),
        "file",
    )
    assert [(call.name, call.conversation) for call in found.calls] == [
        ("ToolSearch", "s1"),
        ("mcp__github__create_issue", "s1"),
        ("mcp__github__list", "s1"),
    ]
    assert found.turns == {"s1": 2, "s2": 1}
    assert found.damaged == 0


def test_claude_code_passes_over_damaged_lines() -> None:
    text = (
        lines(assistant("m1", use("t1", "a"))) + '{"type": "assistant", "mess\n[1]\n\n' + lines({"type": "assistant"})
    )
    found = claude_code.read(text, "file")
    assert [call.name for call in found.calls] == ["a"]
    assert found.damaged == 2


def test_claude_code_without_session_takes_the_files_name() -> None:
    line = assistant("m1", use("t1", "a"))
    del line["sessionId"]
    assert claude_code.read(lines(line), "abc").turns == {"abc": 1}


def item(kind: str, **payload: Any) -> Any:
    return {"timestamp": "2026-11-01T10:00:00Z", "type": kind, "payload": payload}


def test_codex_joins_the_models_call_and_the_event_of_one_id() -> None:
    found = codex.read(
        lines(
            item("session_meta", id="c1", cwd="/x", cli_version="0.171.0"),
            item("turn_context", model="gpt-5.5"),
            item("response_item", type="message", role="user", content=[]),
            item(
                "response_item",
                type="function_call",
                namespace="mcp__git_hub",
                name="make",
                call_id="1",
                arguments="{}",
            ),
            item(
                "event_msg", type="mcp_tool_call_begin", call_id="1", invocation={"server": "git-hub", "tool": "make"}
            ),
            item("event_msg", type="mcp_tool_call_end", call_id="1", invocation={"server": "git-hub", "tool": "make"}),
            item("response_item", type="function_call", name="shell", call_id="2", arguments="{}"),
            item("response_item", type="message", role="assistant", content=[]),
        ),
        "file",
    )
    assert [(call.name, call.server, call.tool, call.conversation) for call in found.calls] == [
        ("git-hub/make", "git-hub", "make", "c1"),
        ("shell", None, None, "c1"),
    ]
    assert found.turns == {"c1": 3}


def test_codex_reads_older_files_without_envelope() -> None:
    found = codex.read(
        lines(
            {"id": "old", "timestamp": "2025-06-01", "instructions": None},
            {"type": "function_call", "name": "server__tool", "call_id": "1", "arguments": "{}"},
        ),
        "file",
    )
    assert [(call.name, call.conversation) for call in found.calls] == [("server__tool", "old")]


@given(
    st.lists(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda x: (
                st.lists(x)
                | st.dictionaries(
                    st.sampled_from(["type", "message", "payload", "content", "name", "id", "sessionId"]), x
                )
            ),
            max_leaves=12,
        )
    )
)
def test_nothing_on_a_line_breaks_the_readers(values: list[Any]) -> None:
    text = lines(*values)
    for read in (claude_code.read, codex.read):
        assert read(text, "file").damaged <= len(values)


def test_csv_with_counts_and_with_single_calls() -> None:
    found = csv_counts.read("\ufeffTool,Calls,Last\ngithub/create_issue,12,2026-11-01\n,3,\nfiles/read,,\n", "uses")
    assert [(call.name, call.times, call.time) for call in found.calls] == [
        ("github/create_issue", 12, "2026-11-01"),
        ("files/read", 1, ""),
    ]
    grouped = csv_counts.read("tool,conversation\na/b,x\na/b,x\n", "uses")
    assert {call.conversation for call in grouped.calls} == {"x"}


@pytest.mark.parametrize(("text", "expected"), [("name,calls\n", "no column “tool”"), ("", "no column “tool”")])
def test_a_csv_without_tools_says_so(text: str, expected: str) -> None:
    with pytest.raises(FileError) as raised:
        csv_counts.read(text, "uses")
    assert expected in raised.value.message


def test_a_wrong_row_hides_no_other() -> None:
    found = csv_counts.read("tool,calls\na/b,-1\nc/d,2\n", "uses")
    assert [(call.name, call.times) for call in found.calls] == [("c/d", 2)]
    (problem,) = found.problems
    assert "uses:2" in problem.message
    assert found.damaged == 1
