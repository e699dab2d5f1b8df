"""The documents of an index by number: one place a tool, in the order of ties, whether it is searched today or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Keyed(Protocol):
    """What has the id of a tool."""

    @property
    def key(self) -> str:
        """The tool's id."""
        ...


D = TypeVar("D")
T = TypeVar("T")
K = TypeVar("K", bound=Keyed)


@dataclass(frozen=True, slots=True)
class Change(Generic[D]):
    """One place whose document is another one now; None stands for a tool that is not searched."""

    number: int
    before: D | None
    after: D | None


@dataclass(frozen=True, slots=True, eq=False)
class Slots(Generic[D]):
    """Documents by number and by key. A tool that is left out of the search keeps its number."""

    documents: tuple[D | None, ...]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, documents: Iterable[tuple[str, D | None]]) -> Slots[D]:
        """Return the slots of (key, document) pairs, in their order."""
        pairs = tuple(documents)
        return cls(tuple(document for _, document in pairs), {key: number for number, (key, _) in enumerate(pairs)})

    def __getitem__(self, number: int) -> D:
        """Return the document at `number`; raises `LookupError` where none is."""
        document = self.documents[number]
        if document is None:
            raise LookupError(number)
        return document

    def __len__(self) -> int:
        return len(self.documents)

    def __iter__(self) -> Iterator[tuple[int, D]]:
        """Yield (number, document) of every place that has one."""
        return ((number, document) for number, document in enumerate(self.documents) if document is not None)

    def number_of(self, key: str) -> int | None:
        """Return the number of the document `key`; None where there is none."""
        number = self.numbers.get(key)
        return None if number is None or self.documents[number] is None else number

    def find(self, key: str) -> D | None:
        """Return the document `key`, or None."""
        number = self.numbers.get(key)
        return None if number is None else self.documents[number]

    def changed(self, changes: Mapping[str, D | None]) -> tuple[Slots[D], tuple[Change[D], ...]]:
        """Return the slots with other documents, and what that changes; keys without a place are passed over."""
        documents = list(self.documents)
        found: list[Change[D]] = []
        for key, after in changes.items():
            number = self.numbers.get(key)
            if number is not None and (documents[number] is not None or after is not None):
                found.append(Change(number, documents[number], after))
                documents[number] = after
        return Slots(tuple(documents), self.numbers), tuple(found)

    def mapped(self, make: Callable[[D], T]) -> Slots[T]:
        """Return slots with what `make` gives for every document."""
        return Slots(tuple(None if each is None else make(each) for each in self.documents), self.numbers)


def mapped_changes(changes: Mapping[str, D | None], make: Callable[[D], T]) -> dict[str, T | None]:
    """Return `changes` by key with what `make` gives for every document."""
    return {key: None if each is None else make(each) for key, each in changes.items()}


def slots_of(documents: Slots[K] | Iterable[K]) -> Slots[K]:
    """Return `documents` as slots, each under its own key."""
    return documents if isinstance(documents, Slots) else Slots.of((document.key, document) for document in documents)
