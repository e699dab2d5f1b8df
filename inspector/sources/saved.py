"""Listings saved in files: usable wherever a server is, without starting anything."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from inspector.catalog import Listing, listing_from_json
from inspector.config import read_json
from inspector.errors import FileError

_HINT = "a saved listing is {“server”?, “version”?, “instructions”?, “tools”: […]} or a list of tools"
_CATALOG_HINT = "a catalog file is a list of saved listings: [{“server”: …, “tools”: […]}, …]"


def load_listing(path: str | os.PathLike[str], name: str | None = None) -> Listing:
    """Return the listing saved in the file at `path`.

    The server is called `name`, else as the file's “server” says, else like the file without its ending.
    Raises `FileError` when the file cannot be read, is damaged JSON, or holds no listing.
    """
    return _listing(read_json(path), os.fspath(path), name, PurePath(path).stem)


def load_catalog_file(path: str | os.PathLike[str]) -> tuple[Listing, ...]:
    """Return the listings saved as a list in the file at `path`; a single listing is accepted as well.

    Raises `FileError` as `load_listing` does, naming the item that is no listing.
    """
    document = read_json(path)
    source = os.fspath(path)
    if isinstance(document, list) and all(isinstance(item, Mapping) and "tools" in item for item in document):
        if not document:
            raise FileError(f"{source}: the list of listings is empty", _CATALOG_HINT)
        return tuple(
            _listing(item, f"{source}: item {number}", None, f"server-{number}")
            for number, item in enumerate(document, 1)
        )
    return (_listing(document, source, None, PurePath(path).stem),)


def _listing(value: Any, source: str, name: str | None, otherwise: str) -> Listing:
    try:
        listing = listing_from_json(value, name)
    except ValueError as error:
        raise FileError(f"{source}: {error}", _HINT) from None
    own_name = value.get("server") if isinstance(value, Mapping) else None
    named = name or (isinstance(own_name, str) and own_name)
    return listing if named else replace(listing, server=otherwise)
