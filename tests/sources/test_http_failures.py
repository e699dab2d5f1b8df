"""HTTP servers that refuse, break or are none: each failure becomes a plain sentence, without any secret."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from inspector.config import ServerSpec
from inspector.sources import ServerReport, connect

CANARY = "sk-canary-12345678"


class Handler(BaseHTTPRequestHandler):
    """Answers every request as its path says: a status, a web page, or broken JSON."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        what = self.path.strip("/").partition("?")[0]
        if what.isdigit():
            self.reply(int(what), "text/plain", f"no, not with {self.headers.get('authorization')}")
        elif what == "html":
            self.reply(200, "text/html; charset=utf-8", "<html>Welcome</html>")
        elif what == "broken":
            self.reply(200, "application/json", '{"jsonrpc": ')
        elif what == "rpc-error":
            body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32099,"message":"bad key ' + CANARY + '"}}'
            self.reply(400, "application/json", body)

    do_GET = do_POST

    def reply(self, status: int, content_type: str, body: str) -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
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


async def reach(url: str) -> ServerReport:
    spec = ServerSpec(name="web", transport="http", url=url, headers={"Authorization": f"Bearer {CANARY}"})
    report = await connect(spec, environment={}, connect_timeout=5)
    assert report.state == "failed"
    assert report.listing is None
    assert CANARY not in repr(report)
    return report


@pytest.mark.parametrize(
    ("path", "problem", "hint"),
    [
        ("401", "the server wants a sign-in (HTTP 401)", "Authorization header"),
        ("403", "the server refuses access (HTTP 403)", "token"),
        ("404", "(HTTP 404)", "/mcp"),
        ("405", "the URL takes no MCP requests (HTTP 405)", "/mcp"),
        ("418", "the server refused the request (HTTP 418)", "headers"),
        ("429", "asked too often (HTTP 429)", "wait"),
        ("500", "the server failed (HTTP 500)", "log"),
        ("html", "answers with a web page instead of MCP", "/mcp"),
        ("broken", "its answer is not valid JSON-RPC", "endpoint"),
        ("rpc-error", "the server refused the request (HTTP 400): bad key •••", "headers"),
    ],
)
async def test_refusals(address: str, path: str, problem: str, hint: str) -> None:
    report = await reach(f"http://user:{CANARY}@{address}/{path}?key={CANARY}")
    assert problem in report.problem
    assert hint in report.hint
    assert report.transport == "http"
    assert report.target == f"http://{address}/{path}?key=…"


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
