"""The page a browser returns to at the end of a sign-in: a server on this machine that takes one answer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from dataclasses import dataclass
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

from inspector.errors import UsageError

PATH = "/callback"

LONGEST_REQUEST = 16_384
"""How many bytes of a browser's request are read; codes are long, but not this long."""

REQUEST_SECONDS = 10.0
"""How long a browser may take to send its request."""

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tool Search Inspector</title>
<body style="font-family: sans-serif; margin: 4em"><h1>{title}</h1><p>{text}</p></body></html>"""


class SignInRefused(Exception):
    """The person or the server said no; the text is the server's reason."""


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What the browser brought: the code to change into tokens, and who issued it where that was said."""

    code: str
    state: str
    issuer: str | None


class Callback:
    """Listens on `port` of this machine (0: on a free one) while its context is open, which raises `UsageError`
    where that is taken. `host` is how the address to return to calls this machine.

    An answer counts only with the state that was sent along, so that no other page can end or fake a sign-in.
    """

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self._port = port
        self._host = host
        self._server: asyncio.Server | None = None
        self._other: asyncio.Server | None = None
        self._answer: asyncio.Future[BrowserAnswer] | None = None
        self._state = ""
        self.strangers = 0
        """How many answers came with a wrong state, or none."""

    @property
    def url(self) -> str:
        """Where the browser is to be sent back to."""
        assert self._server is not None
        return f"http://{self._host}:{self._server.sockets[0].getsockname()[1]}{PATH}"

    def expect(self, authorization_url: str) -> None:
        """Wait for the answer to this request from now on; an earlier one does not count any more."""
        self._state = parse_qs(urlsplit(authorization_url).query).get("state", [""])[0]
        self._answer = asyncio.get_running_loop().create_future()

    async def answer(self) -> BrowserAnswer:
        """Return the browser's answer; raise `SignInRefused` when it says no."""
        assert self._answer is not None
        return await self._answer

    async def __aenter__(self) -> Callback:
        try:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port, limit=LONGEST_REQUEST)
        except OSError as error:
            raise UsageError(
                f"the sign-in returns to port {self._port} of this machine, which cannot be used: {error.strerror}",
                "end the program that uses it, or change the callback port in the configuration and at the service",
            ) from error
        if self._host == "localhost":
            port = self._server.sockets[0].getsockname()[1]
            # Browsers may take the name for ::1; where there is no such address, they do not.
            with contextlib.suppress(OSError):
                self._other = await asyncio.start_server(self._serve, "::1", port, limit=LONGEST_REQUEST)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        if self._other is not None:
            self._other.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            method, target, *_ = head.split(b"\r\n", 1)[0].decode("ascii", "replace").split(" ")
            status, title, text = self._take(target) if method == "GET" else ("405 Method Not Allowed", "No", "")
            writer.write(_response(status, title, text))
            await writer.drain()
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # no browser, or one that went away: nothing to answer
        finally:
            writer.close()

    def _take(self, target: str) -> tuple[str, str, str]:
        """Take in the request for `target` and return the status, title and text of the page that answers it."""
        address = urlsplit(target)
        if address.path != PATH:
            return "404 Not Found", "Nothing here", ""
        given = {name: values[0] for name, values in parse_qs(address.query).items()}
        state = given.get("state", "")
        if not self._state or not secrets.compare_digest(state.encode(), self._state.encode()):
            self.strangers += 1
            return "400 Bad Request", "Not this sign-in", "This answer does not belong to the sign-in that is waiting."
        if self._answer is None or self._answer.done():
            return "400 Bad Request", "Too late", "This sign-in has its answer already."
        if "error" in given or "code" not in given:
            reason = " ".join(given.get(name, "") for name in ("error", "error_description")).strip()
            self._answer.set_exception(SignInRefused(reason or "the answer holds no code"))
            return "200 OK", "Not signed in", "The sign-in was refused. You can close this page."
        self._answer.set_result(BrowserAnswer(given["code"], state, given.get("iss")))
        return "200 OK", "Signed in", "You can close this page and go back to Tool Search Inspector."


def _response(status: str, title: str, text: str) -> bytes:
    # Nothing of the request is repeated in the page.
    body = _PAGE.format(title=title, text=text).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
