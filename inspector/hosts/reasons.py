"""The states that a person's tuning decides in every host: hidden and pinned, with the entry that says so.

Below it stands what was imported from the files of a client; then the reason names that file.
"""

from __future__ import annotations

from collections.abc import Mapping

from inspector.catalog import Tool
from inspector.hosts.protocol import Placement
from inspector.tuning.model import Tuning


def hidden_reason(tuning: Tuning, tool_id: str) -> str | None:
    """Return why `tool_id` is hidden by the tuning, or None when it is not."""
    return _reason(tuning, tool_id, "hide", "hidden")


def pinned_reason(tuning: Tuning, tool_id: str) -> str | None:
    """Return why `tool_id` is pinned by the tuning, or None when it is not."""
    return _reason(tuning, tool_id, "pin", "pinned")


def unpinned(tuning: Tuning, tool_id: str) -> bool:
    """Whether the tuning says in so many words that `tool_id` is not pinned."""
    return tuning.for_tool(tool_id).pin is False


def hidden_place(tuning: Tuning, tool: Tool, names: Mapping[str, str]) -> Placement | None:
    """Return the place of a hidden tool, for hosts that know no pins; None for every other tool."""
    reason = hidden_reason(tuning, tool.id)
    return None if reason is None else Placement(tool.id, names[tool.id], "hidden", reason)


def refused_place(tool: Tool, names: Mapping[str, str], refusals: Mapping[str, str]) -> Placement | None:
    """Return the place of a tool the product does not send, `refusals` being the reasons by id; None for others."""
    reason = refusals.get(tool.id)
    return None if reason is None else Placement(tool.id, names[tool.id], "refused", reason)


def fixed_place(tuning: Tuning, tool_id: str, name: str, refusal: str | None = None) -> Placement | None:
    """Return where the tuning or a `refusal` of the product puts a tool; None where the product's own rule decides."""
    for state, reason in (
        ("hidden", hidden_reason(tuning, tool_id)),
        ("refused", refusal),
        ("pinned", pinned_reason(tuning, tool_id)),
    ):
        if reason is not None:
            return Placement(tool_id, name, state, reason)  # type: ignore[arg-type]
    return None


def _reason(tuning: Tuning, tool_id: str, field: str, word: str) -> str | None:
    if not getattr(tuning.for_tool(tool_id), field):
        return None
    exact = tuning.edits.get(tool_id)
    if exact is not None and getattr(exact, field):
        return f"{word} by the toolset"
    star = tuning.star_of(tool_id)
    if star is not None and getattr(tuning.edits[star], field):
        return f"{word} by the toolset's entry {star}"
    rules, name = tuning.rules_for(tool_id)
    return rules.hidden_reason(name) if field == "hide" else rules.pinned_reason(name)
