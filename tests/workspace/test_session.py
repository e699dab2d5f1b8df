"""A sitting: edits and overrides, what is shared between sessions, and saving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.tuning.edits import SetPin, SetWords
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.saving import save, save_path
from inspector.workspace.session import Session


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    """A toolset with a comment, and a saved listing."""
    (tmp_path / "toolset.toml").write_text("# mine\nwindow = 1000\n", encoding="utf-8")
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("a", "b")]
    (tmp_path / "s.json").write_text(json.dumps({"server": "s", "tools": tools}), encoding="utf-8")
    return Inputs(toolset=str(tmp_path / "toolset.toml"), listings=(("", str(tmp_path / "s.json")),))


def test_an_edit_shares_what_does_not_depend_on_it(inputs: Inputs) -> None:
    session = Session.begin(inputs)
    edited = session.do(SetPin("s/a", True))
    assert edited.inspection.view is session.inspection.view
    assert edited.inspection_as_saved is session.inspection
    assert edited.undo().inspection is session.inspection
    assert edited.inspection.plan.by_tool["s/a"].state == "pinned"
    assert (session.unsaved, edited.unsaved, edited.undo().unsaved) == (False, True, False)


def test_an_override_holds_until_the_same_setting_is_edited_and_is_never_saved(inputs: Inputs, tmp_path: Path) -> None:
    session = Session.begin(Inputs(inputs.toolset, listings=inputs.listings, overrides=Overrides(window=5, limit=3)))
    assert (session.tuning.window, session.tuning.limit, session.unsaved) == (5, 3, False)
    edited = session.set_value("window", 77)
    assert (edited.tuning.window, edited.tuning.limit) == (77, 3)
    save(edited)
    assert (tmp_path / "toolset.toml").read_text(encoding="utf-8") == "# mine\nwindow = 77\n"


def test_a_host_can_be_switched_and_taken_back(inputs: Inputs) -> None:
    session = Session.begin(inputs)
    assert session.host.id == "x-code-cli"
    switched = session.set_value("host", "foundry")
    assert switched.host.id == "foundry"
    assert switched.undo().host.id == "x-code-cli"
    with pytest.raises(UsageError):
        session.set_value("host", "nobody")


def test_saving_merges_into_what_is_there(inputs: Inputs, tmp_path: Path) -> None:
    session = Session.begin(inputs).do(SetWords("s/b", "bee"))
    saved = save(session)
    assert saved.backup == tmp_path / "toolset.toml.bak"
    assert saved.session.unsaved is False
    text = (tmp_path / "toolset.toml").read_text(encoding="utf-8")
    assert text.startswith("# mine\nwindow = 1000\n")
    assert 'words = "bee"' in text


def test_a_new_name_never_takes_an_existing_file(inputs: Inputs, tmp_path: Path) -> None:
    session = Session.begin(Inputs(listings=inputs.listings)).do(SetPin("s/a", True))
    assert save_path(session) is None
    with pytest.raises(UsageError, match="no toolset file yet"):
        save(session)
    with pytest.raises(UsageError, match="exists already"):
        save(session, str(tmp_path / "toolset.toml"))
    save(session, str(tmp_path / "new.toml"))
    assert "pin = true" in (tmp_path / "new.toml").read_text(encoding="utf-8")


def test_small_catalogs_and_quick_counters_need_no_estimate(inputs: Inputs) -> None:
    session = Session.begin(Inputs(listings=inputs.listings, overrides=Overrides(model="claude-sonnet-5")))
    assert session.estimated is None
