"""Saved listings: every accepted form, the server's name, and files that hold none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.errors import FileError
from inspector.sources import load_catalog_file, load_listing
from inspector.sources.saved import read_catalog_file

TOOLS = [{"name": "read"}, {"name": "write"}]


def save(folder: Path, document: Any) -> Path:
    path = folder / "orders.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


@pytest.mark.parametrize(
    ("document", "given", "server"),
    [
        (TOOLS, None, "orders"),
        (TOOLS, "mine", "mine"),
        ({"tools": TOOLS}, None, "orders"),
        ({"server": "crm", "tools": TOOLS}, None, "crm"),
        ({"server": "crm", "tools": TOOLS}, "mine", "mine"),
        ({"server": 7, "tools": TOOLS}, None, "orders"),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}}, None, "orders"),
    ],
)
def test_forms_and_names(tmp_path: Path, document: Any, given: str | None, server: str) -> None:
    listing = load_listing(save(tmp_path, document), given)
    assert (listing.server, list(listing.tools)) == (server, TOOLS)


def test_a_listing_survives_saving_and_loading(tmp_path: Path) -> None:
    saved = {"server": "crm", "version": "1.2", "instructions": "Be kind.", "tools": TOOLS}
    assert load_listing(save(tmp_path, saved)).to_json() == saved


def test_a_catalog_file_is_a_list_of_listings(tmp_path: Path) -> None:
    listings = load_catalog_file(save(tmp_path, [{"server": "a", "tools": TOOLS}, {"tools": []}]))
    assert [(listing.server, len(listing.tools)) for listing in listings] == [("a", 2), ("server-2", 0)]


def test_a_single_listing_is_a_catalog_too(tmp_path: Path) -> None:
    for document in (TOOLS, {"tools": TOOLS}):
        (listing,) = load_catalog_file(save(tmp_path, document))
        assert (listing.server, len(listing.tools)) == ("orders", 2)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"mcpServers": {}}, "the listing has no “tools” list"),
        (7, "a saved listing is a JSON object"),
        ('{"tools": [}', "orders.json:1:12: a value is missing here"),
    ],
)
def test_files_without_a_listing(tmp_path: Path, document: Any, message: str) -> None:
    path = save(tmp_path, document)
    for load in (load_listing, load_catalog_file):
        with pytest.raises(FileError) as caught:
            load(path)
        assert str(path) in caught.value.message
        assert message in caught.value.message


def test_the_bad_item_of_a_catalog_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="item 2"):
        load_catalog_file(save(tmp_path, [{"tools": TOOLS}, {"tools": {}}]))
    with pytest.raises(FileError, match="empty"):
        load_catalog_file(save(tmp_path, []))


def test_a_catalog_with_a_bad_item_keeps_the_good_ones(tmp_path: Path) -> None:
    path = save(tmp_path, [{"server": "a", "tools": TOOLS}, {"server": "b", "tool": []}, TOOLS])
    reading = read_catalog_file(path)
    assert [listing.server for listing in reading.listings] == ["a"]
    assert [problem.place for problem in reading.problems] == ["item 2", "item 3"]
    with pytest.raises(FileError, match="item 2: the listing has no “tools” list"):
        load_catalog_file(path)


def test_a_catalog_without_a_single_listing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="item 1"):
        read_catalog_file(save(tmp_path, [{"server": "a", "tools": 5}]))
