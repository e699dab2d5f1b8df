"""Rendering the Foundry export of a few servers, always validated against the derived schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import jsonschema
import pytest

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.export import Export, ExportRequest, exporter
from inspector.export.report_rows import Report, ReportRow
from inspector.tuning.model import ToolEdits, Tuning

Body = dict[str, Any]
Rendered = tuple[Body, Export]
Render = Callable[..., Rendered]

SCHEMA = json.loads(
    (Path(__file__).parents[1] / "schemas" / "foundry-toolbox-version.derived.schema.json").read_text("utf-8")
)


@pytest.fixture(scope="session")
def render() -> Render:
    """Renders `servers` (name → tool names) reached as `specs` say, by default at https://NAME.example.test/mcp."""

    def run(
        servers: Mapping[str, Sequence[str]],
        edits: Mapping[str, ToolEdits] | None = None,
        *,
        specs: Sequence[ServerSpec] | None = None,
        settings: Mapping[str, Any] | None = None,
        unlisted: tuple[str, ...] = (),
    ) -> Rendered:
        catalog = build_catalog(Listing(name, tuple({"name": t} for t in tools)) for name, tools in servers.items())
        if specs is None:
            names = (*servers, *(name for name in unlisted if name not in servers))
            specs = [ServerSpec(name, "http", url=f"https://{name}.example.test/mcp") for name in names]
        exports = {} if settings is None else {"foundry": settings}
        export = exporter("foundry").render(
            ExportRequest(catalog, Tuning(edits=edits or {}, exports=exports), specs, unlisted)
        )
        (file,) = export.files
        body = json.loads(file.text)
        jsonschema.validate(body, SCHEMA)
        assert (export.target, file.name, file.language) == ("foundry", "foundry-toolbox.json", "json")
        return body, export

    return run


CANARY = "sk-canary-7f3a9b2c1d4e5f60"
"""A secret that no export may hold."""


def _listed(server: str, *tools: tuple[str, str, str]) -> Listing:
    raw = tuple(
        {
            "name": name,
            "description": description,
            "inputSchema": {"type": "object", "properties": {parameter: {"type": "string"}}, "required": [parameter]},
        }
        for name, description, parameter in tools
    )
    return Listing(server, raw, f"Tools of the {server} desk.")


@pytest.fixture(scope="session")
def three_servers() -> ExportRequest:
    """The tuning every target is shown with: a pin, a hidden tool, search words, a secret and a placeholder."""
    orders = _listed(
        "orders",
        ("get_order", "Look up one order.", "id"),
        ("list_orders", "List orders of a customer.", "customer"),
        ("purge_orders", "Delete old orders.", "before"),
    )
    files = _listed("files", ("read_file", "Read one file.", "path"), ("search_files", "Find files by name.", "name"))
    crm = _listed("crm", ("find_contact", "Find a contact.", "name"))
    specs = (
        ServerSpec(
            "orders",
            "http",
            url="https://orders.example.test/mcp",
            headers={"Authorization": "Bearer ${ORDERS_TOKEN}"},
        ),
        ServerSpec("files", "stdio", command="uvx", args=("files-mcp", "--root", "/srv/docs"), env={"API_KEY": CANARY}),
        ServerSpec("crm", "sse", url="https://crm.example.test/sse", headers={"X-Key": CANARY}),
    )
    edits = {
        "orders/get_order": ToolEdits(pin=True),
        "orders/purge_orders": ToolEdits(hide=True),
        "orders/list_orders": ToolEdits(words="purchases invoices"),
        "files/search_files": ToolEdits(words="grep locate"),
    }
    rows = [
        ReportRow("orders/get_order", "orders", "get_order", "pinned", "pinned in the toolset", 52, "", "Look up one."),
        ReportRow("crm/find_contact", "crm", "find_contact", "deferred", "over the limit", 48, "people", "Find | it"),
    ]
    figures = Report("codex", "Codex", "1", "gpt-5.5", 200_000, "o200k", "measured", "12 ≥ 10", 100, 52, 48, rows)
    return ExportRequest(build_catalog([orders, files, crm]), Tuning(edits=edits), specs, report=figures)


class _Toolbox(BaseHTTPRequestHandler):
    """An MCP endpoint over HTTP that lists the names its server was given, two a page."""

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(dict(self.headers) | {"path": self.path})  # type: ignore[attr-defined]
        self.server.bodies.append(message)  # type: ignore[attr-defined]
        if "id" not in message:
            self._answer(202, b"")
            return
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "initialize":
            answer["result"] = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "toolbox", "version": "1"},
            }
        elif message["method"] == "tools/list":
            answer["result"] = self._page(int(message.get("params", {}).get("cursor") or 0))
        else:
            answer["error"] = {"code": -32601, "message": "method not found"}
        self._answer(200, json.dumps(answer).encode())

    def do_GET(self) -> None:
        self._answer(405, b"")

    do_DELETE = do_GET

    def _page(self, start: int) -> dict[str, Any]:
        names = self.server.names  # type: ignore[attr-defined]
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names[start : start + 2]]
        return {"tools": tools} | ({"nextCursor": str(start + 2)} if start + 2 < len(names) else {})

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Mcp-Session-Id", "one")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Keep the output of the tests clean."""


@dataclass
class Toolbox:
    """A running endpoint: its address, the names it lists, and headers, path and body of every request."""

    url: str
    names: list[str]
    seen: list[dict[str, str]]
    bodies: list[Any]


@pytest.fixture
def toolbox() -> Iterator[Toolbox]:
    """A real HTTP server on this machine that answers like a toolbox version."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Toolbox) as server:
        found = Toolbox(f"http://127.0.0.1:{server.server_address[1]}/mcp", [], [], [])
        server.names, server.seen = found.names, found.seen  # type: ignore[attr-defined]
        server.bodies = found.bodies  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()
