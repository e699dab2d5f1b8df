"""Approving: one folder for each input, servers that failed keep what was approved of them."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.workspace.approved import approve, approved, approved_folder, changes_since
from inspector.workspace.inputs import Inputs
from inspector.workspace.session import Session


def session(folder: Path, **servers: str) -> Session:
    listings = []
    for name, description in servers.items():
        tools = [{"name": "a", "description": description, "inputSchema": {"type": "object"}}]
        (folder / f"{name}.json").write_text(json.dumps({"server": name, "tools": tools}), encoding="utf-8")
        listings.append(("", str(folder / f"{name}.json")))
    return Session.begin(Inputs(listings=tuple(listings)))


def test_nothing_is_approved_at_first(tmp_path: Path) -> None:
    assert approved(session(tmp_path, s="one")) is None


def test_what_is_approved_is_the_baseline_of_the_same_inputs_only(tmp_path: Path) -> None:
    first = session(tmp_path, s="one")
    approve(first, "2026-12-01T00:00:00+00:00")
    changed = session(tmp_path, s="two")
    baseline = approved(changed)
    assert baseline is not None
    assert [change.tool for change in changes_since(changed, baseline).differences.tools] == ["s/a"]
    (tmp_path / "other").mkdir()
    other = session(tmp_path / "other", s="one")
    assert approved_folder(other) != approved_folder(first)
    assert approved(other) is None


def test_approving_again_forgets_servers_that_are_gone(tmp_path: Path) -> None:
    both = session(tmp_path, s="one", t="one")
    approve(both, "2026-12-01T00:00:00+00:00")
    assert len(list(approved_folder(both).glob("*.json"))) == 2
    (approved_folder(both) / "old.json").write_text('{"server": "gone", "tools": []}')
    baseline = approve(both, "2026-12-02T00:00:00+00:00")
    assert [server.name for server in baseline.catalog.servers] == ["s", "t"]


def test_a_damaged_snapshot_is_no_baseline(tmp_path: Path) -> None:
    first = session(tmp_path, s="one")
    approve(first, "2026-12-01T00:00:00+00:00")
    (approved_folder(first) / "s.json").write_text("{")
    assert approved(first) is None
