"""What a client's own file says about the tools of one server: which are hidden, pinned, or found by more words.

Client files were written before the person came here, so these rules stand below everything they decide themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import MappingProxyType

ALL = "*"
"""The name that stands for every tool of the server in `ToolRules.pins` and `ToolRules.words`."""


@dataclass(frozen=True, slots=True)
class ToolList:
    """A list of tool names and the key of the file that holds it, such as ``disabledTools``."""

    key: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolSwitches:
    """Patterns (``crm_*``) that switch tools on or off; the last one that matches `prefix` + tool name decides."""

    key: str
    prefix: str
    patterns: tuple[tuple[str, bool], ...]

    def on(self, tool: str) -> bool | None:
        """Return whether `tool` is switched on or off, None when no pattern speaks of it."""
        return next((on for pattern, on in reversed(self.patterns) if fnmatchcase(self.prefix + tool, pattern)), None)


@dataclass(frozen=True, slots=True)
class ToolRules:
    """The rules of one server. `source` is the file as shown to people; names are those the server gives its tools.

    `allow` lists the only tools there are (None: all), `deny` those that are not. `pins` and `words` are by tool name
    or ``"*"``, an exact name beating ``"*"``; `pin_key` and `words_key` are the keys of the file that say so.
    """

    source: str = ""
    allow: ToolList | None = None
    deny: ToolList | None = None
    switches: ToolSwitches | None = None
    pins: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    pin_key: str = ""
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    words_key: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing at all is said."""
        return not (self.allow or self.deny or self.switches or self.pins or self.words)

    def hidden_reason(self, tool: str) -> str | None:
        """Return why the client's model does not get `tool`, or None when it does."""
        if tool == ALL:
            return None
        if self.deny is not None and tool in self.deny.names:
            return f"hidden by {self.deny.key} in {self.source}"
        if self.allow is not None and tool not in self.allow.names:
            return f"hidden: not in {self.allow.key} of {self.source}"
        if self.switches is not None and self.switches.on(tool) is False:
            return f"hidden by {self.switches.key} in {self.source}"
        return None

    def pin(self, tool: str) -> bool | None:
        """Return whether `tool` is pinned or kept out of the pins, None where the file does not say."""
        return self.pins.get(tool, self.pins.get(ALL))

    def pinned_reason(self, tool: str) -> str | None:
        """Return why `tool` is pinned, or None when the file does not pin it."""
        return f"pinned by {self.pin_key} in {self.source}" if self.pin(tool) else None

    def words_of(self, tool: str) -> str | None:
        """Return the additional search text of `tool`, None where the file gives none."""
        return self.words.get(tool, self.words.get(ALL))


NO_RULES = ToolRules()
