"""Small catalogs whose searches can be followed by hand, and the demo servers'."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.demo.catalog import MODULES, load
from inspector.hosts import Conditions, host
from inspector.suites import Subject
from inspector.tuning.model import ToolEdits, Tuning

SHOP = (
    ("list_orders", "List the orders of a customer"),
    ("cancel_order", "Cancel an order that is not shipped"),
    ("refund_payment", "Return the money of a payment"),
    ("find_customer", "Find a customer by name"),
    ("list_payments", "List the payments of an order"),
    ("create_invoice", "Create an invoice for an order"),
    ("list_invoices", "List the invoices of a customer"),
)


def shop(tools: tuple[tuple[str, str], ...] = SHOP) -> Catalog:
    """Return a catalog with one server of tools without parameters."""
    raw = tuple({"name": name, "description": text, "inputSchema": {"type": "object"}} for name, text in tools)
    return build_catalog([Listing("shop", raw)])


@cache
def demo() -> Catalog:
    """Return the catalog of the demo servers."""
    return build_catalog([Listing(name, tuple(load(name).tools)) for name in MODULES])


@pytest.fixture
def subject() -> Callable[..., Subject]:
    """Make a subject of a host id, a catalog, a limit, and edits by tool id."""

    def make(host_id: str, catalog: Catalog, limit: int | None = None, **edits: ToolEdits) -> Subject:
        named = {f"shop/{name}": value for name, value in edits.items()}
        conditions = Conditions(Tuning(limit=limit, edits=named), host(host_id).default_model, 200_000)
        return Subject(host(host_id), catalog, conditions)

    return make
