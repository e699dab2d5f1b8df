"""Catalogs that several test folders look at: the conformance servers, the article's tools, the golden five."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog, listing_from_json
from inspector.hosts import Conditions
from inspector.tuning.model import ToolEdits, Tuning

TESTS = Path(__file__).parent
CONFORMANCE = TESTS / "conformance"

CatalogOf = Callable[[Mapping[str, Sequence[Any]]], Catalog]
Under = Callable[..., Conditions]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--clients``: tests that install real clients run only when asked for."""
    parser.addoption("--clients", action="store_true", help="install real clients by npm and verify against them")


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let every test have its own data and state folders, so that none reads or writes the person's."""
    folder = tmp_path_factory.mktemp("person")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return folder / "data" / "tool-search-inspector"


def raw_tool(name: str, description: str = "", *parameters: str, **more: Any) -> dict[str, Any]:
    """One item of ``tools/list`` with text parameters."""
    properties = {parameter: {"type": "string"} for parameter in parameters}
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties},
        **more,
    }


@pytest.fixture(scope="session")
def raw() -> Callable[..., dict[str, Any]]:
    """Writes one raw tool."""
    return raw_tool


@pytest.fixture(scope="session")
def catalog_of() -> CatalogOf:
    """Builds a catalog from tools by server; a bare text is a tool of that name."""

    def build(servers: Mapping[str, Sequence[Any]]) -> Catalog:
        return build_catalog(
            Listing(name, tuple(raw_tool(tool) if isinstance(tool, str) else tool for tool in tools))
            for name, tools in servers.items()
        )

    return build


@pytest.fixture(scope="session")
def under() -> Under:
    """Makes conditions; `edits` become the tuning's edits, other unknown keywords its fields."""

    def conditions(
        *,
        edits: Mapping[str, ToolEdits] | None = None,
        model: str | None = None,
        window: int = 200_000,
        builtins: bool = False,
        subagent: bool = False,
        connecting: tuple[str, ...] = (),
        **fields: Any,
    ) -> Conditions:
        tuning = Tuning(edits=edits or {}, **fields)
        return Conditions(tuning, model, window, builtins, subagent, connecting)

    return conditions


@pytest.fixture(scope="session")
def conformance_files() -> tuple[Path, ...]:
    """The saved listings of the conformance servers, in file order."""
    return tuple(sorted((CONFORMANCE / "catalogs").glob("*.json")))


@pytest.fixture(scope="session")
def conformance(conformance_files: tuple[Path, ...]) -> Catalog:
    """All conformance servers."""
    return build_catalog(
        listing_from_json(json.loads(path.read_text("utf-8")), path.stem) for path in conformance_files
    )


@pytest.fixture(scope="session")
def article_tools(catalog_of: CatalogOf) -> Catalog:
    """The four tools of the article's example."""
    return catalog_of(
        {
            "gate": [
                raw_tool("cex_spot_get_ticker", "Get the current price.", "currency_pair"),
                raw_tool("cex_spot_create_order", "Place an order.", "side"),
                raw_tool("cex_spot_cancel_order", "Cancel an order.", "id"),
            ],
            "github": [raw_tool("create_issue", "Create a new issue.", "title", "body")],
        }
    )


@pytest.fixture(scope="session")
def golden_tools(catalog_of: CatalogOf) -> Catalog:
    """The five tools of the golden vectors."""
    return catalog_of(
        {
            "github": [
                raw_tool("create_issue", "Create a new issue in a GitHub repository.", "title", "body"),
                raw_tool("list_issues", "List issues in a repository.", "state"),
            ],
            "slack": [raw_tool("post_message", "Post a message to a Slack channel.", "channel", "text")],
            "jira": [
                raw_tool("create_ticket", "Create a Jira ticket (issue) in a project.", "summary", "project"),
            ],
            "postgres": [raw_tool("run_query", "Run a read-only SQL query against the database.", "sql")],
        }
    )
