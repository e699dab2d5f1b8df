"""Scripts: what they hold, and which turn a mistake stands in."""

from __future__ import annotations

import pytest

from inspector.errors import FileError
from inspector.simulation.script import Turn, parse_script

GOOD = """
title = "two turns"
[[turn]]
say = "one"
calls = ["s/a", "s/b"]
[[turn]]
say = "two"
search = "select:"
calls = ["s/a"]
result = 5
"""


def test_a_script() -> None:
    script = parse_script(GOOD, "f")
    assert script.title == "two turns"
    assert script.turns == (Turn("one", (), ("s/a", "s/b")), Turn("two", ("select:",), ("s/a",), 5))
    assert script.tools == ("s/a", "s/b")
    more = '[[turn]]\nsay = "a"\nsearch = ["select:", "b c"]\nagain = true\nagent = "explore"'
    assert parse_script(more, "f").turns == (Turn("a", ("select:", "b c"), again=True, agent="explore"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("= x", "f: "),
        ("", "no turn"),
        ("turn = 1", "no turn"),
        ("[[turn]]\ncalls = []", "turn 1 has no"),
        ("[[turn]]\nsay = 1", "turn 1: “say”"),
        ('[[turn]]\nsay = "a"\n[[turn]]\nsay = "b"\ncalls = "x"', "turn 2: “calls”"),
        ('[[turn]]\nsay = "a"\nresult = -1', "turn 1: “result”"),
        ('[[turn]]\nsay = "a"\nsearch = 1', "turn 1: “search”"),
        ('[[turn]]\nsay = "a"\nsearch = ["b", 1]', "turn 1: “search”"),
        ('[[turn]]\nsay = "a"\nagain = 1', "turn 1: “again”"),
        ('[[turn]]\nsay = "a"\nagent = 1', "turn 1: “agent”"),
        ('[[turn]]\nsay = "a"\nserach = "b"', "turn 1: “serach”"),
    ],
)
def test_mistakes_name_the_turn(text: str, expected: str) -> None:
    with pytest.raises(FileError) as raised:
        parse_script(text, "f")
    assert expected in raised.value.message
