"""The nouns of the product: a tool, a server, and the catalog of all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

from inspector.catalog.canonical import compact_json, digest, utf16_length
from inspector.catalog.problems import Problem

T = TypeVar("T")
_MOST_DERIVED = 24


@dataclass(frozen=True)
class Tool:
    """One tool as its server listed it. `raw` is the untouched JSON object; `digest` its content hash.

    `id` is ``server/name`` and unique in a catalog: the second tool of the same name is ``server/name#2``.
    """

    id: str
    server: str
    name: str
    raw: Mapping[str, Any]
    digest: str
    problems: tuple[Problem, ...] = ()

    @cached_property
    def schema_json(self) -> str:
        """The input schema as compact JSON, key order kept; an empty object schema where there is none.

        Kept once written: thresholds, definitions and token counts all need it.
        """
        schema = self.input_schema
        return compact_json({"type": "object", "properties": {}} if schema is None else schema)

    @cached_property
    def schema_utf16(self) -> int:
        """The length of `schema_json` in UTF-16 units, which thresholds of JavaScript clients count."""
        return utf16_length(self.schema_json)

    @property
    def description(self) -> str:
        """The description, or an empty string where the server gave none (or no text)."""
        value = self.raw.get("description")
        return value if isinstance(value, str) else ""

    @property
    def title(self) -> str:
        """The display title: `title`, else the one in `annotations`, else an empty string."""
        for value in (self.raw.get("title"), self.annotations.get("title")):
            if isinstance(value, str) and value:
                return value
        return ""

    @property
    def input_schema(self) -> Any:
        """The input schema exactly as listed (usually an object; may be missing, null or a boolean)."""
        return self.raw.get("inputSchema")

    @property
    def annotations(self) -> Mapping[str, Any]:
        """The annotations, empty where missing or not an object."""
        value = self.raw.get("annotations")
        return value if isinstance(value, dict) else {}

    @property
    def meta(self) -> Mapping[str, Any]:
        """The `_meta` object, empty where missing or not an object."""
        value = self.raw.get("_meta")
        return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Server:
    """One server's tools in listed order, with what it says about itself."""

    name: str
    tools: tuple[Tool, ...]
    instructions: str | None = None
    title: str | None = None
    version: str | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Catalog:
    """All tools of all servers, in configuration order (never in the order servers happened to answer)."""

    servers: tuple[Server, ...] = field(default=())

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """Every tool, server by server."""
        return tuple(tool for server in self.servers for tool in server.tools)

    @cached_property
    def by_id(self) -> Mapping[str, Tool]:
        """The tools by their id ``server/name``."""
        return {tool.id: tool for tool in self.tools}

    @cached_property
    def digest(self) -> str:
        """A content hash over every server's name, instructions and tools; equal for equal content."""
        return digest(
            [[server.name, server.instructions, [tool.digest for tool in server.tools]] for server in self.servers]
        )

    @cached_property
    def below(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of all tools below what stands before each ``/`` of an id: those an entry ``server/*`` speaks for."""
        found: dict[str, list[str]] = {}
        for tool in self.tools:
            end = len(tool.id)
            while (end := tool.id.rfind("/", 0, end)) >= 0:
                found.setdefault(tool.id[:end], []).append(tool.id)
        return {prefix: tuple(ids) for prefix, ids in found.items()}

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` works out from this catalog alone, remembered under `key` as long as the catalog lives."""
        known = self._derived
        missing = object()
        there = known.get(key, missing)
        if there is not missing:
            return cast("T", there)
        found = make()
        if len(known) >= _MOST_DERIVED:
            # Looking through one host after the other must not keep what each of them wanted.
            known.clear()
        known[key] = found
        return found

    @cached_property
    def _derived(self) -> dict[Hashable, object]:
        return {}

    def server(self, name: str) -> Server | None:
        """Return the server called `name`, or None."""
        return next((server for server in self.servers if server.name == name), None)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)

    def __len__(self) -> int:
        return len(self.tools)
