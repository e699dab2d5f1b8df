"""Every form in which a listing may have been saved is read, and the rest is refused in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.catalog import Listing, listing_from_json

TOOLS = [{"name": "x"}, 3]


@pytest.mark.parametrize(
    ("value", "name", "expected"),
    [
        (TOOLS, None, Listing("tools", tuple(TOOLS))),
        (TOOLS, "given", Listing("given", tuple(TOOLS))),
        ([], None, Listing("tools", ())),
        ({"tools": TOOLS}, None, Listing("tools", tuple(TOOLS))),
        ({"server": "own", "tools": TOOLS}, None, Listing("own", tuple(TOOLS))),
        ({"server": "own", "tools": TOOLS}, "given", Listing("given", tuple(TOOLS))),
        ({"server": "", "tools": []}, None, Listing("tools", ())),
        ({"server": 4, "version": 1, "instructions": None, "tools": []}, None, Listing("tools", ())),
        (
            {"server": "s", "version": "1.2", "instructions": "use", "tools": []},
            None,
            Listing("s", (), instructions="use", version="1.2"),
        ),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}}, "s", Listing("s", tuple(TOOLS))),
    ],
)
def test_saved_forms(value: Any, name: str | None, expected: Listing) -> None:
    assert listing_from_json(value, name) == expected


@pytest.mark.parametrize("value", [None, 5, "tools", {}, {"tools": None}, {"tools": {"x": 1}}, {"result": []}])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="tools"):
        listing_from_json(value)


@pytest.mark.parametrize(
    "listing",
    [
        Listing("s", ({"name": "x", "y": None},)),
        Listing("s", (), instructions="use", version="1"),
        Listing("s", ({"name": "创建"}, "no tool"), instructions="é"),
    ],
)
def test_the_saved_form_reads_back_as_the_same_listing(listing: Listing) -> None:
    assert listing_from_json(listing.to_json()) == listing


def test_absent_facts_are_not_written() -> None:
    assert list(Listing("s", (1,)).to_json()) == ["server", "tools"]
