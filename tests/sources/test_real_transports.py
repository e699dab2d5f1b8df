"""Servers built with the SDK, reached for real over stdio, streamable HTTP and SSE on the loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.config import ServerSpec
from inspector.sources import ServerReport, connect

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "sdk_server.py")


@pytest.fixture(scope="module")
def ports() -> Iterator[dict[str, int]]:
    with subprocess.Popen([sys.executable, SCRIPT, "http"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield json.loads(server.stdout.readline())
        finally:
            server.kill()


def assert_orders(report: ServerReport, transport: str, protocol: str) -> None:
    assert (report.state, report.problem) == ("ready", "")
    assert report.transport == transport
    assert report.listing is not None
    assert [tool["name"] for tool in report.listing.tools] == ["find_order", "cancel_order"]
    assert report.listing.tools[0]["inputSchema"]["required"] == ["number"]
    assert report.listing.instructions == "Ask for an order by its number."
    assert report.listing.version == "4.5.6"
    assert report.listing.protocol == protocol


@pytest.mark.parametrize(("protocol", "agreed"), [("auto", None), ("legacy", "2025-11-25")])
async def test_stdio(protocol: str, agreed: str | None) -> None:
    spec = ServerSpec(
        name="orders", transport="stdio", command=sys.executable, args=(SCRIPT, "stdio"), protocol=protocol
    )
    report = await connect(spec, environment={})
    # Whether a slow start is answered before or after the probe's second, the era comes out the same.
    assert_orders(report, "stdio", agreed or "2026-07-28")


@pytest.mark.parametrize(("protocol", "agreed"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_streamable_http(ports: dict[str, int], protocol: str, agreed: str) -> None:
    spec = ServerSpec(name="orders", transport="http", url=f"http://127.0.0.1:{ports['http']}/mcp", protocol=protocol)
    assert_orders(await connect(spec, environment={}), "http", agreed)


@pytest.mark.parametrize("transport", ["sse", "http"])
async def test_sse_asked_for_and_fallen_back_to(ports: dict[str, int], transport: str) -> None:
    spec = ServerSpec(name="orders", transport=transport, url=f"http://127.0.0.1:{ports['sse']}/sse")  # type: ignore[arg-type]
    assert_orders(await connect(spec, environment={}), "sse", "2026-07-28")
