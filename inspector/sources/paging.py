"""Listing every page of a server's tools, with guards against servers that never come to an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from inspector.catalog import Problem
from inspector.sources.recording import Recording

if TYPE_CHECKING:
    from mcp import ClientSession

PAGE_CAP = 200
"""How many pages are read at most."""

EMPTY_PAGES = 3
"""How many pages without a tool may follow each other."""


class UnusableAnswer(Exception):
    """The server answered ``tools/list`` with something that has no list of tools."""


async def list_pages(session: ClientSession, recording: Recording, on_page: Callable[[], None]) -> tuple[Problem, ...]:
    """Ask for every page; the pages are in `recording` afterwards, and so they are when this raises.

    `on_page` is called after each page. Returns the problems that made the listing end early. Raises
    `MCPError` when the server answers a page with an error, `UnusableAnswer` when it is no page.
    """
    from mcp.types import PaginatedRequestParams

    cursor: str | None = None
    seen: set[str] = set()
    empty = 0
    while True:
        await session.list_tools(params=PaginatedRequestParams(cursor=cursor) if cursor else None)
        page = recording.pages[-1]
        if not isinstance(page.get("tools"), list):
            recording.pages.pop()
            raise UnusableAnswer("its answer to tools/list has no list of tools")
        on_page()
        empty = 0 if page["tools"] else empty + 1
        following = page.get("nextCursor")
        if following is None or following == "":
            return ()
        problem = _obstacle(following, seen, empty, len(recording.pages))
        if problem:
            return (problem,)
        seen.add(following)
        cursor = following


def listed_tools(recording: Recording) -> tuple[Any, ...]:
    """Return the raw tools of every page recorded so far, in the order they came."""
    return tuple(tool for page in recording.pages for tool in page["tools"])


def _obstacle(following: Any, seen: set[str], empty: int, pages: int) -> Problem | None:
    place = f"pages[{pages - 1}].nextCursor"
    if not isinstance(following, str):
        return Problem("cursor-not-text", "the cursor of the next page is not a text, so no page followed", place)
    if following in seen:
        return Problem(
            "cursor-repeated", "the server named a page again that it had sent; listing stopped there", place
        )
    if empty >= EMPTY_PAGES:
        return Problem("pages-empty", f"{empty} pages in a row held no tool; listing stopped there", place)
    if pages >= PAGE_CAP:
        return Problem("page-cap", f"the server has more than {PAGE_CAP} pages; listing stopped there", place)
    return None
