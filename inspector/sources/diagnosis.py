"""Why a server could not be reached or listed, and what to do about it, in plain words.

Texts may quote what the server said; the caller scrubs secrets from them, the screen disarms the rest.
"""

from __future__ import annotations

import signal
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from inspector.config import ServerSpec
from inspector.redaction import redact_url
from inspector.sources.attempt import Attempt
from inspector.sources.evidence import HttpAnswer
from inspector.sources.paging import UnusableAnswer
from inspector.sources.transports import working_directory

LONGEST_QUOTE = 300
"""How many characters of a foreign text are quoted."""


_SDK_STAND_INS = ("Server returned an error response", "Not Found", "Session terminated", "Connection closed")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What went wrong, and what the person can do next."""

    problem: str
    hint: str = ""


def diagnose(spec: ServerSpec, outcome: Attempt, timeout: float) -> Diagnosis:
    """Return the diagnosis of an attempt that ended before the listing was complete.

    `timeout` is the limit of the phase it ended in, in seconds.
    """
    if outcome.timed_out:
        return _timed_out(spec, outcome, timeout)
    causes = tuple(_leaves(outcome.error)) if outcome.error else ()
    if spec.transport == "stdio":
        found = _not_started(spec, causes)
    else:
        found = _not_connected(spec, causes) or _http_refused(spec, outcome.evidence.refused, _said(causes))
        found = found or _not_mcp(spec, outcome.evidence.answers)
    return found or _protocol_failed(spec, outcome, causes)


def ended_early(error: BaseException | None) -> bool:
    """Return whether `error` says that the connection ended while an answer was awaited."""
    from mcp import MCPError
    from mcp.types import CONNECTION_CLOSED

    return any(isinstance(cause, MCPError) and cause.code == CONNECTION_CLOSED for cause in _leaves(error))


def _timed_out(spec: ServerSpec, outcome: Attempt, timeout: float) -> Diagnosis:
    if outcome.phase == "listing":
        return Diagnosis(
            f"the server connected but did not list its tools within {timeout:g} s",
            "raise --list-timeout if it is slow",
        )
    problem = f"no answer within {timeout:g} s"
    if outcome.evidence.noise_count:
        junk = _quote(outcome.evidence.noise[0])
        return Diagnosis(
            f"{problem}; it wrote {outcome.evidence.noise_count} line(s) that are no MCP message: {junk}",
            "check that the command starts the server in stdio mode and logs to stderr",
        )
    refused = outcome.evidence.refused
    if refused is not None and (found := _http_refused(spec, refused)):
        return found
    if spec.transport == "stdio":
        return Diagnosis(
            problem, "a first start may be downloading packages: try again, or raise --connect-timeout; see its stderr"
        )
    return Diagnosis(problem, "check that the URL is the server's MCP endpoint, or raise --connect-timeout")


def _not_started(spec: ServerSpec, causes: tuple[BaseException, ...]) -> Diagnosis | None:
    error = next((cause for cause in causes if isinstance(cause, OSError)), None)
    if error is None:
        return None
    folder = working_directory(spec)
    if isinstance(error, FileNotFoundError | NotADirectoryError) and folder and error.filename == folder:
        return Diagnosis(f"the working directory {folder} does not exist", "correct cwd in the configuration")
    if isinstance(error, FileNotFoundError):
        hint = "install it, or write its full path as the command"
        if " " in spec.command.strip():
            hint = "the command holds spaces: write only the program there and the rest as args"
        return Diagnosis(f"the program “{spec.command}” was not found", hint)
    if isinstance(error, PermissionError):
        return Diagnosis(f"the program “{spec.command}” may not be executed", "check its permissions (chmod +x)")
    return Diagnosis(f"the program “{spec.command}” could not be started: {_quote(error.strerror or str(error))}")


def _not_connected(spec: ServerSpec, causes: tuple[BaseException, ...]) -> Diagnosis | None:
    import httpx2

    try:
        address = urlsplit(spec.url).netloc.rpartition("@")[2]
    except ValueError:
        address = redact_url(spec.url)
    chain = [link for cause in causes for link in _chain(cause)]
    texts = " ".join(str(link) for link in chain)
    if any(isinstance(link, socket.gaierror) for link in chain) or "Name or service not known" in texts:
        return Diagnosis(f"the host {address} is not known", "check the spelling of the URL and the network")
    if any(isinstance(link, ssl.SSLError) for link in chain):
        return Diagnosis(
            f"no secure connection to {address}: {_quote(texts)}", "check the certificate, or the proxy in between"
        )
    if any(isinstance(link, httpx2.UnsupportedProtocol | httpx2.InvalidURL) for link in chain):
        return Diagnosis(f"{redact_url(spec.url)} is no usable URL", "it has to begin with http:// or https://")
    if any(isinstance(link, httpx2.ConnectTimeout) for link in chain):
        return Diagnosis(f"{address} does not answer", "check the address, the network and the proxy")
    if any(isinstance(link, httpx2.ConnectError | ConnectionRefusedError) for link in chain):
        return Diagnosis(f"nothing accepts connections at {address}", "start the server, or check host and port")
    return None


def _http_refused(spec: ServerSpec, answer: HttpAnswer | None, said: str = "") -> Diagnosis | None:
    if answer is None:
        return None
    status = answer.status
    nothing_there = f"there is nothing at {redact_url(spec.url)}"
    known = {
        401: ("the server wants a sign-in", "add an Authorization header to its configuration, or check the one there"),
        403: ("the server refuses access", "check the rights of the account or token"),
        404: (nothing_there, "MCP endpoints often end in /mcp or /sse"),
        405: ("the URL takes no MCP requests", "MCP endpoints often end in /mcp or /sse"),
        429: ("the server is asked too often", "wait a little and reconnect"),
    }
    failed = ("the server failed", "look into the server's own log, or try again later")
    other = failed if status >= 500 else ("the server refused the request", "check the URL and the headers")
    problem, hint = known.get(status, other)
    return Diagnosis(f"{problem} (HTTP {status})" + (f": {said}" if said else ""), hint)


def _said(causes: tuple[BaseException, ...]) -> str:
    """Return what the server itself gave as its reason, if it did and the SDK did not make it up."""
    from mcp import MCPError

    errors = [cause.message for cause in causes if isinstance(cause, MCPError)]
    return next((_quote(message) for message in errors if message not in _SDK_STAND_INS), "")


def _not_mcp(spec: ServerSpec, answers: list[HttpAnswer]) -> Diagnosis | None:
    if answers and answers[-1].content_type in ("text/html", "application/xhtml+xml"):
        return Diagnosis(
            f"{redact_url(spec.url)} answers with a web page instead of MCP", "MCP endpoints often end in /mcp or /sse"
        )
    return None


def _protocol_failed(spec: ServerSpec, outcome: Attempt, causes: tuple[BaseException, ...]) -> Diagnosis:
    from mcp import MCPError
    from mcp.types import PARSE_ERROR
    from pydantic import ValidationError

    asked = "tools/list" if outcome.phase == "listing" else "the connection"
    if ended_early(outcome.error):
        return _ended(spec, outcome, asked)
    for cause in causes:
        if isinstance(cause, UnusableAnswer):
            return Diagnosis(str(cause), "the server does not follow MCP; report it to its authors")
        if isinstance(cause, ValidationError):
            field = ".".join(str(part) for part in cause.errors()[0]["loc"])
            return Diagnosis(
                f"its answer to {asked} is not valid MCP" + (f": “{field}” is missing or wrong" if field else ""),
                "the server does not follow MCP; report it to its authors",
            )
        if isinstance(cause, MCPError) and cause.code == PARSE_ERROR:
            return Diagnosis("its answer is not valid JSON-RPC", "check that the URL is the server's MCP endpoint")
        if isinstance(cause, MCPError):
            return Diagnosis(f"it answered {asked} with error {cause.code}: {_quote(cause.message)}")
    if not causes:
        return Diagnosis("the connection ended")
    return Diagnosis(f"{type(causes[0]).__name__}: {_quote(str(causes[0]))}")


def _ended(spec: ServerSpec, outcome: Attempt, asked: str) -> Diagnosis:
    if spec.transport != "stdio":
        return Diagnosis(f"the server closed the connection before it answered {asked}", "try again")
    code = outcome.evidence.exit_code
    how = "" if code is None else f" with code {code}" if code >= 0 else f" by {_signal_name(-code)}"
    lines = outcome.evidence.stderr_lines
    last = f"; its last words: {_quote(lines[-1])}" if lines else " and wrote nothing to stderr"
    return Diagnosis(
        f"the server ended{how} before it answered {asked}{last}", "run its command by hand to see why it ends"
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _leaves(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the exceptions inside nested groups, in order."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    elif error is not None:
        yield error


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield `error` and what caused it, at most ten links."""
    link: BaseException | None = error
    for _ in range(10):
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__


def _quote(text: str) -> str:
    """Return foreign text on one line, cut to a readable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"
