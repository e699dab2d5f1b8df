"""The keys of a tool's ``_meta`` by which a server speaks to a tool search (measured in Claude Code 2.1.332)."""

from __future__ import annotations

ALWAYS_LOAD = "anthropic/alwaysLoad"
"""true: the tool is never deferred. false: it is, whatever the server's own setting says."""

SEARCH_HINT = "anthropic/searchHint"
"""Words by which the search finds the tool and which the model is not shown."""
