"""Token counts remembered by text, so that an edit never counts the same definition twice."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.cost import TokenCounter

_BATCH = 64


class TokenCache:
    """Counts with one counter and remembers every result for as long as it lives."""

    def __init__(self, counter: TokenCounter) -> None:
        self.counter = counter
        self._known: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Return the tokens of `text`."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self.counter.count(text)
        return known

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of each text; only those not seen before are counted."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        # In batches that are kept at once: a slow count that is given up and asked for again goes on where it was.
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            self._known.update(zip(batch, self.counter.count_many(batch), strict=True))
        return [self._known[text] for text in texts]
