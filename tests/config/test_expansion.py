"""Variables: named early, expanded late, all missing ones told at once."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config import (
    Borrowed,
    Expansion,
    MissingVariable,
    ServerSpec,
    connection_environment,
    expand,
    missing,
    variables,
)
from inspector.config.expansion import filled_in

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


def of(expansion: str, text: str, **more: Any) -> ServerSpec:
    return ServerSpec(name="s", transport="stdio", command=text, expansion=expansion, **more)  # type: ignore[arg-type]


SET = {"A": "1", "HOME": "/home/me", "input:id": "typed"}


@pytest.mark.parametrize(
    ("expansion", "text", "expanded"),
    [
        ("cursor", "${env:A} ${userHome} ${workspaceFolder} ${workspaceFolderBasename}${/}", "1 /home/me /w/p p/"),
        ("cursor", "${A} $A ${other}", "${A} $A ${other}"),
        ("vscode", "${env:A}|${env:NO}|${userHome}|${input:id}", "1||/home/me|typed"),
        ("gemini", "$A ${A} ${NO:-d} $NO ${NO}", "1 1 d $NO ${NO}"),
        ("windsurf", "${env:A} ${file:/secret}", "1 content of /secret"),
        ("roo", "${env:A} ${env:NO} ${workspaceFolder}", "1 ${env:NO} /w/p"),
        ("goose", "$A ${A}", "$A ${A}"),
        ("continue", "${{ secrets.A }} ${{secrets.A}} ${A}", "1 1 ${A}"),
        ("opencode", "{env:A}|{env:NO}|{file:~/key}|{file:key}", "1||content of /home/me/key|content of /cfg/key"),
        ("kiro", "${A}", "${A}"),
        ("copilot", "$A ${A} ${NO:-d}", "1 1 d"),
        ("x-code", "${A} ${env:A} $A", "1 1 $A"),
        ("mcpproxy", "${env:A} ${A}", "1 ${A}"),
    ],
)
def test_every_clients_own_forms(expansion: str, text: str, expanded: str) -> None:
    spec = of(expansion, text, directory="/w/p", source="/cfg/file.json")
    assert expand(spec, SET, read=lambda path: f"content of {path}\n").command == expanded


@pytest.mark.parametrize(
    ("expansion", "text", "names"),
    [
        ("cursor", "${env:NO} ${env:NO2}", ("NO", "NO2")),
        ("windsurf", "${env:NO}", ("NO",)),
        ("continue", "${{ secrets.NO }}", ("NO",)),
        ("copilot", "$NO", ("NO",)),
        ("x-code", "${env:NO} ${NO2}", ("NO", "NO2")),
        ("vscode", "${env:NO} ${input:token} ${command:pick}", ("input:token", "command:pick")),
        ("mcpproxy", "${keyring:key} ${env:NO}", ("NO", "keyring:key")),
    ],
)
def test_what_has_no_value_is_named_all_at_once(expansion: str, text: str, names: tuple[str, ...]) -> None:
    spec = of(expansion, text)
    with pytest.raises(MissingVariable) as caught:
        expand(spec, {})
    assert caught.value.names == names == missing(spec, {})
    assert all(name in caught.value.message for name in names)
    assert "--env" in caught.value.hint
    assert set(names) <= set(variables(spec))


def test_fields_a_client_leaves_alone_stay_as_they_are() -> None:
    spec = of("kiro", "${A}", args=("${A}",), env={"E": "${A}"}, url="${A}", headers={"H": "${A} ${NO}"})
    expanded = expand(spec, {"A": "1"})
    assert (expanded.command, expanded.args, expanded.url) == ("${A}", ("${A}",), "1")
    assert (expanded.env, expanded.headers) == ({"E": "1"}, {"H": "1 ${NO}"})


def test_geminis_env_block_empties_what_is_unset() -> None:
    expanded = expand(of("gemini", "$NO", env={"E": "x$NO"}), {})
    assert (expanded.command, expanded.env) == ("$NO", {"E": "x"})


def test_goose_fills_headers_from_the_extensions_own_variables() -> None:
    spec = ServerSpec(
        "s",
        "http",
        url="https://$OWN.test",
        headers={"H": "$OWN ${KEPT}"},
        env={"OWN": "1"},
        expansion="goose",
        borrowed=(Borrowed("env", "KEPT", "KEPT", required=True),),
    )
    assert expand(spec, {"KEPT": "2"}).headers == {"H": "1 2"}
    assert missing(spec, {}) == ("KEPT",)


def test_borrowed_values_come_from_the_environment() -> None:
    spec = ServerSpec(
        "s",
        "http",
        url="https://s.test",
        expansion="none",
        borrowed=(
            Borrowed("bearer", "Authorization", "TOKEN", required=True),
            Borrowed("header", "X-Trace", "TRACE"),
            Borrowed("env", "ROOT", "ROOT"),
        ),
    )
    assert variables(spec) == ("TOKEN", "TRACE", "ROOT")
    expanded = expand(spec, {"TOKEN": "t", "ROOT": "/r"})
    assert (expanded.headers, expanded.env) == ({"Authorization": "Bearer t"}, {"ROOT": "/r"})
    assert expanded.borrowed == ()
    assert missing(spec, {}) == ("TOKEN",)


def test_env_files_stand_below_the_env_block() -> None:
    spec = of("vscode", "x", env={"B": "own"}, env_files=("${workspaceFolder}/.env", "~/more.env"), directory="/w")
    texts = {"/w/.env": "A=1\nB=2\n", "/home/me/more.env": "C='3'"}
    assert expand(spec, SET, read=texts.__getitem__).env == {"A": "1", "B": "own", "C": "3"}


def test_files_that_cannot_be_read_are_told_with_everything_else(tmp_path: Path) -> None:
    spec = of("windsurf", "${file:/no/such} ${env:NO}", env_files=("gone.env",), directory=str(tmp_path))
    with pytest.raises(MissingVariable) as caught:
        expand(spec, {})
    for part in ("NO is not set", "/no/such", f"{tmp_path}/gone.env"):
        assert part in caught.value.message


FORMS = [form for form in get_args(Expansion) if form != "none"]


@given(st.sampled_from(FORMS), st.text(alphabet="ab${}:-_ /.~", max_size=30))
def test_any_text_expands_or_names_what_is_missing(form: str, text: str) -> None:
    spec = of(form, text, env={"E": text}, headers={"H": text})
    names = missing(spec, {"a": "1"})
    assert set(names) <= set(variables(spec))
    if not names:
        expanded = expand(spec, {"a": "1"}, read=lambda path: "")
        assert expand(expanded, {"a": "2"}) == expanded


@given(st.sampled_from(["braces", "x-code", "copilot", "gemini"]), st.text(), st.text(max_size=5))
def test_values_are_not_looked_at_again(form: str, value: str, around: str) -> None:
    around = around.replace("$", "")
    assert expand(of(form, f"{around}${{A}}{around}"), {"A": value}).command == around + value + around


@given(st.sampled_from(FORMS), st.text(alphabet="ab${}:-_ /.~", max_size=30), st.text(max_size=4))
def test_what_is_sent_to_a_remote_server_is_all_named(form: str, text: str, value: str) -> None:
    spec = of(form, "", url=text, headers={"H": text}, borrowed=(Borrowed("header", "B", "b"),))
    assert filled_in(spec) == ()
    remote = replace(spec, transport="http")
    named = filled_in(remote)
    assert "b" in named
    # Whatever else changes in the environment or in files changes nothing of what is sent.
    others = {name: value for name in ("a", "b", "aa", "ab", "_", "a_") if name not in named}
    files = any(name.startswith("file ") for name in named)

    def sent(environment: dict[str, str], content: str) -> object:
        try:
            expanded = expand(remote, environment, read=lambda path: content)
        except MissingVariable as missing:
            return missing.names
        return expanded.url, dict(expanded.headers)

    assert sent(others, "") == sent({}, "" if files else value)
