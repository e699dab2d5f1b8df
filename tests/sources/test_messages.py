"""Messages among noise: what is used, what is counted, and answers of any size."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from inspector.config import ServerSpec
from inspector.sources import connect
from inspector.sources.messages import parse

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")
ANSWER = '{"jsonrpc": "2.0", "id": 1, "result": {}}'


@pytest.mark.parametrize(
    ("text", "noise"),
    [
        (ANSWER, ""),
        (f"  {ANSWER}\r", ""),
        (f"\x1b[32m{ANSWER}\x1b[0m", "\x1b[32m\x1b[0m"),
        (f"\ufeff{ANSWER}", "\ufeff"),
        (f"Loading … {ANSWER} done", "Loading …  done"),
    ],
)
def test_a_message_is_found_in_its_line(text: str, noise: str) -> None:
    message, found = parse(text)
    assert message is not None
    assert getattr(message.message, "result", None) == {}
    assert found == noise


@pytest.mark.parametrize("text", ["", "   ", "hello", "{}", "{", "} {", "[1]", '{"a": {"b": 1}}', '{"id": true}'])
def test_what_is_no_message_is_noise(text: str) -> None:
    assert parse(text) == (None, text)


@pytest.mark.parametrize("answer", ['"result": [1]', '"result": 7', '"error": "no"', '"nothing": 1'])
def test_an_unusable_answer_is_an_error_and_not_a_silence(answer: str) -> None:
    text = '{"jsonrpc": "2.0", "id": 5, ' + answer + "}"
    message, noise = parse(text)
    assert message is not None
    assert (getattr(message.message, "id", None), noise) == (5, text)
    assert "no JSON-RPC response" in message.message.model_dump_json()


async def test_an_answer_of_50_megabytes_is_read() -> None:
    spec = ServerSpec(name="a", transport="stdio", command=sys.executable, args=(SCRIPT, "huge"))
    report = await connect(spec, environment={})
    assert report.state == "ready", report
    assert report.listing is not None
    assert sum(len(tool["description"]) for tool in report.listing.tools) == 50_000_000
    assert report.seconds < 5


async def test_noise_is_counted_and_quoted_without_secrets() -> None:
    spec = ServerSpec(
        name="a", transport="stdio", command=sys.executable, args=(SCRIPT, "noise"), env={"MY_TOKEN": "Listing tools"}
    )
    report = await connect(spec, environment={})
    assert report.listing is not None
    (problem,) = report.listing.problems
    assert problem.message == (
        "it wrote 3 lines (1 blank) between its messages, which stricter clients trip over, the first: ••• …"
    )
