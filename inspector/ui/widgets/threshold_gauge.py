"""The threshold of a host, drawn: what is counted against its limit, the decision, and what would flip it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive

from inspector.ui.bars import bar, grouped, times
from inspector.ui.text import disarmed_line
from inspector.ui.widgets.sized_lines import SizedLines
from inspector.ui.wrapping import wrapped

_LABELS = 10
"""Cells of the column with the words on the left."""


@dataclass(frozen=True, slots=True)
class GaugeValues:
    """A threshold decision: `counted` against `limit` (None: the host has none) in `unit`, with the rule in words.

    `label` says how the rule is known: measured, documented or approximated.
    """

    counted: int
    limit: int | None
    unit: str
    deferred: bool
    rule: str
    flips: str
    label: str


class ThresholdGauge(SizedLines):
    """Shows `GaugeValues`: two numbers, a bar with the limit marked on it, the decision, and what flips it."""

    DEFAULT_CSS = """
    ThresholdGauge {
        padding: 0 1;
    }
    """

    values: reactive[GaugeValues | None] = reactive(None, layout=True)
    """What is shown; None shows nothing."""

    def show(self, values: GaugeValues | None) -> None:
        """Show `values`."""
        self.values = values

    def lines(self, width: int) -> Sequence[Content]:
        """Return the lines of the gauge."""
        values = self.values
        if values is None:
            return [Content("")]
        digits = max(len(grouped(values.counted)), len(grouped(values.limit or 0)))
        counted = f"{grouped(values.counted).rjust(digits)}  {disarmed_line(values.unit)}"
        lines = _labelled("counted", counted, width)
        if values.limit is None:
            lines += _labelled("limit", "none: the host has no threshold", width)
        else:
            lines += _labelled("limit", grouped(values.limit).rjust(digits), width)
            lines.append(_drawn(values.counted, values.limit, width))
        decision = "deferred" if values.deferred else "loaded"
        word = Content.styled(f"{'○' if values.deferred else '●'} {decision}", f"bold $state-{decision}")
        lines.append(
            Content.assemble(_word("decision"), word, Content.styled(f"  {disarmed_line(values.label)}", "$muted"))
        )
        lines += _labelled("because", disarmed_line(values.rule), width)
        return lines + (_labelled("flips at", disarmed_line(values.flips), width) if values.flips else [])


def _word(label: str) -> Content:
    return Content.styled(label.ljust(_LABELS), "$muted")


def _labelled(label: str, text: str, width: int) -> list[Content]:
    rows = wrapped(text, max(width - _LABELS, 8))
    return [Content.assemble(_word("" if at else label), row) for at, row in enumerate(rows)]


def _drawn(counted: int, limit: int, width: int) -> Content:
    """Return the bar: whole width is the larger of both, ``┃`` stands at the limit, the ratio is written behind."""
    ratio = f" {times(counted, limit)} the limit" if limit else " no room"
    length = max(width - len(ratio), 8)
    if counted <= limit:
        return Content.assemble(
            (bar(counted / limit if limit else 0.0, length - 1), "$gauge-below on $panel"), ("┃", "$foreground"), ratio
        )
    below = min(round(limit / counted * length), length - 2)
    return Content.assemble(
        ("█" * below, "$gauge-below"), ("┃", "$foreground"), ("█" * (length - below - 1), "$gauge-above"), ratio
    )
