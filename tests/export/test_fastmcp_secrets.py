"""No secret of a server's configuration reaches the FastMCP export, and each has a variable in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.catalog.model import Catalog
from inspector.config.expansion import expand
from inspector.config.model import Borrowed, ServerSpec
from inspector.export import Export, ExportRequest, exporter
from inspector.export.secret_references import ServerReferences, VariableNames
from inspector.tuning.model import Tuning

CANARY = "canary7f3a91c2e4b8d605"


def rendered(*specs: ServerSpec) -> Export:
    return exporter("fastmcp").render(ExportRequest(Catalog(), Tuning(), specs))


def entry_of(spec: ServerSpec) -> dict[str, Any]:
    text = next(file.text for file in rendered(spec).files if file.name.endswith(".json"))
    entry: dict[str, Any] = json.loads(text)["mcpServers"][spec.name]
    return entry


def message_of(spec: ServerSpec) -> str:
    return " ".join(warning.message for warning in rendered(spec).warnings if warning.code == "SECRET_INLINE")


SECRETIVE = (
    ServerSpec("a", "stdio", command=CANARY),
    ServerSpec("a", "stdio", command="run", cwd=f"/srv/{CANARY}"[5:]),
    ServerSpec("a", "stdio", command="run", env={"TOKEN": CANARY, "LOG": f"x{CANARY}", "U": f"https://{CANARY}@h"}),
    ServerSpec("a", "stdio", command="run", env={"TOKEN": f"${{TOKEN:-{CANARY}}}", "LOG": f"{CANARY}${{LOG}}"}),
    ServerSpec("a", "stdio", command="run", args=("--token", CANARY, f"--key={CANARY}", CANARY, f"API_KEY={CANARY}")),
    ServerSpec("a", "stdio", command="run", args=(f"--url=https://u:{CANARY}@h/{CANARY}?k={CANARY}#{CANARY}",)),
    ServerSpec("a", "stdio", command="run", args=("-H", f"Authorization: Bearer {CANARY}")),
    ServerSpec("a", "stdio", command="run", args=(f"--header=Authorization: Bearer {CANARY}", f"${{X:-{CANARY}}}")),
    ServerSpec("a", "stdio", command="run", args=(f"postgres://${{PGUSER}}:{CANARY}@db/x",), raw={"x": CANARY}),
    ServerSpec("a", "stdio", command="run", env={"TOKEN": CANARY}, args=(CANARY,), expansion="none"),
    ServerSpec("a", "http", url=f"https://user:{CANARY}@h.test/{CANARY}/mcp?key={CANARY}&{CANARY}#{CANARY}"),
    ServerSpec("a", "http", url=f"${{URL:-https://h.test/mcp?key={CANARY}}}", headers={"X": f"${{X:-{CANARY}}}"}),
    ServerSpec("a", "sse", url="https://h.test", headers={"Authorization": f"Bearer {CANARY}", "X-Team": CANARY}),
    ServerSpec("a", "http", url=f"https://[{CANARY}"),
    ServerSpec("a", "http", url=f"https://h.test?k=\ue0000\ue001{CANARY}"),
)


@pytest.mark.parametrize("spec", SECRETIVE)
def test_no_secret_is_written_and_each_has_its_variable(spec: ServerSpec) -> None:
    export = rendered(spec)
    texts = [file.text for file in export.files] + [warning.message for warning in export.warnings]
    assert not [text for text in texts if CANARY in text]
    assert [warning.code for warning in export.warnings] == ["SECRET_INLINE"]


def test_values_move_to_variables_that_say_what_they_are() -> None:
    spec = ServerSpec(
        "my files",
        "stdio",
        command="run",
        args=("--api-key", "abc", "--log=debug", "--token=abc", "--db=postgres://u:p@db/x"),
        env={"LOG": "1", "EMPTY": "", "HOME_DIR": "${HOME}"},
    )
    assert entry_of(spec) == {
        "command": "run",
        "args": [
            "--api-key",
            "${MY_FILES_API_KEY}",
            "--log=debug",
            "--token=${MY_FILES_TOKEN}",
            "--db=postgres://${MY_FILES_USER}@db/x",
        ],
        "env": {"LOG": "${MY_FILES_LOG}", "EMPTY": "", "HOME_DIR": "${HOME}"},
    }
    message = message_of(spec)
    assert "MY_FILES_API_KEY (argument 2)" in message
    assert "MY_FILES_LOG (env LOG)" in message
    assert "MY_FILES_USER (user information of the argument 5)" in message


def test_addresses_keep_everything_but_their_secrets() -> None:
    spec = ServerSpec("orders", "http", url="https://u:p@h.test:8443/v1/mcp?key=abc&tenant=${TENANT}&flag&empty=")
    assert entry_of(spec)["url"] == (
        "https://${ORDERS_USER}@h.test:8443/v1/mcp?key=${ORDERS_KEY}&tenant=${TENANT}&flag&empty="
    )
    assert message_of(spec).endswith(
        "ORDERS_USER (user information of the address), ORDERS_KEY (query value key of the address)"
    )


@pytest.mark.parametrize(
    "url",
    [
        "https://${HOST:-localhost:8000}/mcp",
        "${ORDERS_URL}",
        "${ORDERS_URL:-https://orders.example.test/mcp}",
        "https://${USER}:${PASSWORD}@h.test/${TENANT}/mcp?key=${KEY}",
    ],
)
def test_references_in_addresses_stay(url: str) -> None:
    spec = ServerSpec("orders", "http", url=url)
    assert entry_of(spec)["url"] == url
    assert rendered(spec).warnings == ()


@pytest.mark.parametrize("value", ["${TOKEN}", "Bearer ${TOKEN}", "Basic ${USER}:${PASSWORD}"])
def test_references_in_headers_and_environment_stay(value: str) -> None:
    headers = ServerSpec("orders", "http", url="https://h.test", headers={"Authorization": value})
    env = ServerSpec("orders", "stdio", command="run", env={"AUTH": value}, args=("--token", value, f"--auth={value}"))
    assert entry_of(headers)["headers"] == {"Authorization": value}
    assert entry_of(env) == {"command": "run", "args": ["--token", value, f"--auth={value}"], "env": {"AUTH": value}}
    assert rendered(headers).warnings == rendered(env).warnings == ()


def test_defaults_stay_in_commands_but_not_in_the_environment() -> None:
    spec = ServerSpec("f", "stdio", command="${TSI_PYTHON:-python3}", args=("${D:-/srv}",), env={"R": "${ROOT:-/srv}"})
    assert entry_of(spec) == {"command": "${TSI_PYTHON:-python3}", "args": ["${D:-/srv}"], "env": {"R": "${ROOT}"}}
    assert message_of(spec).endswith("set ROOT (default of env R)")


def test_text_that_its_client_does_not_expand_is_not_expanded_by_the_proxy_either() -> None:
    spec = ServerSpec("f", "stdio", command="sh", args=("-c", "echo ${HOME}"), env={"A": "${HOME}"}, expansion="none")
    assert entry_of(spec) == {"command": "sh", "args": ["-c", "echo ${F_TEXT_2}"], "env": {"A": "${F_TEXT}"}}
    http = ServerSpec("f", "http", url="https://h.test/${x}", expansion="none")
    assert entry_of(http)["url"] == "https://h.test/${F_TEXT}"


def test_references_of_other_clients_become_the_proxys() -> None:
    headers = {"Authorization": "Bearer ${env:T}", "X": "${input:key}"}
    vscode = ServerSpec("f", "http", url="https://h.test/${env:P}", headers=headers, expansion="vscode")
    entry = entry_of(vscode)
    assert entry["url"] == "https://h.test/${P}"
    assert entry["headers"] == {"Authorization": "Bearer ${T}", "X": "${KEY}"}
    borrowed = (Borrowed("bearer", "Authorization", "T"),)
    codex = ServerSpec("f", "http", url="https://h.test", expansion="none", borrowed=borrowed)
    assert entry_of(codex)["headers"] == {"Authorization": "Bearer ${T}"}


def test_variables_never_share_a_name() -> None:
    one = ServerSpec("a b", "stdio", command="run", env={"KEY": "1", "key": "2"}, args=("${A_B_KEY}",))
    two = ServerSpec("a-b", "stdio", command="run", env={"KEY": "3"})
    text = next(file.text for file in rendered(one, two).files if file.name.endswith(".json"))
    found = [entry["env"] for entry in json.loads(text)["mcpServers"].values()]
    assert found == [{"KEY": "${A_B_KEY_2}", "key": "${A_B_KEY_3}"}, {"KEY": "${A_B_KEY_4}"}]


def test_names_without_a_latin_letter_still_give_a_variable() -> None:
    assert VariableNames().fresh("订单", "密钥") == "VALUE"
    assert VariableNames().fresh("2fa", "key") == "V_2FA_KEY"


texts = st.text(alphabet="ab:/?&=#@[]${}-_.\ue000\ue001" + "ABCdefghij0123456789 ", max_size=40)


@settings(max_examples=300, deadline=None)
@given(url=texts, args=st.lists(texts, max_size=4), braces=st.booleans())
def test_any_text_can_be_rewritten(url: str, args: list[str], braces: bool) -> None:
    values = ServerReferences("s", VariableNames(), braces=braces)
    assert isinstance(values.url(url), str)
    assert len(values.arguments(args)) == len(args)


@given(password=st.text(alphabet="abcdefXYZ0123456789", min_size=6), key=st.text(alphabet="qrstUVW456789", min_size=6))
def test_an_expanded_export_reaches_the_same_server(password: str, key: str) -> None:
    spec = ServerSpec("s", "http", url=f"https://me:{password}@h.test/mcp?key={key}", headers={"X": key})
    written = entry_of(spec)
    again = ServerSpec("s", "http", url=written["url"], headers=written["headers"])
    reached = expand(again, {"S_USER": f"me:{password}", "S_KEY": key, "S_X": key})
    assert (reached.url, dict(reached.headers)) == (spec.url, dict(spec.headers))


@pytest.mark.parametrize(
    ("command", "args", "written"),
    [
        ("run", ("--password", "${X:-word}"), ["--password", "${X}"]),
        ("run", ("-p", "word"), ["-p", "${S_P}"]),
        ("run", ("-k", "${K:-word}"), ["-k", "${K}"]),
        ("run", ("-k", "https://h.test/word"), ["-k", "${S_K}"]),
        ("run", ("-p", "8080", "-p", "127.0.0.1:80:8080/tcp", "-k", "-p"), None),
        ("npx", ("-y", "-p", "a-package", "program"), None),
        ("npx", ("-y", "a-package", "-p", "word"), ["-y", "a-package", "-p", "${S_P}"]),
        ("run", ('{"apiKey": "word"}',), ["${S_ARGUMENT_1}"]),
        ("run", ('--config={"a": [{"password": "word"}]}',), ["--config=${S_CONFIG}"]),
        ("run", ('{"apiKey": "${K:-word}"}',), ['{"apiKey": "${K}"}']),
        ("run", ('{"apiKey": "${K}", "mode": "fast"}', "[1, {}]", "{no json}"), None),
        ("run", ("https://h.test/?SomeWord",), ["https://h.test/?${S_QUERY}"]),
        ("run", ("https://h.test/?stateless",), None),
    ],
)
def test_arguments_that_hold_secrets_by_their_place(command: str, args: tuple[str, ...], written: list[str]) -> None:
    spec = ServerSpec("s", "stdio", command=command, args=args)
    assert entry_of(spec)["args"] == (written or list(args))
    assert [warning.code for warning in rendered(spec).warnings] == (["SECRET_INLINE"] if written else [])


@pytest.mark.parametrize(
    ("query", "written"),
    [("k=${K:-word}", "k=${K}"), ("${K:-word}", "${K}"), ("SomeWord", "${S_QUERY}"), ("stateless", "stateless")],
)
def test_parts_of_a_query_without_a_name(query: str, written: str) -> None:
    assert entry_of(ServerSpec("s", "http", url=f"https://h.test/?{query}"))["url"] == f"https://h.test/?{written}"
