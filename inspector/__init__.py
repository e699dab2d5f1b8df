"""Tool Search Inspector: what MCP tools cost in an agent's context, and which words find them.

Importing this package loads nothing else, so that the command line and the demo servers start fast.
"""

from __future__ import annotations

__version__ = "0.1.0"
"""Version of the distribution, read by the build and by ``tsi --version``."""
