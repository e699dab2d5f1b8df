"""A file named by hand is opened as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.errors import FileError
from inspector.workspace.file_kinds import inputs_for_file
from inspector.workspace.inputs import Inputs


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("toolset.toml", 'default_host = "codex"\n', "toolset"),
        ("mine.toml", '[tools."s/a"]\npin = true\n', "toolset"),
        ("toolset.toml", "= damaged", "toolset"),
        ("config.toml", '[mcp_servers.a]\ncommand = "x"\n', "configs"),
        ("mcp.json", '{"mcpServers": {"a": {"command": "x"}}}', "configs"),
        ("tools.json", '{"tools": [{"name": "a"}]}', "catalogs"),
        ("tools.json", '[{"server": "s", "tools": []}]', "catalogs"),
        ("config.yaml", "extensions: {}", "configs"),
        ("damaged.json", "{", "configs"),
    ],
)
def test_kinds(tmp_path: Path, name: str, text: str, kind: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    inputs = inputs_for_file(str(tmp_path / name), Inputs())
    given = {each for each in ("toolset", "configs", "catalogs") if getattr(inputs, each)}
    assert given == {kind}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        inputs_for_file(str(tmp_path / "no"), Inputs())
