"""Which of many short strings hold a term: all of them one after the other, looked up by character with numpy."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class JoinedStrings:
    """Strings in an order. Immutable."""

    def __init__(self, strings: Iterable[str]) -> None:
        import numpy as np

        held = tuple(strings)
        self._count = len(held)
        # Between two strings stands what no term holds.
        codes = _codes("\n".join((*held, "")))
        self._codes = codes.astype(np.min_scalar_type(int(codes.max(initial=0))))
        self._string_at = np.repeat(
            np.arange(len(held), dtype=np.int32), np.array([len(string) + 1 for string in held], dtype=np.int64)
        )
        order = np.argsort(self._codes, kind="stable").astype(np.int32)
        characters, starts = np.unique(self._codes[order], return_index=True)
        bounds = pairwise((*starts.tolist(), len(order)))
        self._places = {code: order[start:end] for code, (start, end) in zip(characters.tolist(), bounds, strict=True)}

    def holding(self, term: str) -> NDArray[Any]:
        """Return the places, ascending, of the strings with `term` in them."""
        import numpy as np

        wanted = _codes(term).tolist()
        if not wanted:
            return np.arange(self._count)
        if not all(code in self._places for code in wanted):
            return np.arange(0)
        # The rarest character of the term is looked up, the others are compared beside it.
        anchor = min(range(len(wanted)), key=lambda at: len(self._places[wanted[at]]))
        begin = self._places[wanted[anchor]] - anchor
        begin = begin[(begin >= 0) & (begin <= len(self._codes) - len(wanted))]
        for at, code in enumerate(wanted):
            if at != anchor:
                begin = begin[self._codes[begin + at] == code]
        found = self._string_at[begin]
        return found[np.flatnonzero(np.diff(found, prepend=-1))]


def _codes(text: str) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
