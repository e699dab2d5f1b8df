"""The one rule of what is hidden in arguments and URLs, as a table: what is shown, and what counts as a secret."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.redaction import MASK, is_flag, redact_args, redact_argument, redact_url, secret_values, show_server

SHORT_OPTIONS = [
    # command, arguments, as shown (None: as they are)
    ("db-mcp", ["-u", "root", "-p", "hunter2"], ["-u", "root", "-p", MASK]),
    ("db-mcp", ["-k", "abcd"], ["-k", MASK]),
    ("db-mcp", ["-p=hunter2"], [f"-p={MASK}"]),
    ("db-mcp", ["-p", "project"], ["-p", MASK]),
    ("db-mcp", ["-p", "./folder"], ["-p", MASK]),
    ("db-mcp", ["-p", "https://host.test/mcp"], ["-p", MASK]),
    ("db-mcp", ["-p", "8080", "-p=8080", "-p8080", "-p", "127.0.0.1:80:8080/tcp", "-p", "3.12"], None),
    ("db-mcp", ["-p", "${PASSWORD}", "-p=${PASSWORD}", "-p${PASSWORD}"], None),
    ("db-mcp", ["-p", "-v", "last", "-p"], None),
    ("db-mcp", ["-phunter2"], [f"-p{MASK}"]),
    ("db-mcp", ["-pS3cret!"], [f"-p{MASK}"]),
    ("db-mcp", ["-port", "80", "-project=x", "-pluginDir=/x", "-print0", "-path", "/srv"], None),
    ("mysql", ["-psecret"], [f"-p{MASK}"]),
    ("/usr/bin/mysqldump.exe", ["-psecret"], [f"-p{MASK}"]),
    ("docker", ["run", "-p", "80:80", "image", "mysql", "-psecret"],
     ["run", "-p", "80:80", "image", "mysql", f"-p{MASK}"]),
    ("npx", ["-y", "-p", "a-package", "program"], None),
    ("npx", ["-y", "a-package", "-p", "word"], ["-y", "a-package", "-p", MASK]),
    ("uvx", ["-p", "python3.12", "server"], None),
    ("redis-cli", ["-a", "word"], ["-a", MASK]),
    ("sqlcmd", ["-P", "word"], ["-P", MASK]),
    ("curl", ["-u", "me:word"], ["-u", MASK]),
    ("mysql", ["-P", "word", "-a", "word", "-u", "me"], None),
    ("sh", ["-c", "mkdir -p /data && mysql -psecret"], ["-c", f"mkdir -p /data && mysql -p{MASK}"]),
    ("sh", ["-c", "sshpass -p word ssh host"], ["-c", f"sshpass -p {MASK} ssh host"]),
]  # fmt: skip


@pytest.mark.parametrize(("command", "args", "shown"), SHORT_OPTIONS)
def test_short_password_options(command: str, args: list[str], shown: list[str] | None) -> None:
    assert list(redact_args(args, command)) == (shown or args)
    assert show_server(command=command, args=args).target == " ".join([command, *(shown or args)])
    # What is not shown is what is scrubbed from texts, and nothing else is.
    found = secret_values(args=args, command=command)
    assert not (found and shown is None)
    assert all(secret not in " ".join(redact_args(args, command)).split() for secret in found)


@pytest.mark.parametrize(
    ("argument", "shown", "secrets"),
    [
        ('{"apiKey":"word-1","mode":"fast"}', f'{{"apiKey": "{MASK}", "mode": "fast"}}', {"word-1"}),
        ('--config={"a":[{"password":12345}]}', f'--config={{"a": [{{"password": "{MASK}"}}]}}', {"12345"}),
        ('{"credentials":{"user":"me-1","list":["two-2"]}}',
         f'{{"credentials": {{"user": "{MASK}", "list": ["{MASK}"]}}}}', {"me-1", "two-2"}),
        ('["sk-canary-0123456789abcdef"]', f'["{MASK}"]', {"sk-canary-0123456789abcdef"}),
        ('{"url":"https://me:pass@h.test/"}', '{"url": "https://h.test/"}', {"me:pass", "pass"}),
        ('{"inner":"{\\"token\\":\\"word-1\\"}"}', f'{{"inner": "{{\\"token\\": \\"{MASK}\\"}}"}}', {"word-1"}),
        ('{"apiKey":"${KEY}","header":"Bearer ${KEY}","secret":"","passwordSet":true}', None, set()),
        ('{"mode":"fast","n":1}', None, set()),
        ("[1, {}]", None, set()),
        ("{no json}", None, set()),
        ('{"apiKey":"word-1",}', f'{{"apiKey":"{MASK}",}}', {"word-1"}),
        ("{apiKey: 'word-1'}", f"{{apiKey: '{MASK}'}}", {"word-1"}),
        ('run --config "{\\"apiKey\\":\\"word-1\\"}"', f'run --config "{{\\"apiKey\\":\\"{MASK}\\"}}"', {"word-1"}),
        ("run '{\"apiKey\":\"word 1\"}' x", f"run '{{\"apiKey\":\"{MASK}\"}}' x", {"word 1"}),
    ],
)  # fmt: skip
def test_json_in_an_argument(argument: str, shown: str | None, secrets: set[str]) -> None:
    assert redact_argument(argument) == (shown or argument)
    assert secret_values(args=[argument]) == secrets


@pytest.mark.parametrize(
    ("query", "shown", "secrets"),
    [
        ("stateless", "stateless", set()),
        ("SomeWord", MASK, {"SomeWord"}),
        ("abc123", MASK, {"abc123"}),
        ("a-key-in-small-letters", MASK, {"a-key-in-small-letters"}),
        ("QWxhZGRpbg==", MASK, {"QWxhZGRpbg==", "QWxhZGRpbg"}),
        ("sk-canary-0123456789abcdef=1234", f"{MASK}=…", {"1234"}),
        ("${KEY}&key=${KEY}&debug=", "${KEY}&key=${KEY}&debug=", {"${KEY}"}),
        ("key=${KEY:-word}", "key=…", {"${KEY:-word}"}),
    ],
)
def test_parts_of_a_query(query: str, shown: str, secrets: set[str]) -> None:
    assert redact_url(f"https://h.test/mcp?{query}") == f"https://h.test/mcp?{shown}"
    assert secret_values(url=f"https://h.test/mcp?{query}") >= secrets
    assert is_flag(query) is (query == "stateless")


words = st.text(alphabet="abcXYZ019-_!", min_size=4).map(lambda word: f"Q7{word}")


@given(words)
def test_a_password_is_hidden_in_every_form(word: str) -> None:
    for args in (["-p", word], [f"-p{word}"], [f"-p={word}"], ["--password", word], [f"sh -c mysql -p{word}"]):
        assert word not in " ".join(redact_args(args, "program"))
    document = json.dumps({"a": {"token": [word]}, "b": 1})
    assert word not in redact_argument(document)
    assert word not in redact_argument(document[:-1])
    assert word not in redact_url(f"https://h.test/?{word}&{word}==")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_shown_without_failing(value: object) -> None:
    text = json.dumps(value)
    redact_argument(text)
    secret_values(args=[text, text[: len(text) // 2]])
