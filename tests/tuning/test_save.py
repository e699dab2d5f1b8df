"""What did not change stays byte for byte in the file; what did change is written in its style."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.errors import FileError
from inspector.tuning import (
    SetEnabled,
    SetHidden,
    SetPin,
    SetText,
    SetValue,
    SetWords,
    Tuning,
    load_tuning,
    parse_tuning,
    render_tuning,
    save_tuning,
)
from inspector.tuning.edits import Edit

HAND_WRITTEN = """\
# My tools.

default_host = "codex"      # the one at work

[tools."a/one"]
pin   =   true      # needed always
words = '''
first
second'''

# found too rarely
[tools."a/two"]
# inside
words = "x"

# prices of May
[price]
input = 2.50
"""


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetPin("a/one", False), "pin   =   true      # needed", "pin   =   false      # needed"),
        (SetPin("a/one", None), "pin   =   true      # needed always\n", ""),
        (SetWords("a/one", "z"), "words = '''\nfirst\nsecond'''", 'words = "z"'),
        (SetWords("a/one", None), "words = '''\nfirst\nsecond'''\n", ""),
        (SetHidden("a/two", True), 'words = "x"\n', 'words = "x"\nhide = true\n'),
        (SetWords("a/two", None), '[tools."a/two"]\n# inside\nwords = "x"\n', ""),
        (SetPin("b/new", True), 'words = "x"\n', 'words = "x"\n\n[tools."b/new"]\npin = true\n'),
        (SetValue("host", "codex@1"), '"codex"', '"codex@1"'),
        (SetValue("host", None), 'default_host = "codex"      # the one at work\n\n', ""),
        (SetValue("window", 5), "at work\n", "at work\nwindow = 5\n"),
        (SetValue("price_cached", 1), "2.50\n", "2.50\ncached = 1.0\n"),
        (SetValue("history", 1), "2.50\n", "2.50\n\n[request]\nhistory = 1\n"),
        (SetText("codex", "x.y", "é"), "2.50\n", '2.50\n\n[host.codex.texts]\n"x.y" = "é"\n'),
        (SetEnabled("nobody", False), "", ""),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_lines_concerned_change(edit: Edit, old: str, new: str, end: str) -> None:
    text = HAND_WRITTEN.replace("\n", end)
    expected = HAND_WRITTEN.replace(old, new, 1) if old else HAND_WRITTEN
    assert render_tuning(edit.apply(parse_tuning(text, "t").tuning), text) == expected.replace("\n", end)


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("", SetValue("window", 5), "window = 5\n"),
        ("", SetPin("a/b", True), '[tools."a/b"]\npin = true\n'),
        ("# note\n", SetPin("a/b", True), '# note\n\n[tools."a/b"]\npin = true\n'),
        ("[price]\ninput = 1", SetValue("limit", 5), "limit = 5\n\n[price]\ninput = 1"),
        (
            "# top\n\n# of it\n[price]\ninput = 1",
            SetValue("limit", 5),
            "# top\n\nlimit = 5\n\n# of it\n[price]\ninput = 1",
        ),
        ("[price]\ninput = 1", SetValue("price_input", None), "[price]"),
        ("[request]\n[price]\n", SetValue("history", 5), "[request]\nhistory = 5\n[price]\n"),
        ("tools = {}", SetPin("a/b", True), 'tools = {"a/b" = {pin = true}}'),
        ("price = {input = 1.0} # x", SetValue("price_cached", 2), "price = {input = 1.0, cached = 2.0} # x"),
        ("price = { input = 1.0 }", SetValue("price_cached", 2), "price = { input = 1.0, cached = 2.0}"),
        ("default_host = 'a'\r\nlimit = 1\r\n# x\n", SetValue("limit", 2), "default_host = 'a'\r\nlimit = 2\r\n# x\n"),
        ("price.input = 1", SetValue("price_cached", 2), "price.input = 1\nprice.cached = 2.0"),
        ("core_tools = [ # ours\n 'a',\n]\nlimit = 1", SetValue("core_tools", None), "limit = 1"),
        (
            "[servers.a]\nurl = 'x'\nenabled = true # on\n",
            SetEnabled("a", False),
            "[servers.a]\nurl = 'x'\nenabled = false # on\n",
        ),
    ],
)
def test_layouts(text: str, edit: Edit, expected: str) -> None:
    assert render_tuning(edit.apply(parse_tuning(text, "t").tuning), text) == expected


def test_what_cannot_be_read_is_left_in_the_file() -> None:
    text = "[servers.bad]\ncomand = 'x'\n\n[tools.'a/b']\n"
    tuning = parse_tuning(text, "t").tuning
    assert render_tuning(SetValue("limit", 3).apply(tuning), text) == "limit = 3\n\n" + text


def test_with_a_base_only_the_own_changes_are_written() -> None:
    base = parse_tuning('[tools."a/b"]\npin = true\n', "t").tuning
    elsewhere = '[tools."a/b"]\npin = true\nwords = "theirs"\n\n[tools."c/d"]\nhide = true\n'
    mine = SetPin("a/b", False).apply(base)
    assert render_tuning(mine, elsewhere, base=base) == elsewhere.replace("true", "false", 1)


def test_save_writes_once_and_keeps_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "toolset.toml"
    tuning = Tuning(host="codex")
    assert save_tuning(tuning, path) is None
    assert save_tuning(load_tuning(path), path) is None
    backup = save_tuning(replace(tuning, limit=5), path)
    assert backup is not None
    assert (backup.read_text(), path.read_text()) == ('default_host = "codex"\n', 'default_host = "codex"\nlimit = 5\n')


@pytest.mark.parametrize("damage", ["default_host = ", "unknown = 1"])
@pytest.mark.parametrize("based", [True, False])
def test_a_file_that_became_unreadable_is_not_overwritten(tmp_path: Path, damage: str, based: bool) -> None:
    path = tmp_path / "toolset.toml"
    path.write_text(damage)
    with pytest.raises(FileError, match=r"toolset\.toml"):
        save_tuning(Tuning(limit=1), path, base=Tuning() if based else None)
    assert path.read_text() == damage
