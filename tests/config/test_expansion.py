"""Variables: named early, expanded late, all missing ones told at once."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config import MissingVariable, ServerSpec, connection_environment, expand, variables

EVERYWHERE = ServerSpec(
    name="all",
    transport="stdio",
    command="${A}",
    args=("x${B}y${A}", "${C:-c}"),
    env={"E": "${D}"},
    cwd="${E}/sub",
    url="https://${F}/mcp",
    headers={"H": "Bearer ${G}"},
)


def test_variables_are_named_once_in_order() -> None:
    assert variables(EVERYWHERE) == ("A", "B", "C", "D", "E", "F", "G")


def test_every_field_expands() -> None:
    expanded = expand(EVERYWHERE, {name: name.lower() for name in "ABDEFG"})
    assert expanded.command == "a"
    assert expanded.args == ("xbya", "c")
    assert expanded.env == {"E": "d"}
    assert expanded.cwd == "e/sub"
    assert expanded.url == "https://f/mcp"
    assert expanded.headers == {"H": "Bearer g"}
    assert EVERYWHERE.command == "${A}"


def test_all_missing_variables_are_named_with_the_server() -> None:
    with pytest.raises(MissingVariable) as caught:
        expand(EVERYWHERE, {"A": "a", "E": "e"})
    assert caught.value.names == ("B", "D", "F", "G")
    assert caught.value.server == "all"
    assert caught.value.message == "all: the variables B, D, F, G are not set"


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("${A}", "1"),
        ("${A:-2}", "1"),
        ("${X:-2}", "2"),
        ("${X:-}", ""),
        ("${X:-a:-b}", "a:-b"),
        ("${EMPTY:-2}", ""),
        ("$A $(A) {A} ${} ${1} ${A", "$A $(A) {A} ${} ${1} ${A"),
        ("${env:A}", "${env:A}"),
        ("${NESTED}", "${A}"),
    ],
)
def test_forms(text: str, expanded: str) -> None:
    spec = ServerSpec(name="s", transport="stdio", command=text)
    assert expand(spec, {"A": "1", "EMPTY": "", "NESTED": "${A}"}).command == expanded


def test_expanding_twice_changes_nothing_more() -> None:
    once = expand(ServerSpec(name="s", transport="stdio", command="${A}"), {"A": "${B}"})
    assert expand(once, {"B": "no"}) == once


def test_clients_that_expand_nothing_keep_their_text() -> None:
    spec = ServerSpec(name="s", transport="stdio", command="${A}", expansion="none")
    assert variables(spec) == ()
    assert expand(spec, {"A": "1"}) == spec


def test_the_running_python_is_offered_unless_the_person_set_another() -> None:
    assert connection_environment({"X": "1"}) == {"X": "1", "TSI_PYTHON": sys.executable}
    assert connection_environment({"TSI_PYTHON": "mine"})["TSI_PYTHON"] == "mine"


@given(st.text().filter(lambda text: "${" not in text), st.dictionaries(st.text(), st.text()))
def test_text_without_references_is_unchanged(text: str, environment: dict[str, str]) -> None:
    spec = ServerSpec(name="s", transport="stdio", command=text, args=(text,), env={"E": text}, cwd=text, url=text)
    expanded = expand(spec, environment)
    assert (expanded.command, expanded.args, expanded.env, expanded.cwd, expanded.url) == (
        text,
        (text,),
        {"E": text},
        text,
        text,
    )


@given(st.text(), st.text(), st.text())
def test_a_value_takes_the_place_of_its_reference_exactly(before: str, value: str, after: str) -> None:
    before, after = before.replace("$", ""), after.replace("$", "")
    spec = ServerSpec(name="s", transport="stdio", command=f"{before}${{A}}{after}")
    assert expand(spec, {"A": value}).command == before + value + after
