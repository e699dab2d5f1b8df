"""Proxies and certificates come from the environment, as for every other program, and are named when they fail."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from inspector.config import ServerSpec
from inspector.sources import ServerReport, connect

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

TOOL = {"name": "find", "description": "Finds.", "inputSchema": {"type": "object"}}


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for 127.0.0.1 with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tsi test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("certificate") / "server.pem"
    path.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return path


async def read_request(reader: asyncio.StreamReader) -> tuple[str, bytes]:
    """Return the first line of a request and its body; a greeting in TLS is no request."""
    first = await reader.readexactly(1)
    if first == b"\x16":
        raise ConnectionError
    head = (first + await reader.readuntil(b"\r\n\r\n")).decode()
    length = next((int(line[15:]) for line in head.splitlines() if line.lower().startswith("content-length:")), 0)
    return head.splitlines()[0], await reader.readexactly(length)


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An MCP server of one tool over HTTP, without sessions."""
    try:
        while True:
            _, body = await read_request(reader)
            message = json.loads(body)
            results = {
                "initialize": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "a", "version": "1"},
                },
                "tools/list": {"tools": [TOOL]},
            }
            reply = {"jsonrpc": "2.0", "id": message.get("id"), "error": {"code": -32601, "message": "no"}}
            if message["method"] in results:
                reply = {"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]}
            text = json.dumps(reply).encode() if "id" in message else b""
            status = "200 OK\r\ncontent-type: application/json" if text else "202 Accepted"
            writer.write(f"HTTP/1.1 {status}\r\ncontent-length: {len(text)}\r\n\r\n".encode() + text)
            await writer.drain()
    except asyncio.IncompleteReadError:
        pass
    except ConnectionError:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    writer.close()


class Proxy:
    """Forwards plain requests and tunnels, and notes what it was asked for."""

    def __init__(self, status: str = "") -> None:
        self.asked: list[str] = []
        self._refusal = status

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            line, body = await read_request(reader)
            self.asked.append(line)
            method, target, _ = line.split(" ")
            if self._refusal:
                writer.write(f"HTTP/1.1 {self._refusal}\r\ncontent-length: 0\r\n\r\n".encode())
                await writer.drain()
            elif method == "CONNECT":
                host, port = target.split(":")
                onward = await asyncio.open_connection(host, int(port))
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await asyncio.gather(pump(reader, onward[1]), pump(onward[0], writer))
            else:
                host, port = target.split("/")[2].split(":")
                back, onward_writer = await asyncio.open_connection(host, int(port))
                head = f"{method} /mcp HTTP/1.1\r\nhost: {host}\r\ncontent-length: {len(body)}\r\n\r\n"
                onward_writer.write(head.encode() + body)
                onward_writer.write_eof()
                await pump(back, writer)
                onward_writer.close()
        writer.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


@asynccontextmanager
async def serving(handler: Handler, tls: Path | None = None) -> AsyncIterator[str]:
    """Serve on a free port and yield its address."""
    context = None
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls)
    tasks: list[asyncio.Future[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.ensure_future(handled(reader, writer)))

    async def handled(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await handler(reader, writer)
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=context)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.01)


async def reach(url: str) -> ServerReport:
    return await connect(ServerSpec(name="web", transport="http", url=url), environment={}, connect_timeout=5)


async def test_a_proxy_is_used_for_plain_http(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Proxy()
    async with serving(answer) as server, serving(proxy.serve) as address:
        monkeypatch.setenv("HTTP_PROXY", f"http://{address}")
        report = await reach(f"http://{server}/mcp")
        assert report.state == "ready", report
        assert set(proxy.asked) == {f"POST http://{server}/mcp HTTP/1.1"}
        proxy.asked.clear()
        monkeypatch.setenv("NO_PROXY", "localhost,127.0.0.1")
        assert (await reach(f"http://{server}/mcp")).state == "ready"
        assert proxy.asked == []


async def test_a_proxy_is_used_for_https_and_the_given_certificate_trusted(
    monkeypatch: pytest.MonkeyPatch, certificate: Path
) -> None:
    proxy = Proxy()
    async with serving(answer, tls=certificate) as server, serving(proxy.serve) as address:
        monkeypatch.setenv("HTTPS_PROXY", f"http://{address}")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        report = await reach(f"https://{server}/mcp")
        assert report.state == "ready", report
        assert set(proxy.asked) == {f"CONNECT {server} HTTP/1.1"}


async def test_an_unknown_certificate_is_refused(certificate: Path) -> None:
    async with serving(answer, tls=certificate) as server:
        report = await reach(f"https://{server}/mcp")
    assert report.problem.startswith(f"no secure connection to {server}: certificate verify failed: self-signed")
    assert "SSL_CERT_FILE" in report.hint


async def test_plain_http_where_tls_was_expected() -> None:
    async with serving(answer) as server:
        report = await reach(f"https://{server}/mcp")
    assert (report.problem, report.hint) == (f"{server} does not speak TLS", "write http:// instead of https://")


@pytest.mark.parametrize("content", [None, "no certificate"])
async def test_certificates_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "ca.pem"
    if content:
        path.write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    report = await reach("https://127.0.0.1:9/mcp")
    assert report.problem.startswith(f"the certificates that SSL_CERT_FILE names cannot be used: {path}")
    assert "PEM" in report.hint


async def test_a_proxy_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Proxy("407 Proxy Authentication Required")
    async with serving(proxy.serve) as address:
        monkeypatch.setenv("HTTPS_PROXY", f"http://user:hunter22@{address}")
        report = await reach("https://mcp.example.com/mcp")
        assert report.problem.startswith(f"the proxy {address} refused the connection: 407")
        monkeypatch.setenv("HTTP_PROXY", f"http://user:hunter22@{address}")
        plain = await reach("http://mcp.example.com/mcp")
    assert plain.problem == "the proxy wants a sign-in (HTTP 407)"
    assert "hunter22" not in repr(report) + repr(plain)


async def test_a_proxy_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(answer) as address:
        pass
    monkeypatch.setenv("HTTPS_PROXY", address)
    report = await reach("https://mcp.example.com/mcp")
    assert report.problem == f"nothing accepts connections at the proxy {address}"


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "nonsense://127.0.0.1:9"])
async def test_a_proxy_of_an_unknown_kind(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    report = await reach("https://mcp.example.com/mcp")
    assert report.problem.startswith("the proxy that the environment names cannot be used")
