"""Listings saved in files: usable wherever a server is, without starting anything."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from inspector.catalog import Listing, listing_from_json
from inspector.config import read_json
from inspector.config.model import ConfigProblem
from inspector.errors import FileError

_HINT = "a saved listing is {“server”?, “version”?, “instructions”?, “tools”: […]} or a list of tools"
_CATALOG_HINT = "a catalog file is a list of saved listings: [{“server”: …, “tools”: […]}, …]"


@dataclass(frozen=True, slots=True)
class CatalogReading:
    """What a catalog file gave: the listings, and the items that are none."""

    listings: tuple[Listing, ...]
    problems: tuple[ConfigProblem, ...] = ()


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
    reading = read_catalog_file(path)
    for problem in reading.problems:
        raise FileError(f"{problem.source}: {problem.place}: {problem.message}", _HINT)
    return reading.listings


def read_catalog_file(path: str | os.PathLike[str]) -> CatalogReading:
    """Return the listings of the catalog file at `path`, and the items that are no listings as problems.

    Raises `FileError` when the file cannot be read or holds no listing at all.
    """
    document = read_json(path)
    source = os.fspath(path)
    if document == []:
        raise FileError(f"{source}: the list of listings is empty", _CATALOG_HINT)
    if not (isinstance(document, list) and any(map(_is_saved, document))):
        return CatalogReading((_listing(document, source, None, PurePath(path).stem),))
    listings: list[Listing] = []
    problems: list[ConfigProblem] = []
    for number, item in enumerate(document, 1):
        try:
            # Inside a catalog a bare list would have no name, and is a slip rather than a form.
            if not isinstance(item, Mapping):
                raise FileError("it is no object with a “tools” list", _HINT)
            listings.append(_listing(item, "", None, f"server-{number}"))
        except FileError as error:
            problems.append(ConfigProblem(source, f"item {number}", error.message.removeprefix(": ")))
    if not listings:
        raise FileError(f"{source}: {problems[0].place}: {problems[0].message}", _CATALOG_HINT)
    return CatalogReading(tuple(listings), tuple(problems))


def _is_saved(item: Any) -> bool:
    """Return whether an item of a list looks like a saved listing; a tool has its inputSchema."""
    return isinstance(item, Mapping) and ("tools" in item or "result" in item) and "inputSchema" not in item


def _listing(value: Any, source: str, name: str | None, otherwise: str) -> Listing:
    try:
        listing = listing_from_json(value, name)
    except ValueError as error:
        raise FileError(f"{source}: {error}", _HINT) from None
    own_name = value.get("server") if isinstance(value, Mapping) else None
    named = name or (isinstance(own_name, str) and own_name)
    return listing if named else replace(listing, server=otherwise)
