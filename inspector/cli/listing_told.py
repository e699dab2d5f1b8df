"""What is odd about a server's list of tools, in one sentence: items that are none, repeated names, an early end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.catalog import Server

_TOLD_WITH_THE_FAILURE = ("listing-incomplete", "listing-stale")


def listing_told(server: Server) -> str:
    """Return the problems of the whole listing, counted where there are many of a kind; empty when there is none."""
    told: list[str] = []
    codes = [problem.code for problem in server.problems]
    if count := codes.count("tool-not-object"):
        told.append("1 item of its list is no tool" if count == 1 else f"{count} items of its list are no tools")
    if count := codes.count("tool-without-name"):
        told.append("1 tool has no name" if count == 1 else f"{count} tools have no name")
    repeated = {tool.name for tool in server.tools if any(each.code == "duplicate-name" for each in tool.problems)}
    if repeated:
        told.append(f"{len(repeated)} name{'s' if len(repeated) > 1 else ''} listed more than once")
    counted = ("tool-not-object", "tool-without-name", *_TOLD_WITH_THE_FAILURE)
    told += [problem.message for problem in server.problems if problem.code not in counted]
    return "; ".join(told)
