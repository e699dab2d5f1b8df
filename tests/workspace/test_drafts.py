"""Drafts: what was decided comes back after a crash, without servers and secrets, and never unasked."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from inspector.tuning.edits import SetPin, SetWords
from inspector.workspace.drafts import draft_path, forget_draft, keep_draft, kept_draft, restore
from inspector.workspace.inputs import Inputs
from inspector.workspace.saving import save
from inspector.workspace.session import Session

TOOLSET = """
window = 1000
[servers.s]
command = "run"
env = { TOKEN = "canary-secret" }
[tools."s/old"]
pin = true
"""


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    (tmp_path / "toolset.toml").write_text(TOOLSET, encoding="utf-8")
    return Inputs(toolset=str(tmp_path / "toolset.toml"))


def edited(inputs: Inputs) -> Session:
    session = Session.begin(inputs).do(SetPin("s/a", True)).do(SetWords("s/b", "bee"))
    return session.set_value("window", 5000)


def test_unsaved_edits_come_back_as_one_step(inputs: Inputs) -> None:
    session = edited(inputs)
    keep_draft(session)
    again = Session.begin(inputs)
    draft = kept_draft(again)
    assert draft is not None
    assert draft.edited == 2
    restored = restore(again, draft)
    assert restored.tuning.edits == session.tuning.edits
    assert restored.tuning.window == 5000
    assert restored.tuning.servers == again.tuning.servers
    assert restored.undo().tuning == again.tuning


def test_a_draft_holds_no_server_and_is_the_persons_alone(inputs: Inputs) -> None:
    session = edited(inputs)
    keep_draft(session)
    text = draft_path(session).read_text(encoding="utf-8")
    assert "canary" not in text
    assert "command" not in text
    assert stat.S_IMODE(draft_path(session).stat().st_mode) == 0o600


def test_saving_or_undoing_leaves_no_draft(inputs: Inputs) -> None:
    session = edited(inputs)
    keep_draft(session)
    keep_draft(save(session).session)
    assert not draft_path(session).exists()
    keep_draft(edited(inputs))
    keep_draft(Session.begin(inputs))
    assert kept_draft(Session.begin(inputs)) is None


def test_what_the_toolset_says_by_now_is_not_offered(inputs: Inputs) -> None:
    keep_draft(edited(inputs))
    save(edited(inputs))
    assert kept_draft(Session.begin(inputs)) is None


def test_a_damaged_draft_is_passed_over(inputs: Inputs) -> None:
    session = edited(inputs)
    keep_draft(session)
    draft_path(session).write_text("= nonsense", encoding="utf-8")
    assert kept_draft(Session.begin(inputs)) is None
    forget_draft(session)
    assert not draft_path(session).exists()
