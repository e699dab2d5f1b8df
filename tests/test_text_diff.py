"""Two texts are told apart as a unified diff, line ends included."""

from __future__ import annotations

import pytest

from inspector.text_diff import diff


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a\n", "a\n", ""),
        ("", "a\n", "--- f\n+++ f (new)\n@@ -0,0 +1 @@\n+a\n"),
        ("a\nb", "a\nc\n", "--- f\n+++ f (new)\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"),
        ("x\x0cy\n", "x\x0cz\n", "--- f\n+++ f (new)\n@@ -1 +1 @@\n-x\x0cy\n+x\x0cz\n"),
    ],
)
def test_diff(old: str, new: str, expected: str) -> None:
    assert diff(old, new, "f") == expected
