"""What changed between two listings of one server, by the tools' names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.catalog import Listing, digest


@dataclass(frozen=True, slots=True)
class ListingChange:
    """The names of tools that are new, gone, or defined otherwise than before, each in listed order."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.added or self.removed or self.changed)


def listing_change(before: Listing | None, after: Listing | None) -> ListingChange:
    """Return what changed from `before` to `after`; tools of one name are compared as a group."""
    old, new = _by_name(before), _by_name(after)
    return ListingChange(
        added=tuple(name for name in new if name not in old),
        removed=tuple(name for name in old if name not in new),
        changed=tuple(name for name in new if name in old and new[name] != old[name]),
    )


def _by_name(listing: Listing | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for tool in listing.tools if listing else ():
        found.setdefault(_name(tool), []).append(digest(tool))
    return found


def _name(tool: Any) -> str:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""
