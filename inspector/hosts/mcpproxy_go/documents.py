"""What mcpproxy-go's index holds of a tool, field by field (source: ``internal/index/bleve.go``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from inspector.catalog import Tool, compact_json
from inspector.hosts.mcpproxy_go.analysis import standard_counts

# Go writes these characters of a schema as escapes, whose letters then belong to the words around them.
_GO_ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
_ESCAPED = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """One document. `names` are the three fields taken as they are: tool, full and server name.

    `body` counts the words of description and parameters, `name_words` those of tool and full name in the
    searchable text, `extra` those that only ``_all`` has (words of the output schema).
    """

    key: str
    name: str
    tool_name: str
    full_name: str
    server_name: str
    body: Mapping[str, int]
    name_words: Mapping[str, int]
    extra: Mapping[str, int]
    hidden: bool = False

    def keywords(self) -> Counter[str]:
        """Return the names as ``_all`` counts them: whole, case kept."""
        return Counter((self.tool_name, self.full_name, self.server_name))


def indexed_tool(
    tool: Tool, name: str, words: str, *, qualified: bool, output_schema: bool, hidden: bool
) -> IndexedTool:
    """Return the document of a tool whose model-facing name is `name`.

    `words` have no place of their own in this product: they are counted as part of the description, where a
    person would have to put them.
    """
    full_name = name if qualified else tool.name
    description = f"{tool.description} {words}" if words else tool.description
    output = tool.raw.get("outputSchema") if output_schema else None
    return IndexedTool(
        key=tool.id,
        name=name,
        tool_name=tool.name,
        full_name=full_name,
        server_name=tool.server,
        body=standard_counts(f"{description} {go_escaped(tool.schema_json)}"),
        name_words=standard_counts(f"{tool.name} {full_name}"),
        extra=standard_counts(go_escaped(compact_json(output))) if isinstance(output, Mapping) else {},
        hidden=hidden,
    )


def go_escaped(json_text: str) -> str:
    """Return JSON as Go writes it: ``<``, ``>``, ``&`` and two line separators as escapes."""
    # Asking first is far quicker than translating: most schemas hold none of them.
    return json_text.translate(_GO_ESCAPES) if _ESCAPED.search(json_text) else json_text
