"""Suites over inspections: files, runs under other tunings, and advice taken into a session or a toolset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.catalog import Listing, build_catalog
from inspector.errors import UsageError
from inspector.hosts import host
from inspector.resources import bundled_file
from inspector.suites import Case, Suite, compare_results
from inspector.tuning.load import load_tuning
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.inspection import Inspection
from inspector.workspace.open_suite import OpenSuite, open_suite
from inspector.workspace.opening import open_inputs
from inspector.workspace.suite_advice import adviser_for, as_edit, toolset_with
from inspector.workspace.suite_files import read_suite
from inspector.workspace.suite_runs import run, with_toolset

TOOLSET = '# mine\ndefault_host = "foundry"\n\n[tools."shop/refund"]\nwords = "money"  # as support says it\n'
TOOLS = tuple(
    {"name": name, "description": text, "inputSchema": {"type": "object"}}
    for name, text in (("refund", "Return a payment"), ("order", "Place an order"), ("ship", "Ship an order"))
)
SUITE = Suite((Case("cashback", ("shop/refund",)), Case("ship an order", ("shop/ship",), "codex")))


@pytest.fixture
def toolset(tmp_path: Path) -> Path:
    """A toolset with a comment that has to survive."""
    path = tmp_path / "toolset.toml"
    path.write_text(TOOLSET, encoding="utf-8")
    return path


def inspect(toolset: Path, host_id: str = "foundry") -> Inspection:
    """Return the small shop through a host, under the tuning in `toolset`."""
    opened = open_inputs(Inputs(toolset=str(toolset)))
    return Inspector(build_catalog([Listing("shop", TOOLS)]), Overrides()).inspect(host(host_id), opened.tuning)


def test_a_suite_made_here_is_saved_and_read_again(tmp_path: Path) -> None:
    path = str(tmp_path / "suite.toml")
    made, backup = OpenSuite(SUITE).saved(path)
    assert (backup, made.path, made.unsaved) == (None, path, False)
    read = read_suite(path)
    assert read.problems == ()
    assert [(case.query, case.relevant, case.host) for case in read.suite.cases] == [
        (case.query, case.relevant, case.host) for case in SUITE.cases
    ]
    _, backup = made.without(made.suite.cases[1]).saved(path)
    assert backup is not None
    assert "ship an order" in backup.read_text("utf-8")


def test_what_writing_would_lose_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    text = '{"query": "q", "relevant": ["s/a"], "mine": 1}\n'
    path.write_text(text, encoding="utf-8")
    read = open_suite(str(path))
    assert (read.path, read.proposed_path, len(read.suite.cases)) == (None, "s.toml", 1)
    with pytest.raises(UsageError, match="exists already"):
        read.saved(str(path))
    assert path.read_text(encoding="utf-8") == text
    saved, backup = read.saved(str(tmp_path / "new.toml"))
    assert (backup, saved.unsaved) == (None, False)
    assert open_suite(str(tmp_path / "new.toml")).path == str(tmp_path / "new.toml")


def test_a_case_for_an_unknown_host_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "suite.toml"
    path.write_text('[[case]]\nquery = "a"\nrelevant = ["shop/order"]\nhost = "foundri"\n', encoding="utf-8")
    (problem,) = read_suite(str(path)).problems
    assert problem.line == 1
    assert "foundry" in problem.hint


def test_a_run_takes_the_cases_meant_for_the_host(toolset: Path) -> None:
    assert [len(run(inspect(toolset, name), SUITE).cases) for name in ("foundry", "codex")] == [1, 2]


def test_a_host_without_search_runs_no_case(toolset: Path) -> None:
    assert run(inspect(toolset, "gemini-cli"), SUITE).cases == ()


def test_another_tuning_is_compared_on_the_same_tools(toolset: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[tools."shop/refund"]\nwords = "cashback"\n', encoding="utf-8")
    inspection = inspect(toolset)
    with_other = with_toolset(inspection, str(other), (), Overrides())
    found = compare_results(run(inspection, SUITE), run(with_other, SUITE))
    assert [pair.after.case.query for pair in found.wins] == ["cashback"]


def test_advice_goes_into_the_toolset_and_leaves_the_rest(toolset: Path) -> None:
    inspection = inspect(toolset)
    advice = adviser_for(inspection, SUITE).advise(0)
    wanted = toolset_with(open_inputs(Inputs(toolset=str(toolset))), as_edit(inspection, advice.fixes))
    assert wanted.path == str(toolset)
    assert wanted.text == TOOLSET.replace('"money"', '"money cashback"')
    toolset.write_text(wanted.text, encoding="utf-8")
    assert load_tuning(toolset).for_tool("shop/refund").words == "money cashback"
    assert run(inspect(toolset), SUITE).metrics.recall_at_limit == 1


def test_advice_is_one_step(toolset: Path) -> None:
    inspection = inspect(toolset)
    edit = as_edit(inspection, adviser_for(inspection, SUITE).advise(0).fixes)
    assert edit.label == "take advice"
    assert edit.apply(inspection.tuning).for_tool("shop/refund").words == "money cashback"


def test_the_installations_own_toolset_is_never_written(toolset: Path) -> None:
    edit = as_edit(inspect(toolset), ())
    demo = bundled_file("sample_configs", "demo.toml")
    with pytest.raises(UsageError, match="belongs to the installation"):
        toolset_with(open_inputs(Inputs(toolset=str(demo))), edit)
    with pytest.raises(UsageError, match="no toolset"):
        toolset_with(open_inputs(Inputs(configs=(str(demo.parent / "demo.mcp.json"),))), edit)


COMMENTED = """\
# my suite

