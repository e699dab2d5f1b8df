"""Where a definition's tokens go: parents before parts, the dearest first, nothing tiny."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.workspace.definition_heat import definition_heat
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.session import Session


def session(folder: Path) -> Session:
    schema = {
        "type": "object",
        "properties": {
            "small": {"type": "string"},
            "big": {"type": "string", "enum": [f"value number {n}" for n in range(40)]},
            "list": {"type": "array", "items": {"anyOf": [{"type": "string", "description": "long " * 30}]}},
        },
    }
    tools = [{"name": "a", "description": "short", "inputSchema": schema}]
    (folder / "s.json").write_text(json.dumps({"server": "s", "tools": tools}), encoding="utf-8")
    inputs = Inputs(listings=(("", str(folder / "s.json")),), overrides=Overrides(counter="chars/1"))
    return Session.begin(inputs)


def test_the_dearest_part_comes_first_and_below_it_its_own(tmp_path: Path) -> None:
    lines = definition_heat(session(tmp_path).inspection, "s/a")
    paths = [line.path for line in lines]
    assert paths[0] == "inputSchema"
    big = paths.index("inputSchema.properties.big")
    assert paths[big + 1] == "inputSchema.properties.big.enum"
    assert paths.index("inputSchema.properties.list") > big
    assert any(path.endswith("items.anyOf[0].description") for path in paths)
    assert all(0.01 <= line.share <= 1 for line in lines)
    assert [line.tokens for line in lines if line.depth == 0] == sorted(
        (line.tokens for line in lines if line.depth == 0), reverse=True
    )


def test_parts_are_counted_as_their_json(tmp_path: Path) -> None:
    inspection = session(tmp_path).inspection
    line = next(line for line in definition_heat(inspection, "s/a", 0) if line.path == "description")
    assert line.tokens == len('"description":"short"')
    assert definition_heat(inspection, "s/none") == ()
