"""Why a server could not be reached or listed, and what to do about it, in plain words.

Texts may quote what the server said; the caller scrubs secrets from them, the screen disarms the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from inspector.config import ServerSpec
from inspector.redaction import redact_url
from inspector.sources.attempt import Attempt
from inspector.sources.diagnosis_raw import broken_off, told, unsendable, unstartable
from inspector.sources.messages import LONGEST_MESSAGE
from inspector.sources.paging import UnusableAnswer
from inspector.sources.process_causes import ended, known_cause, listens_on_http, not_started
from inspector.sources.quoting import Diagnosis, leaves, quote

_SDK_STAND_INS = ("Server returned an error response", "Not Found", "Session terminated", "Connection closed")
_NOT_MCP = "the server does not follow MCP; report it to its authors"
_CONSENT_CODES = (-32006, -32007)
_URL = re.compile(r"https?://[^\s\"'<>)\]}]+")


def diagnose(spec: ServerSpec, outcome: Attempt, timeout: float) -> Diagnosis:
    """Return the diagnosis of an attempt that ended before the listing was complete.

    `timeout` is the limit of the phase it ended in, in seconds.
    """
    if outcome.evidence.too_long:
        return Diagnosis(
            f"it sent more than {LONGEST_MESSAGE // 1_048_576} MB in one message, which was given up", _NOT_MCP
        )
    if outcome.timed_out:
        return _timed_out(spec, outcome, timeout)
    causes = tuple(leaves(outcome.error)) if outcome.error else ()
    found = _consent(causes)
    if found is None and spec.transport == "stdio":
        found = next((not_started(spec, cause) for cause in causes if isinstance(cause, OSError)), None)
        found = found or unstartable(spec, causes)
    elif found is None:
        from inspector.sources.http_causes import not_connected, not_mcp, refused

        found = (
            _unsendable(spec, outcome, causes)
            or not_connected(spec, causes)
            or refused(spec, outcome.evidence.refused, _said(causes))
            or not_mcp(spec, outcome.evidence, causes)
            or broken_off(spec, causes)
        )
    return found or _protocol_failed(spec, outcome, causes)


def _unsendable(spec: ServerSpec, outcome: Attempt, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return why no request could be made of the configuration; once there was an answer, one could."""
    return None if outcome.evidence.answers or outcome.evidence.refused else unsendable(spec, causes)


def lost(spec: ServerSpec, outcome: Attempt) -> Diagnosis:
    """Return the diagnosis of a connection that ended after it had been listed and should have stayed open."""
    if spec.transport == "stdio":
        return ended(spec, outcome.evidence, "while it was connected")
    return Diagnosis("the server closed the connection", "reconnect to list it again")


def ended_early(error: BaseException | None) -> bool:
    """Return whether `error` says that the connection ended while an answer was awaited."""
    from mcp import MCPError
    from mcp.types import CONNECTION_CLOSED

    return any(isinstance(cause, MCPError) and cause.code == CONNECTION_CLOSED for cause in leaves(error))


def _timed_out(spec: ServerSpec, outcome: Attempt, timeout: float) -> Diagnosis:
    evidence = outcome.evidence
    noise = ""
    if evidence.noise_count:
        junk = f": {quote(evidence.noise[0])}" if evidence.noise else ", all blank"
        noise = f"; it wrote {evidence.noise_count} line(s) that are no MCP message{junk}"
    if outcome.phase == "listing":
        problem = f"the server connected but did not list its tools within {timeout:g} s{noise}"
        return Diagnosis(problem, "raise --list-timeout if it is slow")
    problem = f"no answer within {timeout:g} s"
    if spec.transport != "stdio":
        from inspector.sources.http_causes import refused

        if found := refused(spec, evidence.refused):
            return found
        return Diagnosis(problem + noise, "check that the URL is the server's MCP endpoint, or raise --connect-timeout")
    if found := listens_on_http([*evidence.noise, *evidence.stderr_lines]) or known_cause(spec, evidence.stderr_lines):
        return Diagnosis(f"{problem}: {found.problem}", found.hint)
    if noise:
        return Diagnosis(problem + noise, "check that the command starts the server in stdio mode and logs to stderr")
    said = f"; the last it wrote: {quote(evidence.stderr_lines[-1])}" if evidence.stderr_lines else ""
    return Diagnosis(problem + said, "a first start may be downloading packages: try again, or raise --connect-timeout")


