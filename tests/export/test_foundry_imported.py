"""An imported toolbox body keeps what a toolset has no words for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.config.reading import read_config
from inspector.export import ExportRequest, exporter

CANARY = "sk-canary-7f3a9b2c1d4e5f60"
IQ = {"type": "work_iq_preview", "project_connection_id": "wiq-1", "tool_configs": {"*": {"pin": True}}}
BODY: dict[str, Any] = {
    "description": "Order desk",
    "metadata": {"team": "desk"},
    "tools": [
        {"type": "toolbox_search_preview"},
        IQ,
        {
            "type": "mcp",
            "server_label": "orders",
            "server_url": "http://127.0.0.1:9/mcp",
            "project_connection_id": "conn",
            "require_approval": {"never": {"tool_names": ["get"]}},
            "server_description": "Orders",
        },
        {"type": "mcp", "server_label": "box", "connector_id": "connector_dropbox", "authorization": CANARY},
    ],
}


def test_entries_pass_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "body.json"
    path.write_text(json.dumps(BODY))
    # The server cannot be reached (3), which hides nothing of the rest.
    assert run(["export", "foundry", "--config", str(path)]) == 3
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert CANARY not in told.out + told.err
    assert found["description"] == "Order desk"
    assert found["metadata"] == {"team": "desk"}
    search, orders, iq, box = found["tools"]
    assert search == {"type": "toolbox_search"}
    assert orders == BODY["tools"][2]
    assert iq == IQ
    assert box == BODY["tools"][3] | {"authorization": "${AUTHORIZATION}"}
    assert "replace AUTHORIZATION (authorization)" in told.err


@pytest.mark.parametrize("target", ["foundry", "fastmcp"])
def test_what_is_exported_is_read_back(target: str, three_servers: ExportRequest, tmp_path: Path) -> None:
    file = exporter(target).render(three_servers).files[-1]
    path = tmp_path / file.name
    path.write_text(file.text, encoding="utf-8")
    reading = read_config(path)
    assert (reading.client, reading.problems) == (target, ())
    orders = reading.servers[0]
    assert (orders.name, orders.transport, orders.url) == ("orders", "http", "https://orders.example.test/mcp")
    assert orders.rules.hidden_reason("purge_orders")
    assert not orders.rules.hidden_reason("get_order")
    if target == "foundry":
        assert orders.rules.pin("get_order") is True
        assert orders.rules.words_of("list_orders") == "purchases invoices"
