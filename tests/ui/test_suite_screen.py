"""The Suite screen: running, reasons, advice taken and taken back, cases added and written, other hosts."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from inspector.tuning.edits import SetPin, SetWords
from inspector.ui.app import InspectorApp
from inspector.ui.screens.search import SearchScreen
from inspector.ui.widgets.virtual_table import VirtualTable
from inspector.workspace.inputs import Inputs
from tests.ui.conftest import screen_text
from tests.ui.journeys import opened, saved_listing, settle, type_text

TOOLS = [
    {"name": name, "description": text, "inputSchema": {"type": "object"}}
    for name, text in [("create_issue", "make an issue"), ("refund", "give money back"), ("ping", "an answer")]
]
SUITE = """
[[case]]
query = "create issue"
relevant = ["s/create_issue"]
[[case]]
query = "reimburse customer"
relevant = ["s/refund"]
"""


def inputs(folder: Path, suite: str | None = SUITE) -> Inputs:
    (folder / "toolset.toml").write_text("window = 9000\n", encoding="utf-8")
    if suite is not None:
        (folder / "suite.toml").write_text(suite, encoding="utf-8")
    return Inputs(toolset=str(folder / "toolset.toml"), listings=(("", str(saved_listing(folder, TOOLS, "s"))),))


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_suite_beside_the_toolset_runs_by_itself(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(inputs(tmp_path), size=size, first="suite") as (app, pilot):
        await settle(app, pilot)
        shown = screen_text(app)
        assert "1 of 2 found" in shown
        assert "✕" in shown
        await pilot.press("down")
        await settle(app, pilot)
        assert "not found" in screen_text(app)


async def test_advice_is_taken_and_taken_back(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("down", "a")
        await settle(app, pilot)
        assert "words of s/refund" in screen_text(app)
        await pilot.press("t")
        await settle(app, pilot)
        assert app.session.tuning.for_tool("s/refund").words
        assert "2 of 2 found" in screen_text(app)
        assert "▲" in screen_text(app)
        await pilot.press("u")
        await settle(app, pilot)
        assert "1 of 2 found" in screen_text(app)


async def test_queries_are_added_removed_and_written(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("n")
        await pilot.pause()
        await type_text(pilot, "are you there")
        await pilot.press("enter")
        await pilot.pause()
        await type_text(pilot, "ping")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.screen.query_one("#case-table", VirtualTable).row_count == 3
        await pilot.press("x", "w")
        await settle(app, pilot)
    text = (tmp_path / "suite.toml").read_text(encoding="utf-8")
    assert "are you there" in text
    assert "create issue" not in text
    assert (tmp_path / "suite.toml.bak").exists()


async def test_other_hosts_stand_beside(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("c")
        await pilot.pause()
        await type_text(pilot, "codex")
        await pilot.press("enter")
        await settle(app, pilot)
        table = app.screen.query_one("#case-table", VirtualTable)
        assert [column.label for column in table.columns][-2:] == ["x-code-cli", "codex"]
        assert "codex: " in screen_text(app)


async def test_a_query_goes_to_the_search_screen_and_back_into_the_suite(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("enter")
        await settle(app, pilot)
        assert isinstance(app.screen, SearchScreen)
        await settle(app, pilot)
        await pilot.press("slash", "ctrl+u")
        await type_text(pilot, "make issue")
        await settle(app, pilot)
        await pilot.press("enter", "plus")
        await settle(app, pilot)
        assert app.suite is not None
        assert app.suite.suite.cases[-1].query == "make issue"
        assert app.suite.unsaved


async def test_without_a_suite_it_says_what_to_do(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, None), first="suite") as (app, pilot):
        await settle(app, pilot)
        assert "Press o to open one" in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        await type_text(pilot, str(tmp_path / "no.toml"))
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.suite is None


async def test_cases_meant_for_one_host_do_not_shift_the_others_ranks(tmp_path: Path) -> None:
    suite = '[[case]]\nquery = "money back"\nrelevant = ["s/refund"]\nhost = "x-code-cli"\n' + SUITE
    async with opened(inputs(tmp_path, suite), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("c")
        await pilot.pause()
        await type_text(pilot, "codex")
        await pilot.press("enter")
        await settle(app, pilot)
        lines = [line for line in screen_text(app).splitlines() if "s/" in line]
        only, found, missed = (next(line for line in lines if words in line) for words in ("money", "create", "reimb"))
        assert only.split("│")[1].split()[-2:] == ["1", "–"]
        assert found.split("│")[1].split()[-2:] == ["1", "1"]
        assert missed.split("│")[1].split()[-1] == "none"


@pytest.mark.parametrize("meanwhile", ["up", "edit"])
async def test_advice_holds_only_for_what_it_was_given_for(tmp_path: Path, meanwhile: str) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("down", "a")
        if meanwhile == "up":
            await pilot.press("up")
        else:
            app.set_value("limit", 3)
        await settle(app, pilot)
        before = app.session
        await pilot.press("t")
        await settle(app, pilot)
        assert app.session is before
        assert "words of" not in screen_text(app)


async def test_reasons_come_after_the_cursor_rests(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("down")
        await settle(app, pilot)
        assert "no term of the query earns anything" in " ".join(screen_text(app).replace("│", " ").split())


@pytest.mark.parametrize(("answer", "written"), [("w", True), ("q", False), ("s", False)])
async def test_an_unwritten_suite_is_not_dropped_unasked(tmp_path: Path, answer: str, written: bool) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("x")
        await settle(app, pilot)
        await pilot.press("q")
        await pilot.pause()
        assert "Leave the suite unwritten?" in screen_text(app)
        await pilot.press(answer)
        if answer == "s":
            await settle(app, pilot)
            assert app.suite is not None
            assert app.suite.unsaved
    assert ("create issue" not in (tmp_path / "suite.toml").read_text(encoding="utf-8")) is written
    assert app.return_code == (None if answer == "s" else 0)


async def test_opening_another_suite_asks_about_the_unwritten_one(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[[case]]\nquery = "ping"\nrelevant = ["s/ping"]\n', encoding="utf-8")
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        for answer in ("escape", "o"):
            await pilot.press("x", "o")
            await pilot.pause()
            await type_text(pilot, str(other))
            await pilot.press("enter")
            await pilot.pause(0.2)
            assert "Leave the suite unwritten?" in screen_text(app)
            await pilot.press(answer)
            await settle(app, pilot)
            assert app.suite is not None
            if answer == "escape":
                assert app.suite.path == str(tmp_path / "suite.toml")
        assert app.suite.path == str(other)
        assert [case.query for case in app.suite.suite.cases] == ["ping"]


async def test_a_query_kept_before_the_suite_is_shown_joins_the_one_beside_the_toolset(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="search") as (app, pilot):
        await type_text(pilot, "make issue")
        await settle(app, pilot)
        await pilot.press("enter", "plus")
        await settle(app, pilot)
        assert app.suite is not None
        assert [case.query for case in app.suite.suite.cases] == ["create issue", "reimburse customer", "make issue"]
        assert app.suite.path == str(tmp_path / "suite.toml")


async def add_hosts(app: InspectorApp, pilot: Pilot[int], *hosts: str) -> None:
    for each in hosts:
        await pilot.press("c")
        await pilot.pause()
        await type_text(pilot, each)
        await pilot.press("enter")
        await settle(app, pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_what_changed_since_the_last_run_stands_by_case_and_host(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(inputs(tmp_path), size=size, first="suite") as (app, pilot):
        await settle(app, pilot)
        await add_hosts(app, pilot, "codex")
        assert "since the" not in screen_text(app)
        app.edit(SetWords("s/refund", "reimburse"))
        await settle(app, pilot)
        shown = screen_text(app)
        assert "since the last run" in shown
        assert "changed: words of s/refund" in shown
        assert shown.count("▲ 1 ▼ 0  recall@limit 0.50 → 1.00  MRR 0.50 → 1.00") == 2
        (row,) = (line for line in shown.splitlines() if "reimb" in line and "none" in line)
        assert row.split("│")[1].split()[-4:] == ["▲", "none→1", "▲", "none→1"]
        await pilot.press("4")
        await settle(app, pilot)
        await pilot.press("5")
        await settle(app, pilot)
        assert "none→1" in screen_text(app)  # looking elsewhere is no run
        app.edit(SetPin("s/ping", True))
        await settle(app, pilot)
        assert screen_text(app).count("no query moved, recall@limit 1.00, MRR 1.00") == 2
        await pilot.press("u", "u")
        await settle(app, pilot)
        assert "1→none" in screen_text(app)


async def test_unsaved_edits_are_compared_with_the_saved_toolset_at_first(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path)) as (app, pilot):
        app.edit(SetWords("s/refund", "reimburse"))
        await settle(app, pilot)
        await pilot.press("5")
        await settle(app, pilot)
        assert "since the saved toolset: ▲ 1 ▼ 0" in screen_text(app)


async def test_a_case_is_edited_in_all_its_parts(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, "# mine\n" + SUITE), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("down", "e")
        await pilot.pause()
        assert "Edit the query" in screen_text(app)
        await pilot.press("ctrl+u")
        await type_text(pilot, "money back")
        await pilot.press("tab")
        await type_text(pilot, ", s/pi")
        await pilot.pause(0.2)
        await pilot.press("right", "tab")
        await type_text(pilot, "codec")
        await pilot.press("enter")
        await pilot.pause()
        assert "“codec” is no host" in screen_text(app)
        await pilot.press("backspace")
        await type_text(pilot, "x")
        await pilot.press("down")
        await type_text(pilot, "why")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.suite is not None
        case = app.suite.suite.cases[1]
        assert (case.query, case.relevant, case.host, case.note) == (
            "money back",
            ("s/refund", "s/ping"),
            "codex",
            "why",
        )
        assert "Meant for codex only" in screen_text(app)
        await pilot.press("w")
        await settle(app, pilot)
        text = (tmp_path / "suite.toml").read_text(encoding="utf-8")
        assert text.startswith("# mine\n")
        assert 'note = "why"' in text
        await pilot.press("z")
        await settle(app, pilot)
        assert app.suite.suite.cases[1].query == "reimburse customer"
        assert app.suite.unsaved


async def test_what_was_removed_comes_back(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("x", "z")
        await settle(app, pilot)
        assert app.suite is not None
        assert not app.suite.unsaved
        assert [case.query for case in app.suite.suite.cases] == ["create issue", "reimburse customer"]
        await pilot.press("z")
        await settle(app, pilot)
        assert not app.suite.unsaved


@pytest.mark.parametrize("answer", ["w", "d"])
async def test_a_suite_somebody_else_changed_is_asked_about(tmp_path: Path, answer: str) -> None:
    async with opened(inputs(tmp_path), first="suite") as (app, pilot):
        await settle(app, pilot)
        theirs = SUITE + "# theirs\n"
        (tmp_path / "suite.toml").write_text(theirs, encoding="utf-8")
        await pilot.press("x", "w")
        await pilot.pause(0.2)
        await until(app, pilot, "Somebody changed it")
        await pilot.press(answer)
        await settle(app, pilot)
    text = (tmp_path / "suite.toml").read_text(encoding="utf-8")
    assert (text == theirs) is (answer == "d")
    assert (tmp_path / "suite.toml.bak").exists() is (answer == "w")


async def test_comments_that_cannot_be_kept_are_asked_about(tmp_path: Path) -> None:
    inline = '# mine\ncase = [{query = "q", relevant = ["s/ping"]}, {query = "r", relevant = ["s/ping"]}]\n'
    async with opened(inputs(tmp_path, inline), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("x", "w")
        await pilot.pause(0.2)
        await until(app, pilot, "without its comments")
        await pilot.press("escape")
        await settle(app, pilot)
    assert (tmp_path / "suite.toml").read_text(encoding="utf-8") == inline


@pytest.mark.parametrize("first", ["tools", "search"])
async def test_the_words_dialog_tells_the_effect_on_the_suite(tmp_path: Path, first: str) -> None:
    async with opened(inputs(tmp_path), first=first) as (app, pilot):
        if first == "search":
            await type_text(pilot, "give")
            await settle(app, pilot)
            await pilot.press("enter")
        else:
            app.go_to_tool("s/refund")
        await settle(app, pilot)
        await pilot.press("e")
        await until(app, pilot, "2 queries of the suite in x-code-cli: no query moved")
        await type_text(pilot, "reimburse")
        await until(app, pilot, "▲ 1 ▼ 0 recall@limit 0.50 → 1.00")
        assert "▲ reimburse customer" in screen_text(app)
        assert not app.session.unsaved
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.tuning.for_tool("s/refund").words == "reimburse"


async def test_without_a_readable_suite_words_are_edited_all_the_same(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, "case = ["), first="tools") as (app, pilot):
        app.go_to_tool("s/refund")
        await settle(app, pilot)
        await pilot.press("e")
        await type_text(pilot, "reimburse")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.session.tuning.for_tool("s/refund").words == "reimburse"


@pytest.mark.parametrize("hosts", [("codex", "foundry"), ("gemini-cli", "claude-code")])
async def test_three_hosts_fit_or_scroll_on_a_small_terminal(tmp_path: Path, hosts: tuple[str, str]) -> None:
    async with opened(inputs(tmp_path), size=(80, 24), first="suite") as (app, pilot):
        await settle(app, pilot)
        await add_hosts(app, pilot, *hosts)
        app.edit(SetWords("s/refund", "reimburse"))
        await settle(app, pilot)
        pane, text = app.screen.query_one("#measures-pane"), app.screen.query_one("#measures")
        assert text.size.height <= pane.size.height or pane.max_scroll_y > 0
        assert all(f"{each}:" in screen_text(app) for each in ("x-code-cli", *hosts))
        assert app.screen.query_one("#case-table").size.height >= 3


@pytest.mark.parametrize("text", ["", "# mine\n"])
async def test_an_empty_suite_file_takes_its_first_query(tmp_path: Path, text: str) -> None:
    async with opened(inputs(tmp_path, text), first="suite") as (app, pilot):
        await settle(app, pilot)
        assert "The suite has no query." in screen_text(app)
        await pilot.press("n")
        await pilot.pause()
        await type_text(pilot, "are you there")
        await pilot.press("enter")
        await pilot.pause()
        await type_text(pilot, "ping")
        await pilot.press("enter")
        await settle(app, pilot)
        await pilot.press("w")
        await settle(app, pilot)
    written = (tmp_path / "suite.toml").read_text(encoding="utf-8")
    assert written.startswith(text)
    assert "are you there" in written


async def test_a_broken_suite_file_is_told_in_its_pane(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, "case = ["), first="suite") as (app, pilot):
        await settle(app, pilot)
        await until(app, pilot, "is not valid TOML")


async def test_an_imported_jsonl_suite_is_written_to_a_file_of_its_own(tmp_path: Path) -> None:
    lines = tmp_path / "old.jsonl"
    text = '{"query": "ping", "relevant": ["s/ping"], "id": 7}\n{"query": "no tool"}\n'
    lines.write_text(text, encoding="utf-8")
    async with opened(inputs(tmp_path, None), first="suite") as (app, pilot):
        await settle(app, pilot)
        await pilot.press("o")
        await pilot.pause()
        await type_text(pilot, str(lines))
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.suite is not None
        assert [problem.line for problem in app.suite.problems] == [2]
        assert "Suite · read from" in screen_text(app)
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("ctrl+u")
        await type_text(pilot, str(tmp_path / "new.toml"))
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.suite.path == str(tmp_path / "new.toml")
    assert lines.read_text(encoding="utf-8") == text
    assert 'query = "ping"' in (tmp_path / "new.toml").read_text(encoding="utf-8")


async def until(app: InspectorApp, pilot: Pilot[int], words: str) -> None:
    """Wait until `words` are on the screen."""
    for _ in range(200):
        await pilot.pause(0.05)
        if words in " ".join(screen_text(app).replace("│", " ").split()):
            return
    raise AssertionError(screen_text(app))


async def test_without_a_suite_every_pane_says_what_to_do(tmp_path: Path) -> None:
    async with opened(inputs(tmp_path, None), first="suite") as (app, pilot):
        assert "No query is chosen. Press n and write one" in " ".join(screen_text(app).replace("│", " ").split())
        await pilot.press("6")
        await settle(app, pilot)
        assert "No request is chosen. Press o and play a script." in " ".join(
            screen_text(app).replace("│", " ").split()
        )
