"""What changed as rows, cells and facts of the Changes screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from inspector.history.differences import ServerChange, text_diff
from inspector.ui.text import content, content_line
from inspector.ui.widgets.virtual_table import Cell, Column
from inspector.workspace.approved import Baseline
from inspector.workspace.catalog_changes import CatalogChanges, CostChange, RankChange

CHANGE_COLUMNS = (
    Column("sign", "", width=1),
    Column("kind", "", width=7),
    Column("tool", "tool", minimum=16),
    Column("tokens", "tokens", width=8, align="right", priority=1),
)
RANK_COLUMNS = (
    Column("query", "query", minimum=16),
    Column("tool", "tool", width=30, priority=1),
    Column("before", "before", width=6, align="right"),
    Column("now", "now", width=6, align="right"),
)
_SIGNS = {
    "added": ("+", "$success"),
    "removed": ("−", "$error"),
    "renamed": ("→", "$primary"),
    "changed": ("~", "$warning"),
}


@dataclass(frozen=True)
class ChangedRow:
    """A tool, or a server's instructions: `key` is the tool's id, or the server's name in a form no tool has."""

    key: str
    cells: Sequence[Cell]
    title: str
    change: CostChange | ServerChange

    @property
    def lines(self) -> str:
        """The lines that changed; empty where only the name did."""
        return self.change.lines if isinstance(self.change, ServerChange) else text_diff(self.change.change)


def changed_rows(changes: CatalogChanges) -> Iterator[ChangedRow]:
    """Yield instructions that changed, which are no tool's, then every changed tool."""
    for server in changes.differences.servers:
        if server.lines:
            title = f"{server.server} · its instructions"
            yield ChangedRow(f"\0{server.server}", _server_cells(server, title), title, server)
    for each in changes.tools:
        what = ", ".join(each.change.fields)
        title = each.change.tool + (f" · {what}" if what else "")
        yield ChangedRow(each.change.tool, _tool_cells(each), title, each)


def rank_cells(each: RankChange) -> Sequence[Cell]:
    """Return the cells of one moved rank."""
    now = Content.styled(_rank(each.after), "$error" if _is_worse(each) else "$success")
    return [content_line(each.query), content_line(each.tool), _rank(each.before), now]


def facts(changes: CatalogChanges | None, baseline: Baseline | None, unlisted: Sequence[str]) -> Content:
    """Return what is compared, what servers changed beside tools, edits that name nothing, and who is missing."""
    if changes is None or baseline is None:
        return content("Nothing to compare with yet: a approves the tools, o opens a snapshot.", "$muted")
    before, after = changes.upfront
    lines = [content(f"{baseline.origin}: {len(baseline.catalog):,} tools · definitions {before:,} → {after:,} tokens")]
    lines += [
        content(f"{each.server} {each.kind}: {each.what}", "$warning")
        for each in changes.differences.servers
        if not each.lines
    ]
    if changes.dangling:
        told = ", ".join(each.told for each in changes.dangling)
        lines.append(content(f"edits that name nothing any more: {told}", "$warning"))
    if unlisted:
        lines.append(content(f"not listed now: {', '.join(sorted(set(unlisted)))}", "$muted"))
    return Content("\n").join(lines)


def _server_cells(server: ServerChange, title: str) -> Sequence[Cell]:
    sign, colour = _SIGNS[server.kind]
    return [Content.styled(sign, colour), server.kind, content_line(title), ""]


def _tool_cells(each: CostChange) -> Sequence[Cell]:
    sign, colour = _SIGNS[each.change.kind]
    was = "" if each.change.was is None else f"  was {each.change.was}"
    return [
        Content.styled(sign, colour),
        each.change.kind,
        Content.assemble(content_line(each.change.tool), content_line(was, 200, "$muted")),
        f"{each.difference:+,}",
    ]


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _is_worse(each: RankChange) -> bool:
    return each.after is None or (each.before is not None and each.after > each.before)