# support says it so
[[case]]
query = "cashback" # from a ticket
relevant = ["shop/refund"]

[[case]]
query = "no tool"

# about shipping
[[case]]
query = "ship an order"
relevant = ["shop/ship"]
"""


def test_saving_keeps_comments_and_what_could_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "suite.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    read = open_suite(str(path))
    assert (read.path, len(read.problems), read.loses_comments) == (str(path), 1, False)
    first, last = read.suite.cases
    changed = read.editing(first, replace(first, query="money back", note="n")).without(last)
    assert changed.unsaved
    saved, backup = changed.saved(str(path))
    assert backup is not None
    assert backup.read_text(encoding="utf-8") == COMMENTED
    text = path.read_text(encoding="utf-8")
    assert 'query = "money back" # from a ticket\nrelevant = ["shop/refund"]\nnote = "n"\n' in text
    assert "# support says it so" in text
    assert 'query = "no tool"' in text
    assert "ship" not in text
    assert [case.query for case in saved.suite.cases] == ["money back"]
    assert not saved.unsaved


def test_changes_are_taken_back_one_by_one_also_after_writing(tmp_path: Path) -> None:
    path = tmp_path / "suite.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    read = open_suite(str(path))
    first, last = read.suite.cases
    saved, _ = read.without(first).editing(last, replace(last, note="n")).saved(str(path))
    back = saved.undone()
    assert [(case.query, case.note) for case in back.suite.cases] == [("ship an order", "")]
    again = back.undone()
    assert [case.query for case in again.suite.cases] == ["cashback", "ship an order"]
    assert again.undone() is again
    assert again.unsaved
    again.saved(str(path))
    assert [case.query for case in open_suite(str(path)).suite.cases] == ["cashback", "ship an order"]
    assert read.without(first).undone().unsaved is False


def test_a_suite_that_has_to_be_written_anew_says_so(tmp_path: Path) -> None:
    path = tmp_path / "suite.toml"
    path.write_text('# mine\ncase = [{query = "q", relevant = ["s/a"]}]\n', encoding="utf-8")
    read = open_suite(str(path))
    changed = read.editing(read.suite.cases[0], Case("r", ("s/a",)))
    assert changed.loses_comments
    changed.saved(str(path))
    assert open_suite(str(path)).suite.cases[0].query == "r"


def test_a_file_that_changed_meanwhile_is_noticed_and_an_empty_suite_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "suite.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    read = open_suite(str(path))
    assert read.changed_on_disk() is False
    path.write_text(COMMENTED + "# theirs\n", encoding="utf-8")
    assert read.changed_on_disk() is True
    empty = OpenSuite().adding(SUITE.cases[0])
    empty = empty.without(empty.suite.cases[0])
    with pytest.raises(UsageError, match="written as TOML"):
        read.saved(str(tmp_path / "new.jsonl"))
    with pytest.raises(UsageError, match="without a query"):
        empty.saved(str(tmp_path / "new.toml"))
