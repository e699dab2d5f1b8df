"""No secret of a server's configuration reaches the Foundry export, neither its file nor its warnings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inspector.config.model import Borrowed, ServerSpec
from inspector.export import Export
from inspector.tuning.model import ToolEdits

Render = Callable[..., tuple[dict[str, Any], Export]]
CANARY = "sk-canary-7f3a9b2c1d4e5f60"


def address_and_codes(render: Render, spec: ServerSpec, **settings: Any) -> tuple[str, list[str]]:
    """Render one server; check that the canary is nowhere; return its address and the codes."""
    given = {"servers": {"s": settings}} if settings else None
    body, export = render({"s": ["x"]}, {"s/x": ToolEdits(pin=True)}, specs=[spec], settings=given)
    assert CANARY not in export.files[0].text
    assert CANARY not in repr(export.warnings)
    return body["tools"][1]["server_url"], [warning.code for warning in export.warnings]


@pytest.mark.parametrize(
    ("url", "address", "codes"),
    [
        ("https://h.test/mcp", "https://h.test/mcp", []),
        ("https://h.test/mcp?stateless", "https://h.test/mcp?stateless", []),
        (f"https://{CANARY}@h.test/mcp", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://me:{CANARY}@h.test:8443/mcp", "https://h.test:8443/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp?key={CANARY}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp?a=1&key={CANARY}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp?{CANARY}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp?k=${{KEY:-{CANARY}}}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp?k={CANARY}${{KEY}}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/mcp#{CANARY}", "https://h.test/mcp", ["SECRET_INLINE"]),
        (f"https://h.test/s/{CANARY}/mcp", "https://h.test/s/${SECRET}/mcp", ["SECRET_INLINE"] * 2),
        ("https://h.test/mcp?k=${KEY}", "https://h.test/mcp?k=${KEY}", ["SECRET_INLINE"]),
        ("https://${HOST}/mcp", "https://${HOST}/mcp", ["SECRET_INLINE"]),
    ],
)
def test_addresses(render: Render, url: str, address: str, codes: list[str]) -> None:
    spec = ServerSpec("s", "http", url=url)
    assert address_and_codes(render, spec) == (address, codes)


def test_the_address_given_for_foundry_is_no_exception(render: Render) -> None:
    spec = ServerSpec("s", "stdio", command="x", args=("--token", CANARY), env={"API_KEY": CANARY})
    address, codes = address_and_codes(render, spec, server_url=f"https://me:{CANARY}@h.test/mcp?t={CANARY}")
    assert (address, codes) == ("https://h.test/mcp", ["SECRET_INLINE"])


def test_headers_are_dropped_by_name_unless_foundry_has_credentials(render: Render) -> None:
    spec = ServerSpec(
        "s",
        "http",
        url="https://h.test/mcp",
        headers={"Authorization": f"Bearer {CANARY}", "X-Key": CANARY},
        env={"TOKEN": CANARY},
        raw={"headers": {"X-Key": CANARY}},
    )
    assert address_and_codes(render, spec)[1] == ["HEADERS_DROPPED"]
    _, export = render({"s": ["x"]}, specs=[spec])
    assert "(Authorization, X-Key)" in export.warnings[0].message
    assert address_and_codes(render, spec, project_connection_id="conn")[1] == []
    named = replace(spec, headers={}, borrowed=(Borrowed("bearer", "Authorization", "A"), Borrowed("env", "E", "E")))
    _, export = render({"s": ["x"]}, specs=[named])
    assert [(warning.code, "(Authorization)" in warning.message) for warning in export.warnings] == [
        ("HEADERS_DROPPED", True)
    ]


def test_dropped_servers_leave_no_trace_either(render: Render) -> None:
    specs = [
        ServerSpec("s", "stdio", command="x", args=(f"--key={CANARY}",), env={"K": CANARY}),
        ServerSpec("t", "http", url="https://t.test/mcp"),
    ]
    _, export = render({"s": ["x"], "t": ["y"]}, specs=specs)
    assert CANARY not in export.files[0].text + repr(export.warnings)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://h.test/${P:-CANARY}/mcp", "https://h.test/${P}/mcp"),
        ("${U:-https://me:CANARY@h.test/mcp?k=CANARY}", "${U}"),
        ("https://${H:-CANARY}/mcp", "https://${H}/mcp"),
        ("https://h.test/mcp?CANARY", "https://h.test/mcp"),
        ("https://h.test/mcp?${K:-CANARY}", "https://h.test/mcp"),
    ],
)
def test_defaults_of_references_are_not_written(render: Render, url: str, address: str) -> None:
    body, export = render({"s": ["x"]}, specs=[ServerSpec("s", "http", url=url)])
    assert "CANARY" not in export.files[0].text + repr(export.warnings)
    assert body["tools"][1]["server_url"] == address
    assert "SECRET_INLINE" in [warning.code for warning in export.warnings]
