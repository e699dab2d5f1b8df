"""What changed between two states of the same servers, and what that means for cost, ranks and edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from inspector.catalog import Catalog, build_catalog
from inspector.errors import FileError
from inspector.history.differences import Differences, ToolChange, differences
from inspector.history.lock import Lock, keeping, lock_of, read_lock, render_lock
from inspector.sources.saved import load_catalog_file
from inspector.storage import exists, files_below, read_text, write_atomic
from inspector.suites import Case
from inspector.tuning.model import ToolEdits, server_of
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
class DanglingEdit:
    """An edited id that named a tool before and names none now: what was said of it, and its new id if it has one."""

    key: str
    what: tuple[str, ...]
    now: str | None = None

    @property
    def told(self) -> str:
        """The edit in words."""
        renamed = "" if self.now is None else f", now called {self.now}"
        return f"{self.key} ({', '.join(self.what)}{renamed})"


@dataclass(frozen=True, slots=True)
class CatalogChanges:
    """All that changed. `upfront` are the tokens of all definitions before and after, those of servers that are not
    listed now left out of both.
    """

    differences: Differences
    tools: tuple[CostChange, ...]
    upfront: tuple[int, int]
    ranks: tuple[RankChange, ...]
    dangling: tuple[DanglingEdit, ...]

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


def catalog_changes(
    before: Inspection, after: Inspection, cases: Sequence[Case] = (), unlisted: Collection[str] = ()
) -> CatalogChanges:
    """Return what changed from `before` to `after`, which look through the same host with the same tuning.

    Servers that are `unlisted` now did not remove their tools: nothing of them counts as gone.
    """
    found = differences(before.catalog, after.catalog, unlisted)
    tools = tuple(_cost(change, before, after) for change in found.tools)
    upfront = (_upfront(before, unlisted), _upfront(after, unlisted))
    ranks = _ranks(before, after, found, cases)
    return CatalogChanges(found, tools, upfront, ranks, _dangling(before, after, found, unlisted))


def _upfront(inspection: Inspection, unlisted: Collection[str]) -> int:
    by_id = inspection.catalog.by_id
    return sum(tokens for tool, tokens in inspection.tool_tokens.items() if by_id[tool].server not in unlisted)


def _dangling(
    before: Inspection, after: Inspection, found: Differences, unlisted: Collection[str]
) -> tuple[DanglingEdit, ...]:
    tuning = after.tuning
    now_called = {change.was: change.tool for change in found.of_kind("renamed")}
    servers = [server.name for server in before.catalog.servers]
    lost = set(tuning.unknown_tools(after.catalog)) - set(tuning.unknown_tools(before.catalog))
    edits = ((key, tuning.edits[key]) for key in sorted(lost) if server_of(key, servers) not in unlisted)
    return tuple(DanglingEdit(key, _said(edit), now_called.get(key)) for key, edit in edits)


def _said(edits: ToolEdits) -> tuple[str, ...]:
    said = {"pin": edits.pin, "hide": edits.hide, "words": edits.words}
    return tuple(word for word, value in said.items() if value is not None)


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


@dataclass(frozen=True, slots=True)
class WrittenLock:
    """How many tools of the catalog were approved, and how many stay approved, by server that could not be listed."""

    approved: int
    kept: Mapping[str, int]


def write_lock(path: str, catalog: Catalog, unlisted: Sequence[str] = ()) -> WrittenLock:
    """Approve `catalog` as it is: write its lock to `path` (atomic, with a backup).

    What the lock at `path` approved of servers that are `unlisted` now stays approved. Raises `FileError`, and writes
    nothing, where the file at `path` is no lock.
    """
    now = lock = lock_of(catalog)
    if exists(path):
        lock = keeping(open_lock(path), now, tuple(unlisted))
    write_atomic(path, render_lock(lock))
    more = [tool for tool in lock.tools if tool not in now.tools]
    kept = Counter(server for tool in more for server in unlisted if tool.startswith(f"{server}/"))
    return WrittenLock(len(now.tools), kept)


def open_lock(path: str) -> Lock:
    """Return the lock at `path`; raise `FileError` where there is none."""
    return read_lock(read_text(path), path)
