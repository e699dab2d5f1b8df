"""What is secret: canaries placed wherever a configuration can hold one must never come out again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.redaction import (
    MASK,
    is_secret_name,
    looks_secret,
    redact_args,
    redact_argument,
    redact_url,
    scrub,
    secret_values,
    show_server,
)

CANARY = "sk-canary-0123456789abcdef"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://host.test/mcp", "https://host.test/mcp"),
        ("https://host.test:8443/mcp?", "https://host.test:8443/mcp"),
        ("https://user:pass@host.test/mcp", "https://host.test/mcp"),
        ("https://host.test/mcp?key=abc&flag&mode=", "https://host.test/mcp?key=…&flag&mode="),
        ("https://host.test/mcp#token", "https://host.test/mcp"),
        (f"https://host.test/mcp/{CANARY}/sse", f"https://host.test/mcp/{MASK}/sse"),
        (f"https://host.test/mcp?{CANARY}", f"https://host.test/mcp?{MASK}"),
        ("${BASE}/mcp", "${BASE}/mcp"),
        ("postgres://me:secret@db.test/orders", "postgres://db.test/orders"),
        ("http://[::1", "(unreadable URL)"),
    ],
)
def test_urls(url: str, shown: str) -> None:
    assert redact_url(url) == shown


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["-y", "@scope/server", "--root", "/srv/docs"], ["-y", "@scope/server", "--root", "/srv/docs"]),
        (["--api-key", "abc", "next"], ["--api-key", MASK, "next"]),
        (["--token=abc", "--port=80"], [f"--token={MASK}", "--port=80"]),
        (["--token", "${TOKEN}"], ["--token", "${TOKEN}"]),
        (["--token=${TOKEN}"], ["--token=${TOKEN}"]),
        (["--token", "--verbose", "x"], ["--token", "--verbose", "x"]),
        (["--header", "Authorization: Bearer abc"], ["--header", f"Authorization: {MASK}"]),
        (["API_TOKEN=abc", "MODE=fast"], [f"API_TOKEN={MASK}", "MODE=fast"]),
        ([CANARY], [MASK]),
        (["https://me:pw@host.test/mcp?key=1"], ["https://host.test/mcp?key=…"]),
        (["--url=https://me:pw@host.test/mcp"], ["--url=https://host.test/mcp"]),
    ],
)
def test_arguments(args: list[str], shown: list[str]) -> None:
    assert list(redact_args(args)) == shown


@pytest.mark.parametrize(
    "name", ["GITHUB_TOKEN", "apiKey", "--api-key", "DB_PASSWORD", "Authorization", "client_secret"]
)
def test_names_that_suggest_a_secret(name: str) -> None:
    assert is_secret_name(name)


def test_secrets_inside_one_argument() -> None:
    assert redact_argument("--header=Authorization: Bearer abc") == f"--header=Authorization: {MASK}"
    assert redact_argument("cd /x && TOKEN=abc MODE=fast run") == f"cd /x && TOKEN={MASK} MODE=fast run"


@pytest.mark.parametrize("name", ["PATH", "LOG_LEVEL", "--root", "KEYBOARD", "port", "NODE_ENV"])
def test_names_that_do_not(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    "text",
    ["server-everything-for-everyone", "/srv/a/long/path/0123456789", "2026-07-28", "@modelcontextprotocol/server"],
)
def test_ordinary_words_are_no_credentials(text: str) -> None:
    assert not looks_secret(text)


def test_a_shown_server_has_names_but_no_values() -> None:
    shown = show_server(
        command="npx", args=["server", "--key", CANARY], env={"A": CANARY}, headers={"X-Key": CANARY, "Accept": "b"}
    )
    assert shown.target == f"npx server --key {MASK}"
    assert shown.environment == ("A",)
    assert shown.headers == ("X-Key", "Accept")
    assert CANARY not in repr(shown)


def test_secrets_are_found_wherever_a_configuration_holds_them() -> None:
    found = secret_values(
        env={"TOKEN": "abcd", "MODE": "debug", "ROOT": "/srv/documents"},
        headers={"Authorization": "Bearer tok-1", "X-Short": "ab"},
        url="https://me:p%40ss@host.test/mcp?key=query-1&n=1#frag-1",
        args=["--token", "arg-1", "--secret=arg-2", "Authorization: Bearer arg-3", "--root", "/srv"],
    )
    assert found == {
        "abcd", "/srv/documents", "Bearer tok-1", "tok-1", "me:p%40ss", "p%40ss", "p@ss", "query-1", "frag-1",
        "arg-1", "arg-2", "Bearer arg-3", "arg-3",
    } - {"p%40ss"}  # fmt: skip


def test_scrubbing_replaces_the_longest_first_and_encoded_forms_too() -> None:
    assert scrub("got abcdef and abcd", ["abcd", "abcdef"]) == f"got {MASK} and {MASK}"
    assert scrub("url?k=a%20b%2Fc%3Dd", ["a b/c=d"]) == f"url?k={MASK}"


def test_short_values_are_left_alone() -> None:
    assert scrub("one 1 abc", ["1", "abc", ""]) == "one 1 abc"


@given(st.text(), st.lists(st.text(min_size=4), max_size=4))
def test_no_secret_survives_scrubbing(text: str, secrets: list[str]) -> None:
    hidden = scrub(text + "".join(secrets), secrets)
    assert not any(secret in hidden for secret in secrets if MASK[0] not in secret)


@given(st.text())
def test_showing_never_fails(text: str) -> None:
    show_server(command=text, args=[text, f"--key={text}"], env={text: text})
    redact_url(text)
    secret_values(env={text: text}, headers={text: text}, url=text, args=[text, f"x://{text}"])


@given(st.text(alphabet="abcdefghijk", min_size=4))
def test_user_information_and_query_values_never_show(word: str) -> None:
    canary = f"Z{word}Z"
    assert canary not in redact_url(f"https://{canary}:{canary}@host.test/mcp?a={canary}&b={canary}#{canary}")


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        ("server --token abc --verbose", f"server --token {MASK} --verbose"),
        ("curl -H 'Authorization: Bearer abc' x", f"curl -H 'Authorization: Bearer {MASK}' x"),
        ("run https://me:pw@host.test/ now", "run https://host.test/ now"),
        (f"${{PLAIN:-{CANARY}}}", f"${{PLAIN:-{MASK}}}"),
        ("${API_KEY:-abc}", f"${{API_KEY:-{MASK}}}"),
        ("${MODE:-fast}", "${MODE:-fast}"),
    ],
)
def test_command_lines_and_defaults(argument: str, shown: str) -> None:
    assert redact_argument(argument) == shown


def test_scrubbing_finds_other_spellings_and_cut_ends() -> None:
    secret = 'two  words "é"'
    for text in ('"two  words \\"é\\""', '"two  words \\"\\u00e9\\""', "a two  wor…", 'two words "é"'):
        assert "words" not in scrub(text, [secret])
    assert scrub("it said abcdef…", ["abcdefghij"]) == f"it said {MASK}…"
    assert scrub("line two-of-key", secret_values(env={"PRIVATE_KEY": "line-one\nline two-of-key"})) == MASK
