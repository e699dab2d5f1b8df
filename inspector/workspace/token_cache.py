"""Token counts remembered by digest of the text, so that an edit never counts the same definition twice."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from inspector.cost import TokenCounter
from inspector.workspace.token_store import TokenStore

_BATCH = 64
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
            tokens = known[key] = self.counter.count(text)
        return tokens

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text; only those not seen before are counted."""
        known, keys = self._counts(), [_digest(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        missing = list(new)
        # In batches that are kept at once: a slow count that is given up and asked for again goes on where it was.
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            known.update(zip(batch, self.counter.count_many([new[key] for key in batch]), strict=True))
        if self._store is not None and len(missing) >= _WORTH_KEEPING:
            self._store.keep({key: known[key] for key in missing})
        return [known[key] for key in keys]

    def _counts(self) -> dict[bytes, int]:
        if self._known is None:
            self._known = {} if self._store is None else self._store.load()
        return self._known


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
