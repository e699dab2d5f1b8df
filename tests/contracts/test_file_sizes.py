"""No file grows beyond what one can read at a sitting."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNWANTED = {"utils.py", "helpers.py", "common.py", "manager.py"}


def python_files(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


@pytest.mark.parametrize(("folder", "most"), [("inspector", 400), ("tests", 500)])
def test_files_stay_short(folder: str, most: int) -> None:
    found = python_files(folder)
    assert len(found) > 20
    assert {str(path.relative_to(ROOT)): lines(path) for path in found if lines(path) > most} == {}


@pytest.mark.parametrize("folder", ["inspector", "tests"])
def test_files_are_named_for_what_they_hold(folder: str) -> None:
    assert [path for path in python_files(folder) if path.name in UNWANTED] == []


@pytest.mark.parametrize("folder", ["inspector", "tests"])
def test_every_module_says_in_its_first_line_what_it_is_for(folder: str) -> None:
    bare = [path for path in python_files(folder) if not path.read_text("utf-8").startswith(('"""', 'r"""', "#!"))]
    assert [str(path.relative_to(ROOT)) for path in bare] == []
