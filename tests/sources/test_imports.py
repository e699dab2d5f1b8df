"""Importing the sources costs nothing: the SDK and its half second come with the first connection."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("mcp", "mcp_types", "anyio", "httpx2", "pydantic", "jsonc", "textual")


def test_importing_the_sources_loads_nothing_heavy() -> None:
    program = (
        "import sys, inspector.sources, inspector.config, inspector.redaction\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
