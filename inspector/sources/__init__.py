"""Where tools come from: running servers, reached over MCP, and listings saved in files.

The only package that imports the MCP SDK, which it does inside functions: importing this costs nothing.
"""

from __future__ import annotations

from inspector.sources.connection import connect
from inspector.sources.follow import OnReport, follow
from inspector.sources.listing_changes import ListingChange, listing_change
from inspector.sources.pool import connect_all
from inspector.sources.remembering import ProtocolMemory, user_memory
from inspector.sources.report import OnProgress, Progress, ServerReport, State
from inspector.sources.saved import load_catalog_file, load_listing

__all__ = [
    "ListingChange",
    "OnProgress",
    "OnReport",
    "Progress",
    "ProtocolMemory",
    "ServerReport",
    "State",
    "connect",
    "connect_all",
    "follow",
    "listing_change",
    "load_catalog_file",
    "load_listing",
    "user_memory",
]
