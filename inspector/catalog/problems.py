"""Problems found while reading listings, kept as values beside the tools they concern."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a server's listing or one of its tools; the listing is still used.

    `code` is stable and lower-case with hyphens, `message` one sentence, `place` a JSON path such as
    ``tools[3].inputSchema`` (empty for the whole listing).
    """

    code: str
    message: str
    place: str = ""
