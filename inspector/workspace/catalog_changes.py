"""What changed between two states of the same servers, and what that means for cost, ranks and edits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.catalog import Catalog, build_catalog
from inspector.errors import FileError
from inspector.history.differences import Differences, ToolChange, differences
from inspector.history.lock import Lock, Violation, lock_of, read_lock, render_lock, violations
from inspector.sources.saved import load_catalog_file
from inspector.storage import exists, files_below, read_text, write_atomic
from inspector.suites import Case
from inspector.workspace.inspection import Inspection


@dataclass(frozen=True, slots=True)
class CostChange:
    """A changed tool with the tokens of its definition before and after (None: not there, or refused)."""

    change: ToolChange
    before: int | None
    after: int | None

    @property
    def difference(self) -> int:
        """Tokens more (or, negative, fewer) than before."""
        return (self.after or 0) - (self.before or 0)


@dataclass(frozen=True, slots=True)
class RankChange:
    """A query of the suite whose expected tool moved: ranks before and after, None where it is not found."""

    query: str
    tool: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class CatalogChanges:
    """All that changed. `upfront` are the tokens of all definitions before and after; `dangling` the edited ids
    (pins, words, hidden) that named a tool before and name none now.
    """

    differences: Differences
    tools: tuple[CostChange, ...]
    upfront: tuple[int, int]
    ranks: tuple[RankChange, ...]
    dangling: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.differences)


def read_catalog(path: str) -> Catalog:
    """Return the catalog saved at `path`: a folder of snapshots, a saved listing, or a list of them.

    Raises `FileError` where there is none.
    """
    if not exists(path):
        raise FileError(f"{path}: there is no such file or folder", "name a folder made by tsi snapshot, or a listing")
    files = files_below(path, ".json")
    if not files:
        raise FileError(f"{path} holds no snapshots", "tsi snapshot -o FOLDER writes them")
    return build_catalog(listing for file in files for listing in load_catalog_file(file))


def catalog_changes(before: Inspection, after: Inspection, cases: Sequence[Case] = ()) -> CatalogChanges:
    """Return what changed from `before` to `after`, which look through the same host with the same tuning."""
    found = differences(before.catalog, after.catalog)
    tools = tuple(_cost(change, before, after) for change in found.tools)
    upfront = (sum(before.tool_tokens.values()), sum(after.tool_tokens.values()))
    now = set(after.tuning.unknown_tools(after.catalog))
    dangling = tuple(key for key in sorted(now) if key not in set(after.tuning.unknown_tools(before.catalog)))
    return CatalogChanges(found, tools, upfront, _ranks(before, after, found, cases), dangling)


def _cost(change: ToolChange, before: Inspection, after: Inspection) -> CostChange:
    old = None if change.before is None else before.tool_tokens.get(change.before.id)
    new = None if change.after is None else after.tool_tokens.get(change.after.id)
    return CostChange(change, old, new)


def _ranks(before: Inspection, after: Inspection, found: Differences, cases: Sequence[Case]) -> tuple[RankChange, ...]:
    if not found:
        return ()
    now_called = {change.was: change.tool for change in found.of_kind("renamed")}
    moved: list[RankChange] = []
    for case in cases:
        if not case.runs_in(after.host.id):
            continue
        old = {hit.key: hit.rank for hit in before.index.search(case.query).hits}
        new = {hit.key: hit.rank for hit in after.index.search(case.query).hits}
        for tool in case.relevant:
            ranks = old.get(tool), new.get(now_called.get(tool, tool))
            if ranks[0] != ranks[1]:
                moved.append(RankChange(case.query, tool, *ranks))
    return tuple(moved)


def write_lock(path: str, catalog: Catalog) -> Lock:
    """Approve `catalog` as it is: write its lock to `path` (atomic, with a backup), and return it."""
    lock = lock_of(catalog)
    write_atomic(path, render_lock(lock))
    return lock


def lock_violations(path: str, catalog: Catalog, unlisted: tuple[str, ...] = ()) -> tuple[Violation, ...]:
    """Return what differs from the lock at `path`; raise `FileError` where there is none."""
    return violations(read_lock(read_text(path), path), catalog, unlisted)
