"""Where tools come from: running servers, reached over MCP, and listings saved in files.

The only package that imports the MCP SDK, which it does inside functions: importing this costs nothing.
"""

from __future__ import annotations

from inspector.sources.connection import connect
from inspector.sources.pool import connect_all
from inspector.sources.report import OnProgress, Progress, ServerReport, State
from inspector.sources.saved import load_catalog_file, load_listing

__all__ = [
    "OnProgress",
    "Progress",
    "ServerReport",
    "State",
    "connect",
    "connect_all",
    "load_catalog_file",
    "load_listing",
]
