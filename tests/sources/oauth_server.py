"""An authorization server and the MCP server it protects, on loopback, from the standard library only."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

RESOURCE, AUTHORITY = "/mcp", "/authority"


class OAuthServer(ThreadingHTTPServer):
    """Both servers behind one port, their state, and how they misbehave.

    `lifetime` is what tokens are said to last; `revoked` refuses every token given so far, refresh tokens too.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.lifetime: int | None = 3600
        self.access: dict[str, float] = {}
        self.refresh: dict[str, str] = {}
        self.codes: dict[str, dict[str, str]] = {}
        self.clients: dict[str, dict[str, Any]] = {}
        self.seen: list[str] = []
        self.registers = True
        self.state = ""
        self.error = ""
        self.resources: list[str] = []
        self.protects = True
        self.revokes = 0
        """The status of the answer to a revocation; 0: there is no endpoint for it."""
        self.taken_back: list[str] = []
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return self.address + RESOURCE

    def expire(self) -> None:
        """Let every access token end, whatever was said about its lifetime."""
        self.access = dict.fromkeys(self.access, 0.0)

    def revoke(self) -> None:
        self.access.clear()
        self.refresh.clear()

    def tokens(self, client: str) -> dict[str, Any]:
        access, refresh = f"at-canary-{secrets.token_hex(8)}", f"rt-canary-{secrets.token_hex(8)}"
        self.access[access] = time.time() + 3600
        self.refresh[refresh] = client
        lifetime = {} if self.lifetime is None else {"expires_in": self.lifetime}
        return {"access_token": access, "refresh_token": refresh, "token_type": "bearer", **lifetime}


class Handler(BaseHTTPRequestHandler):
    server: OAuthServer

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        self.server.seen.append(f"GET {address.path}")
        if address.path == "/.well-known/oauth-protected-resource/mcp":
            self.json({"resource": self.server.url, "authorization_servers": [self.server.address + AUTHORITY]})
        elif address.path == "/.well-known/oauth-authorization-server/authority":
            base = self.server.address + AUTHORITY
            more = {"revocation_endpoint": f"{base}/revoke"} if self.server.revokes else {}
            self.json(
                {
                    **more,
                    "issuer": base,
                    "authorization_endpoint": f"{base}/authorize",
                    "token_endpoint": f"{base}/token",
                    "registration_endpoint": f"{base}/register",
                    "response_types_supported": ["code"],
                    "grant_types_supported": ["authorization_code", "refresh_token"],
                    "code_challenge_methods_supported": ["S256"],
                    "token_endpoint_auth_methods_supported": ["none"],
                }
            )
        elif address.path == f"{AUTHORITY}/authorize":
            self.authorize({name: values[0] for name, values in parse_qs(address.query).items()})
        else:
            self.json({"error": "nothing here"}, 404)

    def do_POST(self) -> None:
        path = urlsplit(self.path).path
        self.server.seen.append(f"POST {path}")
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        if path == f"{AUTHORITY}/register":
            self.register(json.loads(body))
        elif path == f"{AUTHORITY}/token":
            with self.server.lock:
                self.token({name: values[0] for name, values in parse_qs(body).items()})
        elif path == f"{AUTHORITY}/revoke":
            asked = {name: values[0] for name, values in parse_qs(body).items()}
            assert asked["client_id"] in self.server.clients
            self.server.taken_back.append(asked["token_type_hint"])
            if self.server.revokes == 200:
                self.server.access.pop(asked["token"], None)
                self.server.refresh.pop(asked["token"], None)
            self.json({"error": asked["token"]} if self.server.revokes != 200 else {}, self.server.revokes)
        elif path == RESOURCE:
            self.mcp(json.loads(body))
        else:
            self.json({"error": "nothing here"}, 404)

    def register(self, metadata: dict[str, Any]) -> None:
        if not self.server.registers:
            self.json({"error": "access_denied"}, 403)
            return
        client = {"client_id": f"client-{secrets.token_hex(4)}", **metadata}
        self.server.clients[client["client_id"]] = client
        self.json(client, 201)

    def authorize(self, asked: dict[str, str]) -> None:
        client = self.server.clients[asked["client_id"]]
        assert asked["redirect_uri"] in client["redirect_uris"]
        assert asked["code_challenge_method"] == "S256"
        self.server.resources.append(asked["resource"])
        code = secrets.token_hex(8)
        self.server.codes[code] = asked
        answer = {"error": self.server.error} if self.server.error else {"code": code}
        answer["state"] = self.server.state or asked["state"]
        self.send_response(302)
        self.send_header("location", f"{asked['redirect_uri']}?{urlencode(answer)}")
        self.send_header("content-length", "0")
        self.end_headers()

    def token(self, asked: dict[str, str]) -> None:
        if asked["grant_type"] == "authorization_code":
            granted = self.server.codes.pop(asked["code"], None)
            digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            right = granted is not None and (
                granted["code_challenge"] == challenge
                and granted["redirect_uri"] == asked["redirect_uri"]
                and granted["client_id"] == asked["client_id"]
            )
        else:
            # Each refresh token works once.
            right = self.server.refresh.pop(asked["refresh_token"], None) == asked["client_id"]
        if right and asked["resource"] == self.server.url:
            self.json(self.server.tokens(asked["client_id"]))
        else:
            self.json({"error": "invalid_grant"}, 400)

    def mcp(self, message: dict[str, Any]) -> None:
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        if self.server.protects and self.server.access.get(token, 0) < time.time():
            metadata = f"{self.server.address}/.well-known/oauth-protected-resource/mcp"
            self.send_response(401)
            self.send_header("www-authenticate", f'Bearer resource_metadata="{metadata}"')
            self.send_header("content-length", "0")
            self.end_headers()
            return
        method = message.get("method")
        if "id" not in message:
            self.send_response(202)
            self.send_header("content-length", "0")
            self.end_headers()
        elif method == "initialize":
            result = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "protected", "version": "1"},
            }
            self.json({"jsonrpc": "2.0", "id": message["id"], "result": result})
        elif method == "tools/list":
            tools = [{"name": "secret_tool", "inputSchema": {"type": "object"}}]
            self.json({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": tools}})
        else:
            error = {"code": -32601, "message": "Method not found"}
            self.json({"jsonrpc": "2.0", "id": message["id"], "error": error})

    def json(self, value: Any, status: int = 200) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def oauth_server() -> Iterator[OAuthServer]:
    """Run both servers while the context is open."""
    with OAuthServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
