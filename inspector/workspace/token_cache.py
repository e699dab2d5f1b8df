"""Token counts remembered by digest of the text, so that an edit never counts the same definition twice."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from inspector.cost import TokenCounter
from inspector.workspace.token_store import TokenStore

_BATCH = 64
_LONG = 50_000
"""From how many characters on a text is counted piece by piece, so that another edition of it is quickly counted."""
_WORTH_KEEPING = 200
"""From how many newly counted texts on a call keeps them for the next start."""


class TokenCache:
    """Counts with one counter and remembers every result for as long as it lives, and in `store` beyond that.

    Texts are known by a digest of 128 bits: the texts themselves would be megabytes.
    """

    def __init__(self, counter: TokenCounter, store: TokenStore | None = None) -> None:
        self.counter = counter
        self._store = store
        self._known: dict[bytes, int] | None = None

    def count(self, text: str) -> int:
        """Return the tokens of `text`."""
        known, key = self._counts(), _digest(text)
        tokens = known.get(key)
        if tokens is None:
            pieces = self.counter.pieces(text) if len(text) > _LONG else ()
            tokens = known[key] = sum(self.count_many(pieces)) if len(pieces) > 1 else self.counter.count(text)
        return tokens

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text; only those not seen before are counted, and few are held at a time."""
        known = self._counts()
        keys: list[bytes] = []
        missing: list[bytes] = []
        waiting: dict[bytes, str] = {}
        for text in texts:
            key = _digest(text)
            keys.append(key)
            if key not in known:
                waiting[key] = text
            if len(waiting) == _BATCH:
                missing += self._count_waiting(waiting)
        missing += self._count_waiting(waiting)
        if self._store is not None and len(missing) >= _WORTH_KEEPING:
            self._store.keep({key: known[key] for key in missing})
        return [known[key] for key in keys]

    def _count_waiting(self, waiting: dict[bytes, str]) -> list[bytes]:
        """Count these texts and keep what comes out at once: a slow count that is given up goes on where it was."""
        counted = list(waiting)
        self._counts().update(zip(counted, self.counter.count_many(list(waiting.values())), strict=True))
        waiting.clear()
        return counted

    def _counts(self) -> dict[bytes, int]:
        if self._known is None:
            self._known = {} if self._store is None else self._store.load()
        return self._known


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
