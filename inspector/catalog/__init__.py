"""The nouns: tools, servers and catalogs, built from raw ``tools/list`` answers. Pure; knows no product."""

from __future__ import annotations

from inspector.catalog.build import build_catalog, build_server
from inspector.catalog.canonical import (
    canonical_json,
    compact_json,
    compact_json_list,
    digest,
    text_digest,
    utf16_cut,
    utf16_length,
)
from inspector.catalog.listing import Listing, listing_from_json
from inspector.catalog.model import Catalog, Server, Tool
from inspector.catalog.problems import Problem

__all__ = [
    "Catalog",
    "Listing",
    "Problem",
    "Server",
    "Tool",
    "build_catalog",
    "build_server",
    "canonical_json",
    "compact_json",
    "compact_json_list",
    "digest",
    "listing_from_json",
    "text_digest",
    "utf16_cut",
    "utf16_length",
]
