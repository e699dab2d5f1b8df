"""What a tuning means for the tools of one server, for targets that know tools by their upstream names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.catalog import Tool
from inspector.export.protocol import ExportRequest
from inspector.export.unchecked_rules import listed
from inspector.tuning.model import ToolEdits


@dataclass(frozen=True, slots=True)
class ToolDecisions:
    """The decisions about one server. Names are upstream names in the listed order, ids are ``server/tool``.

    `names` are all listed tools, or those the tuning names where the server was not listed (`listed`). `star` is
    what is said of ``"*"``.
    """

    server: str
    listed: bool
    star: ToolEdits
    edits: Mapping[str, ToolEdits]
    tools: Mapping[str, Tool]

    @property
    def hidden(self) -> tuple[str, ...]:
        """Names of the tools that must not be reachable."""
        return tuple(name for name, edits in self.edits.items() if edits.hide)

    @property
    def kept(self) -> tuple[str, ...]:
        """Names of the tools that stay reachable."""
        return tuple(name for name, edits in self.edits.items() if not edits.hide)

    @property
    def pinned(self) -> tuple[str, ...]:
        """Names of the reachable tools that are to be loaded always."""
        return tuple(name for name in self.kept if self.edits[name].pin)

    @property
    def unpinned(self) -> tuple[str, ...]:
        """Names of the reachable tools of which the tuning says that they are not pinned."""
        return tuple(name for name in self.kept if self.edits[name].pin is False)

    @property
    def worded(self) -> Mapping[str, str]:
        """Search words by name of the reachable tools that have any."""
        found = {name: (self.edits[name].words or "").strip() for name in self.kept}
        return {name: words for name, words in found.items() if words}

    @property
    def allowed(self) -> tuple[str, ...] | None:
        """The only reachable tools where ``"*"`` is hidden, so that tools added later stay hidden; else None."""
        return self.kept if self.star.hide else None

    @property
    def all_hidden(self) -> bool:
        """Whether nothing of the server is to be reachable, as far as its tools are known."""
        return not self.kept and bool(self.star.hide or (self.listed and self.hidden))

    def ids(self, names: Mapping[str, object] | tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of `names`."""
        return tuple(f"{self.server}/{name}" for name in names)

    def pin_ids(self) -> tuple[str, ...]:
        """Return the ids of pinned tools; ``server/*`` for a pin of the whole server whose tools are not known."""
        star = (f"{self.server}/*",) if self.star.pin and not self.listed else ()
        return (*star, *self.ids(self.pinned))

    def word_ids(self) -> tuple[str, ...]:
        """Return the ids of tools with search words, like `pin_ids`."""
        star = (f"{self.server}/*",) if (self.star.words or "").strip() and not self.listed else ()
        return (*star, *self.ids(self.worded))


def tool_decisions(server: str, request: ExportRequest) -> ToolDecisions:
    """Return what holds for the tools of `server`. Of two tools of the same name the first counts."""
    known = listed(server, request)
    tools: dict[str, Tool] = {}
    found = request.catalog.server(server) if known else None
    for tool in found.tools if found is not None else ():
        tools.setdefault(tool.name, tool)
    if known:
        edits = {name: request.tuning.for_tool(tool.id) for name, tool in tools.items()}
    else:
        prefix = f"{server}/"
        own = (key for key in request.tuning.edits if request.server_of(key) == server and not key.endswith("/*"))
        # Without a listing only the rules of a server that could not be listed are taken on trust.
        edits = {key.removeprefix(prefix): request.tuning.for_tool(key) for key in own}
    return ToolDecisions(server, known, request.tuning.for_tool(f"{server}/*"), edits, tools)
