"""A prepared merge is written only into the file it was prepared for."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.catalog.model import Catalog
from inspector.config.model import ServerSpec
from inspector.errors import FileError
from inspector.export import Export, ExportRequest, exporter
from inspector.tuning.model import Tuning
from inspector.workspace.merging import prepare_merge, write_merge


def export() -> Export:
    spec = ServerSpec("notes", "stdio", command="notes-mcp")
    return exporter("gemini-cli").render(ExportRequest(Catalog(), Tuning(), [spec]))


@pytest.mark.parametrize("change", ["{ }", None])
def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path, change: str | None) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}", encoding="utf-8")
    prepared = prepare_merge(export(), str(path))
    path.unlink() if change is None else path.write_text(change, encoding="utf-8")
    with pytest.raises(FileError, match="changed meanwhile"):
        write_merge(prepared)
    assert (path.read_text("utf-8") if path.exists() else None) == change
    assert list(tmp_path.glob("*.bak")) == []


def test_a_file_that_appeared_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    prepared = prepare_merge(export(), str(path))
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match="changed meanwhile"):
        write_merge(prepared)
    assert path.read_text("utf-8") == "mine"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="not a file"):
        prepare_merge(export(), str(tmp_path))
