"""SQLite FTS5 over names and descriptions, as the optimizer's tool store keeps them, in memory.

The rank is SQLite's ``bm25()`` (k1 1.2, b 0.75, both columns with weight 1), so its numbers are the product's; shown
without their minus sign, since here more is better. Words are cut by unicode61 and reduced by Porter's stemmer:
``_`` separates, and a quoted ``create_issue`` is a phrase.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.errors import UsageError
from inspector.hosts.toolhive.match_text import quoted, words_of
from inspector.search import Contribution, Hit, Miss, Ranking
from inspector.search.slots import Slots

_COLUMNS = ("name", "description")


@dataclass(frozen=True, slots=True)
class StoredTool:
    """One row: the tool's id, its name in the virtual server, and the description that is searched."""

    key: str
    name: str
    description: str


class ToolStore:
    """The search over one catalog. Ties have no order of their own in the product: SQLite's is kept."""

    def __init__(self, tools: Slots[StoredTool]) -> None:
        """Open an empty database for `tools`."""
        self._tools = tools
        self._stored = sum(tool is not None for tool in tools.documents)
        # Searches come from several threads, one after the other.
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        # Nobody closes an index: its database goes with it.
        weakref.finalize(self, self._database.close)

    @classmethod
    def of(cls, tools: Slots[StoredTool]) -> ToolStore:
        """Index `tools`; raise `UsageError` where this Python's SQLite has no FTS5."""
        store = cls(tools)
        try:
            store._database.execute("CREATE VIRTUAL TABLE tools USING fts5(name, description, tokenize='porter')")
        except sqlite3.OperationalError as error:
            hint = "install a Python whose sqlite3 module has FTS5, or look through another host"
            raise UsageError(f"this Python's SQLite cannot search full text: {error}", hint) from error
        store._insert(tools)
        return store

    def updated(self, changes: Mapping[str, StoredTool | None]) -> ToolStore:
        """Return the store with other tools by id, None for one that is left out; this one stays as it is."""
        tools, found = self._tools.changed(changes)
        store = ToolStore(tools)
        with self._lock:
            self._database.commit()
            self._database.backup(store._database)
        store._database.executemany("DELETE FROM tools WHERE rowid = ?", ((change.number,) for change in found))
        store._insert((change.number, change.after) for change in found if change.after is not None)
        return store

    def _insert(self, tools: Iterable[tuple[int, StoredTool]]) -> None:
        rows = ((number, _storable(tool.name), _storable(tool.description)) for number, tool in tools)
        self._database.executemany("INSERT INTO tools(rowid, name, description) VALUES (?, ?, ?)", rows)
        self._database.commit()

    def search(self, query: str, limit: int | None = None) -> Ranking:
        """Return the ranking; a limit above 50 cannot be configured in the product, but is answered here."""
        words = words_of(query)
        if not words:
            return Ranking(query, ())
        match = " OR ".join(map(quoted, words))
        found = self._rows("SELECT rowid, rank FROM tools WHERE tools MATCH ? ORDER BY rank", match)
        points = {word: self._points(word) for word in words}
        hits = []
        for rank, (number, _) in enumerate(found[:limit], start=1):
            # SQLite adds the same numbers in the same order, so the sum is its rank without the sign.
            score = sum(rows[number] for rows in points.values() if number in rows)
            explained = partial(self._explained, number, points)
            tool = self._tools[number]
            hits.append(Hit(rank, tool.key, tool.name, score, explained))
        unmatched = tuple(word for word in words if not points[word])
        notes = {"ties": "tools of equal rank come in no stated order in this product"} if _tied(hits) else {}
        return Ranking(query, tuple(hits), unmatched, total=len(found), notes=notes)

    def misses(self, query: str, key: str) -> tuple[Miss, ...]:
        """See `SearchIndex.misses`."""
        number = self._tools.number_of(key)
        if number is None:
            return ()
        kept = set(words_of(query))
        found: list[Miss] = []
        for word in dict.fromkeys(query.split()):
            if word not in kept:
                found.append(Miss(word, "the host deletes this word from every query"))
            elif number not in self._points(word):
                cut = " (a phrase: all parts side by side)" if not word.isalnum() else ""
                found.append(
                    Miss(word, f"no form of it stands in the name or description{cut}; parameters are not searched")
                )
        return tuple(found)

    def _points(self, word: str) -> dict[int, float]:
        """Return what `word` alone gives every row that holds it."""
        return {
            number: -rank
            for number, rank in self._rows("SELECT rowid, rank FROM tools WHERE tools MATCH ?", quoted(word))
        }

    def _rows(self, statement: str, match: str) -> list[tuple[int, float]]:
        with self._lock:
            return self._database.execute(statement, (_storable(match),)).fetchall()

    def _explained(self, number: int, points: dict[str, dict[int, float]]) -> tuple[Contribution, ...]:
        found: list[Contribution] = []
        for word, rows in points.items():
            if number in rows:
                where = " and ".join(column for column in _COLUMNS if self._stands_in(number, column, word))
                rows_with = f"{len(rows):,} of {self._stored:,} tools hold it"
                found.append(Contribution(word, where, rows[number], f"FTS5 bm25: {rows_with}"))
        return tuple(found)

    def _stands_in(self, number: int, column: str, word: str) -> bool:
        with self._lock:
            rows = self._database.execute(
                "SELECT 1 FROM tools WHERE tools MATCH ? AND rowid = ?",
                (_storable(f"{column}: {quoted(word)}"), number),
            )
            return rows.fetchone() is not None


def _tied(hits: Sequence[Hit]) -> bool:
    scores = [hit.score for hit in hits]
    return len(scores) != len(set(scores))


def _storable(text: str) -> str:
    """Return `text` as SQLite takes it: halves of character pairs and NUL replaced."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
