"""What mcpproxy-go's index holds of a tool, field by field (source: ``internal/index/bleve.go``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from inspector.catalog import Tool, compact_json
from inspector.hosts.mcpproxy_go.analysis import standard_counts
from inspector.hosts.mcpproxy_go.releases import Release

# Go writes these characters of a schema as escapes, whose letters then belong to the words around them.
_GO_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
_ESCAPED = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """One document: `tool` under its model-facing `name`. Its words are counted when asked for, and not kept.

    `words` have no place of their own in this product: they are counted as part of the description, where a
    person would have to put them.
    """

    tool: Tool
    name: str
    words: str
    release: Release
    hidden: bool = False

    @property
    def key(self) -> str:
        """The tool's id."""
        return self.tool.id

    @property
    def tool_name(self) -> str:
        """The field with the tool's own name, taken as it is."""
        return self.tool.name

    @property
    def full_name(self) -> str:
        """The field with the full name, taken as it is."""
        return self.name if self.release.qualified else self.tool.name

    def body(self) -> Counter[str]:
        """Return how often each word stands in description and parameters."""
        description = f"{self.tool.description} {self.words}" if self.words else self.tool.description
        return standard_counts(f"{description} {go_escaped(self.tool.schema_json)}")

    def name_words(self) -> Counter[str]:
        """Return how often each word of tool and full name stands in the searchable text."""
        return standard_counts(f"{self.tool_name} {self.full_name}")

    def extra(self) -> Counter[str]:
        """Return what only ``_all`` counts: the words of the output schema."""
        output = self.tool.raw.get("outputSchema") if self.release.output_schema else None
        return standard_counts(go_escaped(compact_json(output))) if isinstance(output, Mapping) else Counter()

    def keywords(self) -> Counter[str]:
        """Return the names as ``_all`` counts them: whole, case kept."""
        return Counter((self.tool_name, self.full_name, self.tool.server))


def go_escaped(json_text: str) -> str:
    """Return JSON as Go writes it: ``<``, ``>``, ``&`` and two line separators as escapes."""
    # Asking first is far quicker than translating: most schemas hold none of them.
    return json_text.translate(_GO_ESCAPES) if _ESCAPED.search(json_text) else json_text
