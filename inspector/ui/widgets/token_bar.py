"""What a definition's tokens go to: one stacked bar, and a legend whose numbers sum to the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.reactive import reactive

from inspector.ui.bars import grouped, part_widths
from inspector.ui.text import disarmed_line
from inspector.ui.widgets.sized_lines import SizedLines

_TONES = {"name": "$part-name", "description": "$part-description", "schema": "$part-schema"}


class TokenPart(NamedTuple):
    """One labelled part and its tokens; ``name``, ``description`` and ``schema`` have colours of their own."""

    label: str
    tokens: int


class TokenBar(SizedLines):
    """Shows parts side by side, and under them each with its number, ending in their sum."""

    DEFAULT_CSS = """
    TokenBar {
        padding: 0 1;
    }
    """

    values: reactive[tuple[TokenPart, ...]] = reactive((), layout=True)
    """The parts, in their order."""

    exact: reactive[bool] = reactive(True)
    """Whether the sum is written with ``=`` or with ``≈``."""

    def show(self, parts: Sequence[tuple[str, int]], *, exact: bool = True) -> None:
        """Show `parts`; `exact` says whether they are counted or estimated."""
        self.exact = exact
        self.values = tuple(TokenPart(label, tokens) for label, tokens in parts)

    def lines(self, width: int) -> Sequence[Content]:
        """Return the bar, then the legend on as many lines as it needs."""
        if not self.values:
            return [Content("")]
        cells = part_widths([part.tokens for part in self.values], width)
        drawn = [("█" * cell, _tone(part)) for part, cell in zip(self.values, cells, strict=True)]
        return [Content.assemble(*drawn), *self._legend(width)]

    def _legend(self, width: int) -> list[Content]:
        items = [
            Content.assemble(("■ ", _tone(part)), (f"{disarmed_line(part.label)} ", "$muted"), grouped(part.tokens))
            for part in self.values
        ]
        sign = "=" if self.exact else "≈"
        whole = sum(part.tokens for part in self.values)
        items.append(Content.assemble((f"{sign} ", "$muted"), (grouped(whole), "bold")))
        lines = [items[0]]
        for item in items[1:]:
            joined = Content.assemble(lines[-1], "   ", item)
            if joined.cell_length <= width:
                lines[-1] = joined
            else:
                lines.append(item)
        return lines


def _tone(part: TokenPart) -> str:
    return _TONES.get(part.label, "$part-overhead")
