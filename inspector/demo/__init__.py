"""Five small MCP servers to try the inspector on: real processes, no network, nothing executed.

``python -m inspector.demo NAME`` serves one of them over stdio. They use the standard library only, so that
a process answers within some thirty milliseconds, and they build the same tools on every run.
"""

from __future__ import annotations

SERVER_NAMES = ("exchange", "github", "calendar", "analytics", "files")
"""The names that ``python -m inspector.demo`` accepts, in the order the demo configuration lists them."""
