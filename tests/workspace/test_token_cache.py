"""Counts are remembered within a sitting and between starts, and a damaged or foreign file costs only time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from inspector.cost import counter
from inspector.workspace import token_store
from inspector.workspace.token_cache import TokenCache
from inspector.workspace.token_store import TokenStore


@dataclass
class Counting:
    """Counts characters and notes what it was asked for."""

    name: str = "mine/1"
    label: str = "characters"
    exact: bool = True
    asked: list[str] = field(default_factory=list)

    def count(self, text: str) -> int:
        return self.count_many([text])[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        self.asked += texts
        return [len(text) for text in texts]


MANY = [f"text number {n}" for n in range(300)]


def test_nothing_is_counted_twice() -> None:
    counter = Counting()
    cache = TokenCache(counter)  # type: ignore[arg-type]
    assert cache.count_many(["a", "bb", "a", "\ud83d"]) == [1, 2, 1, 1]
    assert cache.count("bb") == 2
    assert counter.asked == ["a", "bb", "\ud83d"]


def test_counts_survive_the_start() -> None:
    first, second = Counting(), Counting()
    TokenCache(first, TokenStore(first)).count_many(MANY)  # type: ignore[arg-type]
    again = TokenCache(second, TokenStore(second))  # type: ignore[arg-type]
    assert again.count_many(MANY) == [len(text) for text in MANY]
    assert second.asked == []
    text = TokenStore(first).path.read_text()  # type: ignore[arg-type]
    assert "number" not in text


def test_another_counter_has_another_file() -> None:
    one, other = Counting(), Counting(label="characters of another vocabulary")
    TokenCache(one, TokenStore(one)).count_many(MANY)  # type: ignore[arg-type]
    TokenCache(other, TokenStore(other)).count_many(MANY)  # type: ignore[arg-type]
    assert len(other.asked) == len(MANY)


def test_few_counts_are_not_worth_a_file() -> None:
    counter = Counting()
    TokenCache(counter, TokenStore(counter)).count_many(MANY[:20])  # type: ignore[arg-type]
    assert not TokenStore(counter).path.exists()  # type: ignore[arg-type]


def test_damaged_lines_are_passed_over_and_old_ones_go(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = Counting()
    store = TokenStore(counter)  # type: ignore[arg-type]
    store.keep({bytes([n]) * 16: n for n in range(5)})
    store.path.write_text(store.path.read_text() + "zz 3\n" + "g" * 32 + " 4\n" + "0" * 32 + " x\n")
    assert store.load() == {bytes([n]) * 16: n for n in range(5)}
    monkeypatch.setattr(token_store, "MOST", 2)
    store.keep({bytes([9]) * 16: 9})
    assert list(store.load().values()) == [4, 9]


def test_a_folder_that_cannot_be_written_is_no_problem() -> None:
    counter = Counting()
    store = TokenStore(counter)  # type: ignore[arg-type]
    store.path.parent.parent.mkdir(parents=True, exist_ok=True)
    store.path.parent.write_text("a file where the folder should be")
    assert TokenCache(counter, store).count_many(MANY)[0] == len(MANY[0])  # type: ignore[arg-type]


def test_another_edition_of_a_long_text_is_counted_only_where_it_differs() -> None:
    text = "words " * 30
    definitions = [f'{{"name":"tool_{number}","description":"{text}"}}' for number in range(500)]
    cache = TokenCache(counter("o200k"))
    for text in ("[" + ",".join(definitions) + "]", "[" + ",".join([*definitions[:250], *definitions[251:]]) + "]"):
        assert cache.count(text) == counter("o200k").count(text)
