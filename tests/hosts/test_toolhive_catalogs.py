"""ToolHive's search on real catalogs: SQLite's own ranks, and what happens where SQLite has no FTS5."""

from __future__ import annotations

import json
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog, build_catalog, listing_from_json
from inspector.errors import UsageError
from inspector.hosts import Conditions, host
from inspector.hosts.toolhive.match_text import quoted, words_of
from inspector.tuning.model import Tuning

SHARED = Path(__file__).parents[3] / "shared" / "catalogs"
TOOLHIVE = host("toolhive")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared catalogs are not here")
def test_every_score_and_the_order_are_sqlites() -> None:
    catalog = build_catalog(
        listing_from_json(json.loads(path.read_text("utf-8")), path.stem) for path in sorted(SHARED.glob("*.json"))
    )
    names = TOOLHIVE.names(catalog)
    # The product's own statement: a content table, an index over it, joined and cut by SQLite.
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE c (name TEXT, description TEXT)")
    database.execute("CREATE VIRTUAL TABLE f USING fts5(name, description, content=c, tokenize='porter')")
    for number, tool in enumerate(catalog, start=1):
        row = (number, names[tool.id], tool.description)
        database.execute("INSERT INTO c(rowid, name, description) VALUES (?, ?, ?)", row)
        database.execute("INSERT INTO f(rowid, name, description) VALUES (?, ?, ?)", row)
    statement = "SELECT c.name, rank FROM f JOIN c ON c.rowid = f.rowid WHERE f MATCH ? ORDER BY rank LIMIT 50"
    index = TOOLHIVE.index(catalog, Conditions(Tuning(), None, 1))
    for tool in catalog.tools[::40]:
        query = " ".join(tool.description.split()[:8]) or tool.name
        match = " OR ".join(map(quoted, words_of(query)))
        rows = database.execute(statement, (match,)).fetchall() if match else []
        hits = index.search(query, 50).hits
        assert [hit.score for hit in hits] == [pytest.approx(-rank, abs=1e-9) for _, rank in rows], query
        assert all(hit.score == sum(part.points for part in hit.contributions) for hit in hits)
        # Tools of equal rank have no order of their own.
        ours = sorted((round(hit.score or 0, 9), hit.name) for hit in hits)
        theirs = sorted((round(-rank, 9), name) for name, rank in rows)
        assert [each for each in ours if each[0] > ours[0][0]] == [each for each in theirs if each[0] > theirs[0][0]]
    database.close()


class WithoutFts5(sqlite3.Connection):
    """A database whose full-text module is missing, as in some builds of SQLite."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        return super().execute(statement.replace("fts5", "fts5_missing"), *values)


def test_an_sqlite_without_fts5_is_told_in_words(golden_tools: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=WithoutFts5))
    with pytest.raises(UsageError, match="cannot search full text: no such module") as caught:
        TOOLHIVE.index(golden_tools, Conditions(Tuning(), None, 1))
    assert "FTS5" in caught.value.hint
