"""Why a server's own process could not be started or ended, read from the error, its code and its last lines."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from collections.abc import Sequence

from inspector.config import ServerSpec
from inspector.sources.evidence import Evidence
from inspector.sources.programs import how_to_get, program_name
from inspector.sources.quoting import Diagnosis, quote, without_escapes
from inspector.sources.transports import working_directory

_OLD_SDK = re.compile(
    r"No module named 'mcp\.server\.fastmcp|No module named 'mcp\.shared\.(?:context|memory)"
    r"|cannot import name '\w+' from 'mcp[.'\w]*'? "
    r"|'Server' object has no attribute '(?:list|call|get|read|subscribe|set|complet|progress)\w*'"
    r"|(?:MCPServer|Server|ClientSession)\.__init__\(\) got an unexpected keyword argument"
    r"|'(?:Tool|ListToolsResult|CallToolResult)' object has no attribute '[a-z]+[A-Z]\w*'"
    r"|pin 'mcp<2'"
)
_NEW_SDK = re.compile(r"No module named 'mcp\.server\.mcpserver|cannot import name 'MCPServer'")
_LISTENING = re.compile(
    r"(?:uvicorn running on|listening|running|started|serving|available|ready|bound|server (?:is )?on|starting)\b"
    r".*?(?P<where>https?://[^\s\"'<>)]+|\bport\W{0,3}\d{2,5}|:\d{4,5}\b)",
    re.IGNORECASE,
)
_ERROR_WORDS = re.compile(
    r"^(?:\w+\.)*\w*(?:Error|Exception)\b|\berr(?:or)?\b|\bfatal\b|\bpanic\b|\bfailed\b|\bnot found\b|\bcannot\b|"
    r"\bcan't\b|\bdenied\b|\brefused\b|\bmissing\b|\brequired\b|\binvalid\b|^usage:",
    re.IGNORECASE,
)
_EMPTY_WORDS = re.compile(
    r"complete log of this run|^Node\.js v\d|^\s+at |^[\s}\]{^~]*$|^npm (?:error|ERR!)\s*(?:\d+|code \w+)?\s*$"
    r"|can be found in:|--help' for more|^npm (?:notice|warn)|requireStack|^\s*code: '|tarball, folder|install from a"
    r"|^During handling of|^npm (?:error|ERR!) \d+ Not Found - GET|^\s*throw ",
    re.IGNORECASE,
)

_BY_HAND = "run its command by hand to see why it ends"

_KNOWN: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"npm (?:error|ERR!).*requested resource '(?P<what>[^']+)' could not be found"),
        "the npm registry has no package {what}",
        "check the package name and version in args",
    ),
    (
        re.compile(r"npm (?:error|ERR!) (?:404.*'(?P<what>[^']+)' is not in|notarget No matching version)"),
        "the npm registry has no package {what}",
        "check the package name and version in args",
    ),
    (
        re.compile(r"npm (?:error|ERR!) (?P<what>could not determine executable to run)"),
        "npx: {what}: the package is no program",
        "check the package name in args: it holds nothing that could be started",
    ),
    (
        re.compile(r"npm (?:error|ERR!) code (?P<what>ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET)"),
        "npx could not reach the npm registry ({what})",
        "check the network and the proxy; packages already downloaded start without it",
    ),
    (
        re.compile(r"npm (?:error|ERR!) code (?P<what>EACCES|EPERM|ENOSPC|EBADENGINE|E401|E403)"),
        "npx failed with {what}",
        "run its command by hand to see npm's whole message",
    ),
    (
        re.compile(r"(?P<what>\S+) was not found in the package registry"),
        "the Python registry has no package {what}",
        "check the package name in args",
    ),
    (
        re.compile(r"An executable named `(?P<what>[^`]+)` is not provided by package"),
        "its package has no program called {what}",
        "write uvx --from PACKAGE PROGRAM",
    ),
    (
        re.compile(r"No solution found when resolving (?P<what>.*)"),
        "uv found no versions that fit together for {what}",
        "check the version in args, and the Python version (uvx --python 3.12 …)",
    ),
    (
        re.compile(r"Cannot connect to the (?P<what>Docker) daemon"),
        "Docker is installed but not running",
        "start Docker (Docker Desktop, or systemctl start docker)",
    ),
    (
        re.compile(r"(?:pull access denied for|repository does not exist|manifest unknown)\W*(?P<what>[\w./-]*)"),
        "Docker finds no image {what}",
        "check the image name in args, or docker login",
    ),
    (
        re.compile(r"can't open file '(?P<what>[^']+)'"),
        "there is no file {what}",
        "correct the path in args; relative paths begin at cwd",
    ),
    (
        re.compile(r"Cannot find module '(?P<what>/[^']+)'"),
        "there is no file {what}",
        "correct the path in args, or build the server first",
    ),
    (
        re.compile(r"Cannot find (?:module|package) '(?P<what>[^']+)'"),
        "its Node package {what} is not installed",
        "run npm install in the server's folder",
    ),
    (
        re.compile(r"error: Module not found \"(?P<what>[^\"]+)\"|error: Script not found \"(?P<other>[^\"]+)\""),
        "there is no file {what}",
        "correct the path in args",
    ),
    (
        re.compile(r"No module named '?(?P<what>[\w.]+)'?"),
        "the Python that starts it has no module {what}",
        "install the package there, or name the Python that has it (…/.venv/bin/python) as the command",
    ),
    (
        re.compile(r"EADDRINUSE|[Aa]ddress already in use"),
        "the port it listens on is taken",
        "end the other copy of it; and servers started by a client should talk over stdin, not listen on a port",
    ),
)


def not_started(spec: ServerSpec, error: OSError) -> Diagnosis:
    """Return why the system could not start the server's process."""
    folder = working_directory(spec)
    shown = f"the program “{spec.command}”"
    if isinstance(error, FileNotFoundError | NotADirectoryError) and folder and error.filename == folder:
        return Diagnosis(f"the working directory {folder} does not exist", "correct cwd in the configuration")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        if " " in spec.command.strip():
            hint = "the command holds spaces: write only the program there and the rest as args"
            return Diagnosis(f"{shown} was not found", hint)
        if os.path.isfile(os.path.join(folder or "", spec.command)) and os.path.dirname(spec.command):
            return Diagnosis(
                f"{shown} is there, but what its first line starts is not", "correct the #! line of the script"
            )
        if os.path.dirname(spec.command):
            return Diagnosis(f"{shown} was not found", f"correct the path, or {how_to_get(spec.command)}")
        return Diagnosis(f"{shown} was not found", how_to_get(spec.command))
    if isinstance(error, PermissionError):
        return Diagnosis(f"{shown} may not be executed", "check its permissions (chmod +x); is it a folder?")
    if error.errno == errno.ENOEXEC:
        return Diagnosis(
            f"{shown} is no program for this system", "a script needs a first line such as #!/usr/bin/env python3"
        )
    return Diagnosis(f"{shown} could not be started: {quote(error.strerror or str(error))}")


