"""What both search tools look at (documented): tool name, description, argument names, argument descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.catalog import Tool


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """One tool under its `name`, with its searched texts by place.

    Arguments are the properties at the top of the input schema; whether nested ones are searched is not documented.
    """

    tool: Tool
    name: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]

    def outside(self) -> dict[str, str]:
        """Return texts of the tool that are not searched, by where they stand."""
        return {
            "in its title, which is not sent": self.tool.title,
            "in another part of the input schema (a type, a choice, a nested property)": self.tool.schema_json,
        }


def indexed_tool(tool: Tool, name: str, words: str) -> IndexedTool:
    """Return the searched texts of `tool` as sent under `name`.

    The API has no place for additional search `words`: they are searched as if they stood in the description, where
    a person would have to put them, and told apart.
    """
    schema = tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    arguments = properties if isinstance(properties, Mapping) else {}
    described = (value.get("description") for value in arguments.values() if isinstance(value, Mapping))
    fields = (
        ("name", (name,)),
        ("description", (tool.description,)),
        ("search words", (words,) if words else ()),
        ("argument name", tuple(str(argument) for argument in arguments)),
        ("argument description", tuple(text for text in described if isinstance(text, str))),
    )
    return IndexedTool(tool, name, fields)
