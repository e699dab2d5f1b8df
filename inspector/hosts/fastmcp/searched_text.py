"""The text both transforms search: name, description, and names and descriptions of top-level parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from inspector.catalog import Tool
from inspector.hosts.fastmcp.references import inlined
from inspector.search.slots import Change, Slots
from inspector.tuning.search_words import described_with


@dataclass(frozen=True, slots=True)
class SearchedTool:
    """One tool as the search sees it. `pieces` are (where, text) in their order; `words` stand in the description."""

    tool: Tool
    name: str
    words: str = ""

    def pieces(self) -> tuple[tuple[str, str], ...]:
        """Return every piece; search words apart from the description they are written into."""
        described = [("description", self.tool.description), ("search words", f"({self.words})" if self.words else "")]
        return (("name", self.name), *((where, text) for where, text in described if text), *self._parameters())

    def text(self) -> str:
        """Return the text as one: what a pattern is matched against."""
        description = described_with(self.tool.description, self.words)
        return " ".join((self.name, *([description] if description else ()), *(text for _, text in self._parameters())))

    def outside(self) -> dict[str, str]:
        """Return texts of the tool that are not searched, by where they stand."""
        return {
            "in its title, which is not searched": self.tool.title,
            "in another part of the input schema (a type, a choice, a nested property)": self.tool.schema_json,
        }

    def unreadable(self) -> str | None:
        """Return what makes FastMCP fail on this tool, and so on every search, or None."""
        schema = self.tool.input_schema
        properties = inlined(schema).get("properties", {}) if isinstance(schema, dict) and schema else {}
        if not isinstance(properties, dict):
            return "“properties” is no object"
        described = ((name, value.get("description")) for name, value in properties.items() if isinstance(value, dict))
        bad = next((name for name, text in described if text and not isinstance(text, str)), None)
        return None if bad is None else f"the description of “{bad}” is no text"

    def _parameters(self) -> Iterator[tuple[str, str]]:
        schema = self.tool.input_schema
        properties = inlined(schema).get("properties") if isinstance(schema, dict) else None
        for name, value in properties.items() if isinstance(properties, dict) else ():
            yield "parameters", str(name)
            description = value.get("description") if isinstance(value, dict) else None
            if isinstance(description, str) and description:
                yield "parameter descriptions", description


@dataclass(frozen=True, slots=True)
class Failures:
    """The tools that make every search fail, by number: one malformed parameter is enough."""

    by_number: Mapping[int, str]

    @classmethod
    def of(cls, tools: Slots[SearchedTool]) -> Failures:
        """Look through `tools`."""
        return cls({number: message for number, each in tools if (message := _failure(each)) is not None})

    def updated(self, changes: Sequence[Change[SearchedTool]]) -> Failures:
        """Return the failures after `changes`."""
        found = dict(self.by_number)
        for change in changes:
            found.pop(change.number, None)
            message = None if change.after is None else _failure(change.after)
            if message is not None:
                found[change.number] = message
        return Failures(found)

    def notes(self) -> Mapping[str, str]:
        """Return the note that says so, for the first of them; nothing where searches work."""
        return {"error": self.by_number[min(self.by_number)]} if self.by_number else {}


def _failure(each: SearchedTool) -> str | None:
    cause = each.unreadable()
    return cause and f"{each.name}: {cause}, so FastMCP answers every search with an error; hide this tool"
