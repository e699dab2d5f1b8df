"""The entry for a client beside an exported proxy, read back by that client's own dialect."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.config.reading import read_config
from inspector.errors import UsageError
from inspector.export import ExportRequest, exporter
from inspector.export.proxy_entry import CLIENTS, PROXIES

URLS = {
    "fastmcp": "http://127.0.0.1:8000/mcp",
    "mcpproxy-go": "http://127.0.0.1:8080/mcp",
    "toolhive": "http://127.0.0.1:4483/mcp",
}


@pytest.mark.parametrize("client", sorted(set(CLIENTS) - {"claude-desktop"}))
@pytest.mark.parametrize("proxy", PROXIES)
def test_every_client_reads_its_entry(proxy: str, client: str, three_servers: ExportRequest, tmp_path: Path) -> None:
    files = exporter(proxy).render(replace(three_servers, client=client)).files
    file = files[-1]
    path = tmp_path / file.place.removeprefix("~/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(file.text, encoding="utf-8")
    reading = read_config(path)
    (spec,) = reading.servers
    assert reading.problems == ()
    assert (spec.name, spec.transport, spec.url, spec.enabled) == ("tools", "http", URLS[proxy], True)
    if client not in ("cursor", "windsurf", "lm-studio", "roo-code", "kiro", "cline"):
        assert spec.client == client


def test_a_client_that_starts_programs(three_servers: ExportRequest) -> None:
    export = exporter("fastmcp").render(replace(three_servers, client="claude-desktop"))
    assert '"command": "python"' in export.files[-1].text
    assert any("full path" in warning.message for warning in export.warnings)
    with pytest.raises(UsageError, match="cannot use a proxy at an address"):
        exporter("toolhive").render(replace(three_servers, client="claude-desktop"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fastmcp", "--for", "cursr"], "did you mean cursor?"),
        (["foundry", "--for", "cursor"], "foundry is no proxy"),
        (["toolhive", "--form", "run", "--for", "cursor"], "serves each server alone"),
        (["foundry", "--form", "pyton"], "did you mean python?"),
        (["litellm", "--form", "x"], "one form only"),
    ],
)
def test_mistakes(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "s.json"
    saved.write_text('{"mcpServers": {"a": {"url": "http://127.0.0.1:9/mcp"}}}')
    assert run(["export", *arguments, "--config", str(saved)]) == 2
    assert says in capsys.readouterr().err