def known_cause(spec: ServerSpec, lines: Sequence[str]) -> Diagnosis | None:
    """Return what a server's last stderr lines say about why it cannot work, where they say it in known words."""
    lines = [without_escapes(line) for line in lines]
    text = "\n".join(lines)
    if _NEW_SDK.search(text) and not _OLD_SDK.search(text):
        return Diagnosis(
            f"it is written for mcp 2.x but runs with an older one: {quote(telling_line(lines))}",
            _with_version(spec, "mcp>=2"),
        )
    if _OLD_SDK.search(text):
        return Diagnosis(
            f"it dies on mcp 2.x, being written for 1.x: {quote(telling_line(lines).partition('. ')[0])}",
            _with_version(spec, "mcp<2"),
        )
    for pattern, problem, hint in _KNOWN:
        found = pattern.search(text)
        if found:
            what = next((value for value in found.groups() if value), "of that name or version")
            return Diagnosis(problem.format(what=quote(what)), hint)
    return None


def listens_on_http(lines: Sequence[str]) -> Diagnosis | None:
    """Return the diagnosis of a server that says it listens on a port, though it was started for stdio."""
    for line in lines:
        found = _LISTENING.search(without_escapes(line))
        if found:
            where = found["where"].rstrip(".,;")
            port = re.sub(r"\D", "", where)
            url = where.replace("0.0.0.0", "127.0.0.1") if where.startswith("http") else f"http://127.0.0.1:{port}"
            url = url if url.rstrip("/").endswith(("/mcp", "/sse")) else f"{url.rstrip('/')}/mcp"
            return Diagnosis(
                f"it listens on HTTP ({quote(where)}) instead of talking over stdin and stdout",
                f"start it in stdio mode (often --stdio or --transport stdio), or configure it as “url”: “{url}”",
            )
    return None


def ended(spec: ServerSpec, evidence: Evidence, when: str) -> Diagnosis:
    """Return how a server's process ended, by its code and its last words; `when` completes the sentence."""
    lines = evidence.stderr_lines
    code = evidence.exit_code
    if code is None and sys.platform != "win32":
        return Diagnosis(f"the server closed its stdout {when}, though it goes on running", _BY_HAND)
    how = "" if code is None else f" with code {code}" if code >= 0 else f" by {signal_name(-code)}"
    cause = known_cause(spec, lines)
    if cause is not None:
        return Diagnosis(f"{cause.problem} (it ended{how} {when})", cause.hint)
    last = telling_line(lines)
    said = f"; its last words: {quote(last)}" if last else " and wrote nothing to stderr"
    hint = _BY_HAND
    if code == 127:
        hint = "127 means that a program in its command was not found; " + hint
    elif code == -signal.SIGKILL or code == 137:
        hint = "the system or a person killed it; often it had no memory left"
    elif code == 0 and not last:
        hint = "it may have no stdio mode, or need one more argument; " + hint
    return Diagnosis(f"the server ended{how} {when}{said}", hint)


def telling_line(lines: Sequence[str]) -> str:
    """Return the line that says most about a failure: the last that speaks of an error, else the last."""
    saying = [line for line in map(without_escapes, lines) if line.strip() and not _EMPTY_WORDS.search(line)]
    errors = [line for line in saying if _ERROR_WORDS.search(line)]
    if saying and errors and errors[-1] != saying[-1] and saying[-1].startswith((" ", "\t")):
        return errors[-1]
    if saying and _ERROR_WORDS.search(saying[-1]):
        return saying[-1]
    return (errors or saying or [""])[-1]


def signal_name(number: int) -> str:
    """Return the name of a signal, such as SIGKILL."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _with_version(spec: ServerSpec, version: str) -> str:
    if program_name(spec.command) in ("uvx", "uv"):
        return f"add --with '{version}' before the package name in args"
    return f"pin it where the server is installed: pip install '{version}'"
