"""HTTP servers that refuse, break or are none: each failure becomes a plain sentence, without any secret."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import NamedTuple

import pytest

from inspector.config import ServerSpec, Transport
from inspector.sources import ServerReport, connect

CANARY = "sk-canary-12345678"


def rpc_error(code: int, message: str, **data: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": message, "data": data}})


class Reply(NamedTuple):
    """One answer for every request."""

    status: int
    content_type: str
    body: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


BEARER = {"www-authenticate": 'Bearer resource_metadata="https://api.example.com/.well-known/x"'}
REPLIES = {
    "html": Reply(200, "text/html; charset=utf-8", "<html>Welcome</html>"),
    "text": Reply(200, "text/plain", "hello"),
    "nothing": Reply(200, ""),
    "accepted": Reply(202, ""),
    "broken": Reply(200, "application/json", '{"jsonrpc": '),
    "no-rpc": Reply(200, "application/json", '{"status": "fine"}'),
    "rpc-error": Reply(400, "application/json", rpc_error(-32099, f"bad key {CANARY}")),
    "consent": Reply(
        200,
        "application/json",
        rpc_error(-32007, "CONSENT_REQUIRED", url="https://login.example.com/agree?state=s5f1e"),
    ),
    "no-consent": Reply(200, "application/json", rpc_error(-32006, "session not found")),
    "bearer": Reply(401, "text/plain", "", BEARER),
    "scope": Reply(403, "text/plain", "", {"www-authenticate": 'Bearer error="insufficient_scope"'}),
    "busy": Reply(429, "text/plain", "", {"retry-after": "30"}),
    "down": Reply(503, "text/html", "<html>", {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}),
    "moved": Reply(308, "", "", {"location": f"https://new.example.com/mcp?key={CANARY}"}),
    "to-login": Reply(302, "", "", {"location": "https://accounts.example.com/login"}),
}


class Handler(BaseHTTPRequestHandler):
    """Answers every request as its path says: a status, a web page, broken JSON, or worse."""

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers.get("content-length", 0)))
        what = self.path.strip("/").partition("?")[0]
        if what.isdigit():
            self.reply(int(what), "text/plain", f"no, not with {self.headers.get('authorization')}")
        elif what in REPLIES:
            reply = REPLIES[what]
            identity = str(json.loads(asked).get("id")) if asked else ""
            body = reply.body.replace('"id": 1,', f'"id": {identity},')
            self.reply(reply.status, reply.content_type, body, **reply.headers)
        elif what == "drops":
            self.connection.shutdown(socket.SHUT_RDWR)
        elif what == "endless":
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            with contextlib.suppress(OSError):
                while True:
                    self.wfile.write(b" " * (1 << 20))
        elif what == "older" and self.command == "GET":
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            self.wfile.write(b"event: endpoint\ndata: /403\n\n")
            time.sleep(2)
        elif what == "older":
            self.reply(405, "text/plain", "")

    do_GET = do_POST

    def reply(self, status: int, content_type: str, body: str, **headers: str) -> None:
        self.send_response(status)
        if content_type:
            self.send_header("content-type", content_type)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def reach(url: str, transport: Transport = "http", header: str = "Authorization") -> ServerReport:
    spec = ServerSpec(name="web", transport=transport, url=url, headers={header: f"Bearer {CANARY}"})
    report = await connect(spec, environment={}, connect_timeout=5)
    assert report.state == "failed"
    assert report.listing is None
    assert CANARY not in repr(report)
    return report


@pytest.mark.parametrize(
    ("path", "problem", "hint"),
    [
        ("401", "the server wants a sign-in (HTTP 401)", "renew that token"),
        ("scope", "the server wants more rights than the sign-in gave (HTTP 403)", "tsi servers login web"),
        ("403", "the server refuses access (HTTP 403)", "token"),
        ("404", "(HTTP 404)", "/mcp"),
        ("405", "the URL takes no MCP requests (HTTP 405)", "/mcp"),
        ("418", "the server refused the request (HTTP 418)", "headers"),
        ("429", "asked too often (HTTP 429)", "wait"),
        ("410", "there is nothing any more at", "new address"),
        ("busy", "asked too often (HTTP 429); it asks to wait 30 s", "wait"),
        ("500", "the server failed (HTTP 500)", "log"),
        ("502", "the gateway does not reach the server behind it (HTTP 502)", "start that server"),
        ("down", "not available (HTTP 503); it asks to wait Wed, 21 Oct 2026 07:28:00 GMT", "later"),
        ("504", "the gateway got no answer", "later"),
        ("moved", "redirects to https://new.example.com/mcp?key=… (HTTP 308)", "write that URL"),
        ("to-login", "redirects to https://accounts.example.com/login (HTTP 302)", "a sign-in page"),
        (
            "consent",
            "your consent first (CONSENT_REQUIRED -32007) at https://login.example.com/agree?state=…",
            "browser",
        ),
        ("no-consent", "error -32006: session not found", ""),
        ("text", "answers with text/plain instead of MCP", "/mcp"),
        ("nothing", "takes the request but answers nothing (HTTP 200)", "/mcp"),
        ("accepted", "takes the request but answers nothing (HTTP 202)", "/mcp"),
        ("no-rpc", "its answer is not valid JSON-RPC", "endpoint"),
        ("drops", "closed the connection without an answer", "https://"),
        ("endless", "it sent more than 100 MB in one message", "authors"),
        ("older", "the server refuses access (HTTP 403)", "token"),
        ("html", "answers with a web page instead of MCP", "/mcp"),
        ("broken", "its answer is not valid JSON-RPC", "endpoint"),
        ("rpc-error", "the server refused the request (HTTP 400): bad key •••", "headers"),
    ],
)
async def test_refusals(address: str, path: str, problem: str, hint: str) -> None:
    report = await reach(f"http://user:{CANARY}@{address}/{path}?key={CANARY}")
    assert problem in report.problem
    assert hint in report.hint
    # Only where the older transport answered at all is it the one that counts.
    assert report.transport == ("sse" if path == "older" else "http")
    assert report.target == f"http://{address}/{path}?key=…"


async def test_signing_in_is_offered_where_no_credential_is_configured(address: str) -> None:
    report = await reach(f"http://{address}/bearer", header="X-Other")
    assert report.sign_in
    assert report.hint == "tsi servers login web, or add an Authorization header to its configuration"
    assert not (await reach(f"http://{address}/bearer")).sign_in
    assert not (await reach(f"http://{address}/401", header="X-Other")).sign_in


async def test_the_whole_consent_address_is_only_there_to_be_opened(address: str) -> None:
    report = await reach(f"http://{address}/consent")
    assert report.open_url == "https://login.example.com/agree?state=s5f1e"
    assert "s5f1e" not in report.problem + report.hint + repr(report)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("403", "the server refuses access (HTTP 403)"),
        ("html", "answers with a web page instead of MCP"),
        ("nothing", "is no MCP event stream: it answers with HTTP 200 without a content type"),
        ("older", "the server refuses access (HTTP 403)"),
    ],
)
async def test_the_older_transport_says_at_once_what_is_wrong(address: str, path: str, problem: str) -> None:
    report = await reach(f"http://{address}/{path}", "sse")
    assert problem in report.problem
    assert report.seconds < 1.5


async def test_nobody_listens() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        port = server.server_port
    report = await reach(f"http://127.0.0.1:{port}/mcp")
    assert report.problem == f"nothing accepts connections at 127.0.0.1:{port}"


async def test_the_host_is_not_known() -> None:
    report = await reach("http://no-such-host.invalid/mcp")
    assert report.problem == "the host no-such-host.invalid is not known"


@pytest.mark.parametrize("url", ["no-scheme/mcp", "ftp://127.0.0.1/mcp", "http://[::1"])
async def test_urls_that_are_none(url: str) -> None:
    report = await reach(url)
    assert "is no usable URL" in report.problem
