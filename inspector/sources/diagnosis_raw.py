"""What Python's own errors mean for a server's configuration: those that no transport tells in words of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from inspector.config import ServerSpec
from inspector.redaction import redact_url
from inspector.sources.quoting import Diagnosis, chain, quote

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_REPORT = "look into the server's own log, or report it to its authors"


def unstartable(spec: ServerSpec, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return which value of the configuration no process can be given, or None if that is not the cause."""
    if not any(isinstance(cause, ValueError) for cause in causes):
        return None
    for name in spec.env:
        if not name or "=" in name or "\0" in name:
            return Diagnosis(
                f"“{quote(name)}” is no name of an environment variable",
                "correct it under env: a name holds no “=” and is not empty",
            )
    fields = (
        ("the command", (spec.command,)),
        *((f"args[{place}]", (argument,)) for place, argument in enumerate(spec.args)),
        *((f"the value of env {name}", (name, value)) for name, value in spec.env.items()),
        ("cwd", (spec.cwd or "", spec.directory)),
    )
    for what, texts in fields:
        for text in texts:
            if "\0" in text:
                return Diagnosis(
                    f"{what} holds a null character, which no program can be given",
                    "take the \\u0000 out of the configuration",
                )
            if any("\ud800" <= character <= "\udfff" for character in text):
                return Diagnosis(
                    f"{what} holds half a character (a lone surrogate), which no program can be given",
                    "write the character whole in the configuration",
                )
    return None


def unsendable(spec: ServerSpec, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return which header or port of the configuration no request can have, or None if none is to blame."""
    if not causes:
        return None
    for name, value in spec.headers.items():
        if not _HEADER_NAME.fullmatch(name):
            return Diagnosis(f"“{quote(name)}” is no name of a header", "correct it under headers")
        if not value.isascii() or any(character < " " and character != "\t" for character in value):
            return Diagnosis(
                f"the header {name} holds a character that no header can have",
                "headers take plain ASCII on one line: was something pasted along with the value?",
            )
    try:
        parts = urlsplit(spec.url)
    except ValueError:
        return None  # no URL at all, which is told elsewhere
    try:
        usable = parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        return Diagnosis(f"the port in {redact_url(spec.url)} is none", "a port is a number from 1 to 65535")
    return None


def broken_off(spec: ServerSpec, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return what an error of the HTTP connection means that says nothing, or nothing a person could use."""
    import httpx2

    links = [link for cause in causes for link in chain(cause)]
    shown = redact_url(spec.url)
    if any(isinstance(link, httpx2.DecodingError) for link in links):
        return Diagnosis(f"{shown} sends an answer that cannot be unpacked (its content-encoding is wrong)", _REPORT)
    if any(isinstance(link, httpx2.RemoteProtocolError) for link in links):
        return Diagnosis(f"{shown} answers with something that is no HTTP, or breaks off in the middle", _REPORT)
    if any(isinstance(link, httpx2.NetworkError) for link in links):
        return Diagnosis(f"the connection to {shown} broke off", "try again; if it stays so, look into its log")
    return None


def told(error: BaseException) -> Diagnosis:
    """Return the diagnosis of an error nobody foresaw: its kind, and what it says if it says anything."""
    said = quote(str(error))
    problem = f"{type(error).__name__}: {said}" if said else f"an unexpected error ({type(error).__name__})"
    return Diagnosis(problem, "try again; if it stays so, check the entry in the configuration and the server's log")
