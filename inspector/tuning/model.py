"""A tuning: everything a person decided about their toolset, as one immutable value."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.config.tool_rules import NO_RULES, ToolRules

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ToolEdits:
    """What the person decided about one tool, or about ``server/*``: None means “nothing said”.

    `words` is the additional search text: read by the search index, not shown to the model where the
    host can keep it apart.
    """

    pin: bool | None = None
    hide: bool | None = None
    words: str | None = None

    def over(self, general: ToolEdits) -> ToolEdits:
        """Return these edits with the gaps filled from `general`: an exact name beats ``"*"``, field by field."""
        return ToolEdits(
            pin=general.pin if self.pin is None else self.pin,
            hide=general.hide if self.hide is None else self.hide,
            words=general.words if self.words is None else self.words,
        )

    @property
    def empty(self) -> bool:
        """Whether nothing at all was said."""
        return self.pin is None and self.hide is None and self.words is None


@dataclass(frozen=True, slots=True)
class Tuning:
    """A toolset as saved in ``toolset.toml``.

    `edits` maps ``server/tool`` or ``server/*`` to decisions. `threshold` is a share of the window
    (0.10 is ten per cent), `window` and `limit` are tokens and results; None means “as the host does”.
    `tool_search` is the host's own switch, such as ``auto:10`` for Claude Code's ENABLE_TOOL_SEARCH.
    `texts` maps host id → text id → the exact sentence of the person's own client. `exports` holds the
    tables ``[export.TARGET]`` as written. `price_input` and `price_cached` are US dollars per million tokens.
    `servers` are the servers written in the file itself, `configs` the configuration files it refers to; `only` names
    the servers that are wanted of one of these files, spelt as there: of a file without an entry all are.
    `imported` maps servers to what their clients' own files say about tools: it holds where the person said nothing,
    and is never saved.
    """

    servers: tuple[ServerSpec, ...] = ()
    configs: tuple[str, ...] = ()
    host: str | None = None
    model: str | None = None
    window: int | None = None
    threshold: float | None = None
    tool_search: str | None = None
    limit: int | None = None
    core_tools: tuple[str, ...] | None = None
    system_prompt: int | None = None
    history: int | None = None
    prefill_rate: float | None = None
    price_input: float | None = None
    price_cached: float | None = None
    edits: Mapping[str, ToolEdits] = field(default_factory=lambda: _NOTHING)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: _NOTHING)
    exports: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _NOTHING)
    path: str | None = None
    only: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NOTHING)
    imported: Mapping[str, ToolRules] = field(default_factory=lambda: _NOTHING)

    def for_tool(self, tool_id: str) -> ToolEdits:
        """Return what holds for one tool (``server/tool``): its own entry, over ``"*"``, over what was imported."""
        star = self.star_of(tool_id)
        exact = self.edits.get(tool_id, _NO_EDITS)
        own = exact if star is None else exact.over(self.edits[star])
        return own.over(self._imported_edits(tool_id)) if self.imported else own

    def rules_for(self, tool_id: str) -> tuple[ToolRules, str]:
        """Return the imported rules that speak for a tool and the tool's own name; rules without content for none."""
        end = len(tool_id)
        while (end := tool_id.rfind("/", 0, end)) >= 0:
            if (rules := self.imported.get(tool_id[:end])) is not None:
                return rules, tool_id[end + 1 :]
        return NO_RULES, tool_id

    def _imported_edits(self, tool_id: str) -> ToolEdits:
        rules, name = self.rules_for(tool_id)
        if rules is NO_RULES:
            return _NO_EDITS
        hide = True if rules.hidden_reason(name) else None
        return ToolEdits(pin=rules.pin(name), hide=hide, words=rules.words_of(name))

    def star_of(self, tool_id: str) -> str | None:
        """Return the key of the ``server/*`` entry that speaks for a tool, or None where there is none.

        Server names may hold slashes themselves: the longest name that fits is taken.
        """
        end = len(tool_id)
        while (end := tool_id.rfind("/", 0, end)) >= 0:
            key = f"{tool_id[:end]}/*"
            if key in self.edits:
                return key
        return None

    def config_paths(self) -> tuple[str, ...]:
        """Return where the files of `configs` are: relative ones stand beside the toolset, ``~`` is the home folder."""
        folder = os.path.dirname(os.path.abspath(self.path)) if self.path else os.getcwd()
        return tuple(os.path.normpath(os.path.join(folder, os.path.expanduser(config))) for config in self.configs)

    def unknown_tools(self, catalog: Catalog) -> tuple[str, ...]:
        """Return the edited ids that name no tool (or, for ``server/*``, no server) of `catalog`."""
        servers = {server.name for server in catalog.servers}
        return tuple(
            key for key in self.edits if (key[:-2] not in servers if key.endswith("/*") else key not in catalog.by_id)
        )


def server_of(key: str, servers: Iterable[str]) -> str:
    """Return which of `servers` an edited id (``server/tool`` or ``server/*``) belongs to, the longest name that fits.

    Where none fits, the part before the first slash is returned.
    """
    fitting = [server for server in servers if key.startswith(f"{server}/")]
    return max(fitting, key=len, default=key.split("/", 1)[0])


_NO_EDITS = ToolEdits()
