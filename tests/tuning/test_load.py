"""A toolset file is read completely, and every mistake in it is answered with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inspector.errors import FileError
from inspector.tuning import KEYS, ToolEdits, Tuning, load_tuning, parse_tuning, read_tuning

FULL = """
default_host = "codex@0.9"
model = "gpt-5.5"
window = 128_000
threshold = 0.10
limit = 5
core_tools = ["readFile"]
configs = [".mcp.json", "~/other.json"]

[request]
system_prompt = 4000
history = 0
prefill_rate = 5000

[price]
input = 2
cached = 0.2

[servers.exchange]
command = "python3"
args = ["-m", "x"]
env = { A = "${B}" }

[servers.remote]
url = "https://x.example.test/mcp"
headers = { Authorization = "Bearer ${T}" }
enabled = false
protocol = "legacy"

[tools."exchange/get"]
pin = true
words = ""
[tools."exchange/*"]
hide = false
[tools."exchange/said-nothing"]

[host.codex.texts]
instruction = "Say"

[export.foundry.servers.a]
server_url = "https://a"
"""


def test_everything_is_read(tmp_path: Path) -> None:
    path = tmp_path / "toolset.toml"
    path.write_text(FULL)
    tuning = load_tuning(path)
    assert (tuning.host, tuning.model, tuning.window, tuning.threshold) == ("codex@0.9", "gpt-5.5", 128000, 0.1)
    assert (tuning.limit, tuning.core_tools) == (5, ("readFile",))
    assert (tuning.system_prompt, tuning.history, tuning.prefill_rate) == (4000, 0, 5000.0)
    assert (tuning.price_input, tuning.price_cached) == (2.0, 0.2)
    assert tuning.edits == {"exchange/get": ToolEdits(pin=True, words=""), "exchange/*": ToolEdits(hide=False)}
    assert tuning.texts == {"codex": {"instruction": "Say"}}
    assert tuning.exports == {"foundry": {"servers": {"a": {"server_url": "https://a"}}}}
    assert tuning.config_paths() == (str(tmp_path / ".mcp.json"), str(Path("~/other.json").expanduser()))
    exchange, remote = tuning.servers
    assert (exchange.command, exchange.args, exchange.env) == ("python3", ("-m", "x"), {"A": "${B}"})
    assert (exchange.source, exchange.directory, exchange.client) == (str(path), str(tmp_path), "toolset")
    assert (remote.transport, remote.enabled, remote.protocol) == ("http", False, "legacy")


def test_an_empty_file_says_nothing() -> None:
    assert parse_tuning("", "t.toml").tuning == Tuning(path="t.toml")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("\ndefault_host =\n", "t.toml is not valid TOML: .*line 2", ""),
        ("[tools.a/b]\n", "not valid TOML: .*line 1", "names with a slash"),
        ("host = 'a'\n[host.codex.texts]\nx = 'y'\n", "not valid TOML: .*line 2", "default_host"),
        ("\nhost = 'codex'\n", "line 2: “host” is a table", "default_host"),
        ("a = " + "[" * 20000, "not valid TOML", ""),
        ("\n\nwindos = 1\n", "line 3: “windos” is no key of a toolset", "did you mean window"),
        ("limit = 1\r\ndefault_host = 'a'\r\nwindos = 1\r\n", "line 3: “windos” is no key", ""),
        ("[tols.'a/b']\npin = true", "line 1: “tols” is no key", "did you mean tools"),
        ("[request]\nhistori = 1", "line 2: “request.histori” is no key", "did you mean history"),
        ("# x\n[tools.'a/b']\nwords = '''\nw\n'''\npinn = true", 'line 6: “tools."a/b".pinn” is no key', "mean pin"),
        ("tools = {'a/b' = {pinn = true}}", 'line 1: “tools."a/b".pinn” is no key', "mean pin"),
        ("[tools.get]\npin = true", "line 1: “tools.get” is no tool: write “server/tool”", ""),
        ("[tools.'/get']\npin = true", 'line 1: “tools."/get"” is no tool', ""),
        ("[tools.'a/']\n", "is no tool", ""),
        ("[tools]\n'a/b' = true", 'line 2: “tools."a/b"” is a table with keys: hide, pin, words', ""),
        ("[tools.'a/b']\npin = 1", "line 2: .*pin” takes true or false, not a number", ""),
        ("[tools.'a/b']\npin = 'yes'", "takes true or false, not a text", ""),
        ("[tools.'a/b']\nwords = ['a']", "words” takes a text in quotes, not a list", ""),
        ("default_host = ''", "“default_host” is empty", "the agent host"),
        ("model = 5", "“model” takes a text in quotes, not a number", ""),
        ("window = 0", "“window” must be 1 or more, not 0", "context window"),
        ("window = true", "“window” takes a whole number, not true", ""),
        ("window = 128e3", "“window” takes a whole number, not a number", ""),
        ("threshold = 10", "write 0.10 for 10 per cent", "share of the window"),
        ("threshold = 12.5", "write 0.125 for 12.5 per cent", ""),
        ("threshold = 0", "more than 0 and at most 1, not 0", ""),
        ("threshold = -0.5", "more than 0 and at most 1", ""),
        ("threshold = nan", "more than 0 and at most 1", ""),
        ("threshold = '10%'", "takes a share of the window such as 0.10, not a text", ""),
        ("limit = -1", "must be 1 or more", ""),
        ("core_tools = 'readFile'", "takes a list of texts such as", ""),
        ("configs = [1]", "one item is a number", ""),
        ("configs = ['']", "one item is empty", ""),
        ("request = 5", "“request” is a table with keys: history, prefill_rate, system_prompt", ""),
        ("[request]\nprefill_rate = 0", "must be more than 0", ""),
        ("[price]\ninput = inf", "takes a number, not inf", ""),
        ("[price]\ncached = -1", "must be 0 or more", ""),
        ("[price]\ninput = 2020-01-01", "not a date or time", ""),
        ("[host.codex]\ninstruction = 'a'", "“host.codex.instruction” is no key", "texts"),
        ("[host.codex.texts]\ninstruction = 1", "takes a text in quotes", ""),
        ("[export]\nfoundry = 1", "is a table of its own, not a number", ""),
    ],
)
def test_mistakes(text: str, message: str, hint: str) -> None:
    with pytest.raises(FileError, match=message) as caught:
        parse_tuning(text, "t.toml")
    assert "\n" not in caught.value.message
    assert re.search(hint, caught.value.hint)


def test_a_bad_server_hides_no_good_one(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(
        "[servers.good]\ncommand = 'a'\n\n[servers.bad]\ncomand = 'a'\n[servers.worse]\nurl = 5\n[servers]\nodd = 1\n"
    )
    reading = read_tuning(path)
    assert [server.name for server in reading.tuning.servers] == ["good"]
    assert [problem.place for problem in reading.problems] == [
        "line 5, servers.bad.comand",
        "line 7, servers.worse.url",
        "line 9, servers.odd",
    ]
    assert "did you mean command" in reading.problems[0].message
    with pytest.raises(FileError, match=r"line 5, servers\.bad\.comand: .* \(and 2 more\)"):
        load_tuning(path)


def test_a_missing_file_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file"):
        load_tuning(tmp_path / "toolset.toml")


def test_every_key_is_explained() -> None:
    assert all(key.meaning and not key.meaning.endswith(".") for key in KEYS)
    shown = [key.shown for key in KEYS]
    assert "default_host" in shown
    assert '[tools."SERVER/TOOL"] words' in shown
    assert "[host.HOST.texts] TEXT" in shown
    assert "[export] TARGET" in shown


HUGE = "9" * 400
ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"window = {HUGE}", "“window” is too large: 1,000,000,000,000 is the most it can be"),
        ("window = 1_000_000_000_001", "“window” is too large"),
        (f"window = 0x{'f' * 5000}", "“window” is too large"),
        (f"window = -{HUGE}", "“window” must be 1 or more, not a number beyond all use"),
        (f"threshold = {HUGE}", "“threshold” is a share of the window: more than 0 and at most 1, not a number beyond"),
        ("threshold = 1e400", "“threshold” is a share of the window"),
        (f"limit = {HUGE}", "“limit” is too large"),
        (f"request.history = {HUGE}", "“request.history” is too large"),
        (f"request.prefill_rate = {HUGE}", "“request.prefill_rate” is too large: 1,000,000,000 is the most"),
        (f"price.input = {HUGE}", "“price.input” is too large"),
        (f"price.cached = -{HUGE}", "“price.cached” must be 0 or more, not a number beyond all use"),
        ("price.cached = inf", "“price.cached” takes a number, not inf"),
        ("price.cached = 1e30", "“price.cached” is too large"),
        (f"export.x.a = [{{ b = {HUGE} }}]", "“export.x” holds a number that is too large"),
        (f"window = {ENDLESS}", "a number has too many digits"),
        (f"price.input = {ENDLESS}", "a number has too many digits"),
    ],
)
def test_numbers_beyond_all_use_are_answered_with_their_line(line: str, told: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_tuning(f"# a toolset\n\n{line}\n", "toolset.toml")
    assert caught.value.message.startswith("toolset.toml line 3: ")
    assert told in caught.value.message
    assert len(caught.value.message) < 200


def test_the_largest_numbers_are_read() -> None:
    tuning = parse_tuning("window = 1_000_000_000_000\nprice.input = 1e9\nlimit = 1", "toolset.toml").tuning
    assert (tuning.window, tuning.price_input) == (10**12, 1e9)
