"""Files are read with plain errors and written all or nothing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from inspector import storage
from inspector.errors import FileError

NOT_ROOT = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


class TestRead:
    @pytest.mark.parametrize(
        ("content", "text"),
        [
            (b"", ""),
            (b"a\r\nb\n", "a\r\nb\n"),
            (b"\xef\xbb\xbfa", "a"),
            ("é \u2028 \U0001f600".encode(), "é \u2028 \U0001f600"),
        ],
    )
    def test_text_comes_as_it_stands_without_its_mark(self, tmp_path: Path, content: bytes, text: str) -> None:
        (tmp_path / "f").write_bytes(content)
        assert storage.read_text(tmp_path / "f") == text
        assert storage.read_bytes(str(tmp_path / "f")) == content

    @pytest.mark.parametrize(
        ("content", "part"),
        [(b"a\nb\xff", "line 2 is not UTF-8"), (b"\xff\xfea\x00", "UTF-16")],
    )
    def test_other_encodings_are_named(self, tmp_path: Path, content: bytes, part: str) -> None:
        (tmp_path / "f").write_bytes(content)
        with pytest.raises(FileError, match=part) as caught:
            storage.read_text(tmp_path / "f")
        assert "UTF-8" in caught.value.hint

    @pytest.mark.parametrize(
        ("path", "part"),
        [
            ("missing", "there is no such file"),
            (".", "it is a folder"),
            ("file/below", "is a file, not a folder"),
            ("nul\0byte", "cannot read"),
        ],
    )
    def test_unreadable_paths_say_what_is_wrong(self, tmp_path: Path, path: str, part: str) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(FileError, match=part):
            storage.read_text(os.path.join(tmp_path, path))

    @NOT_ROOT
    def test_a_file_without_permission_says_so(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_text("x")
        path.chmod(0)
        with pytest.raises(FileError, match="permission denied"):
            storage.read_text(path)

    def test_exists_never_raises(self, tmp_path: Path) -> None:
        assert storage.exists(tmp_path)
        assert not storage.exists(tmp_path / "nothing")
        assert not storage.exists("nul\0byte")


class TestWriteAtomic:
    def test_a_new_file_needs_no_backup(self, tmp_path: Path) -> None:
        assert storage.write_atomic(tmp_path / "f", "a\nb\r\n") is None
        assert (tmp_path / "f").read_bytes() == b"a\nb\r\n"
        assert names(tmp_path) == ["f"]

    def test_a_new_file_has_the_usual_mode(self, tmp_path: Path) -> None:
        (tmp_path / "usual").write_text("")
        storage.write_atomic(tmp_path / "f", "a")
        assert (tmp_path / "f").stat().st_mode == (tmp_path / "usual").stat().st_mode

    def test_the_content_before_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "f.toml"
        path.write_text("old")
        assert storage.write_atomic(path, "new") == tmp_path / "f.toml.bak"
        assert (path.read_text(), (tmp_path / "f.toml.bak").read_text()) == ("new", "old")

    def test_equal_content_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_text("same")
        before = path.stat()
        assert storage.write_atomic(path, "same") is None
        assert path.stat().st_ino == before.st_ino
        assert names(tmp_path) == ["f"]

    def test_older_backups_move_on_and_the_oldest_goes(self, tmp_path: Path) -> None:
        for version in range(8):
            storage.write_atomic(tmp_path / "f", str(version))
        kept = [(tmp_path / f"f.bak{suffix}").read_text() for suffix in ("", ".1", ".2", ".3", ".4")]
        assert kept == ["6", "5", "4", "3", "2"]
        assert len(names(tmp_path)) == 1 + storage.BACKUPS

    def test_a_backup_that_says_the_same_is_not_made_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        for text in ("a", "b", "a"):
            storage.write_atomic(path, text)
        path.write_text("b")
        storage.write_atomic(path, "c")
        assert names(tmp_path) == ["f", "f.bak", "f.bak.1"]

    def test_no_backup_when_not_wanted(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_text("old")
        assert storage.write_atomic(tmp_path / "f", "new", backup=False) is None
        assert names(tmp_path) == ["f"]

    def test_mode_is_kept_for_file_and_backup(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        path.write_text("secret")
        path.chmod(0o600)
        backup = storage.write_atomic(path, "new")
        assert backup is not None
        assert [stat.S_IMODE(each.stat().st_mode) for each in (path, backup)] == [0o600, 0o600]

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        target = tmp_path / "real" / "f"
        target.write_text("old")
        link = tmp_path / "link"
        link.symlink_to("real/f")
        assert storage.write_atomic(link, "new") == tmp_path / "real" / "f.bak"
        assert link.is_symlink()
        assert target.read_text() == "new"

    @pytest.mark.parametrize(
        ("path", "part"),
        [
            ("no/folder/f", "the folder .* does not exist"),
            (".", "it is a folder"),
            ("file/f", "is a file, not a folder"),
            ("loop", "cannot write"),
            ("pipe", "a device or a pipe"),
        ],
    )
    def test_places_that_cannot_be_written(self, tmp_path: Path, path: str, part: str) -> None:
        (tmp_path / "file").write_text("x")
        (tmp_path / "loop").symlink_to("loop")
        os.mkfifo(tmp_path / "pipe")
        before = names(tmp_path)
        with pytest.raises(FileError, match=part):
            storage.write_atomic(tmp_path / path, "new")
        assert names(tmp_path) == before

    @NOT_ROOT
    def test_read_only_files_and_folders_are_respected(self, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        (folder / "f").write_text("old")
        (folder / "f").chmod(0o444)
        with pytest.raises(FileError, match="permission denied"):
            storage.write_atomic(folder / "f", "new")
        folder.chmod(0o555)
        with pytest.raises(FileError, match="permission denied"):
            storage.write_atomic(folder / "g", "new")
        folder.chmod(0o755)
        assert (folder / "f").read_text() == "old"

    @pytest.mark.parametrize("call", ["fsync", "replace"])
    def test_a_failure_changes_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
        path = tmp_path / "f"
        path.write_text("old")

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, call, full)
            with pytest.raises(FileError, match="No space left") as caught:
                storage.write_atomic(path, "new")
        assert "free some space" in caught.value.hint
        assert (names(tmp_path), path.read_text()) == (["f"], "old")

    def test_half_a_character_is_refused_before_anything_is_touched(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=r"U\+D800"):
            storage.write_atomic(tmp_path / "f", "a\ud800")
        assert names(tmp_path) == []


class TestCreateNew:
    def test_a_new_file_is_written(self, tmp_path: Path) -> None:
        storage.create_new(tmp_path / "f", "text")
        assert ((tmp_path / "f").read_text(), names(tmp_path)) == ("text", ["f"])

    @pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
    @pytest.mark.parametrize("links", [True, False])
    def test_nothing_is_overwritten(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, links: bool
    ) -> None:
        path = tmp_path / "f"
        if kind == "file":
            path.write_text("mine")
        elif kind == "folder":
            path.mkdir()
        else:
            path.symlink_to("nowhere")
        if not links:
            monkeypatch.setattr(os, "link", _no_links)
        with pytest.raises(FileError, match="already exists"):
            storage.create_new(path, "text")
        assert names(tmp_path) == ["f"]

    def test_file_systems_without_links_work_too(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "link", _no_links)
        storage.create_new(tmp_path / "f", "text")
        assert ((tmp_path / "f").read_text(), names(tmp_path)) == ("text", ["f"])

    def test_a_missing_folder_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match=f"the folder {tmp_path}/no does not exist"):
            storage.create_new(tmp_path / "no" / "f", "text")


def _no_links(*_: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_make_folder(tmp_path: Path) -> None:
    assert storage.make_folder(tmp_path / "a" / "b").is_dir()
    assert storage.make_folder(tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileError, match="cannot create the folder"):
        storage.make_folder(tmp_path / "file")


class TestPrivate:
    def test_only_the_owner_reads_it_whatever_was_there_before(self, tmp_path: Path) -> None:
        target = tmp_path / "data" / "tokens" / "one.json"
        storage.write_private(target, "first")
        target.chmod(0o644)
        storage.write_private(target, "second")
        assert target.read_text() == "second"
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        assert stat.S_IMODE(target.parent.stat().st_mode) == 0o700
        assert names(target.parent) == ["one.json"]

    def test_a_file_in_the_way_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("")
        with pytest.raises(FileError, match="cannot write"):
            storage.write_private(tmp_path / "data" / "one.json", "x")

    def test_removing_says_whether_there_was_one(self, tmp_path: Path) -> None:
        storage.write_private(tmp_path / "one.json", "x")
        assert storage.remove(tmp_path / "one.json")
        assert not storage.remove(tmp_path / "one.json")
        with pytest.raises(FileError, match="cannot remove"):
            storage.remove(tmp_path)