def _consent(causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return the diagnosis of a gateway that waits for the person to agree to something in a browser."""
    from mcp import MCPError

    for cause in causes:
        if not isinstance(cause, MCPError) or cause.code not in _CONSENT_CODES:
            continue
        # Others give these numbers other meanings: only what speaks of consent is about consent.
        texts = [cause.message, *_texts(cause.data)]
        if not any("consent" in text.lower() for text in texts):
            continue
        url = next((found.group().rstrip(".,;") for text in texts if (found := _URL.search(text))), "")
        where = f" at {redact_url(url)}" if url else ""
        return Diagnosis(
            f"the server wants your consent first (CONSENT_REQUIRED {cause.code}){where}",
            "open its consent page in a browser, agree there, then reconnect"
            if url
            else "it named no address: look into the gateway's own pages, then reconnect",
            sign_in=True,
            open_url=url,
        )
    return None


def _texts(value: Any) -> Iterator[str]:
    """Yield every text inside a JSON value, and the keys that lead to it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _said(causes: Sequence[BaseException]) -> str:
    """Return what the server itself gave as its reason, if it did and the SDK did not make it up."""
    from mcp import MCPError

    errors = [cause.message for cause in causes if isinstance(cause, MCPError)]
    return next((quote(message) for message in errors if message not in _SDK_STAND_INS), "")


def _protocol_failed(spec: ServerSpec, outcome: Attempt, causes: Sequence[BaseException]) -> Diagnosis:
    from mcp import MCPError
    from mcp.types import METHOD_NOT_FOUND, PARSE_ERROR
    from pydantic import ValidationError

    asked = "tools/list" if outcome.phase == "listing" else "the connection"
    stdio = spec.transport == "stdio"
    if ended_early(outcome.error):
        if not stdio:
            return Diagnosis(f"the server closed the connection before it answered {asked}", "try again")
        evidence = outcome.evidence
        return listens_on_http(evidence.noise) or ended(spec, evidence, f"before it answered {asked}")
    for cause in causes:
        if isinstance(cause, UnusableAnswer):
            return Diagnosis(str(cause), _NOT_MCP)
        if isinstance(cause, ValidationError):
            field = ".".join(str(part) for part in cause.errors()[0]["loc"])
            return Diagnosis(
                f"its answer to {asked} is not valid MCP" + (f": “{field}” is missing or wrong" if field else ""),
                _NOT_MCP,
            )
        if isinstance(cause, MCPError) and cause.code == PARSE_ERROR:
            hint = _NOT_MCP if stdio else "check that the URL is the server's MCP endpoint"
            return Diagnosis("its answer is not valid JSON-RPC", hint)
        if isinstance(cause, MCPError):
            hint = ""
            if cause.code == METHOD_NOT_FOUND and outcome.phase == "connecting":
                hint = "it speaks JSON-RPC but not MCP: another language server, perhaps?"
            elif outcome.phase == "listing":
                hint = "the server is running but its listing fails: look into its own log"
            return Diagnosis(f"it answered {asked} with error {cause.code}: {quote(cause.message)}", hint)
        if isinstance(cause, RuntimeError) and "protocol version" in str(cause):
            return Diagnosis(quote(str(cause)), "it needs a client for that version of MCP, or is none at all")
    if not causes:
        return Diagnosis("the connection ended", "try again")
    return told(causes[0])
