"""The line on top of every screen: through which host one looks, and what the tools cost there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive

from inspector.ui.bars import grouped, percent, short_tokens
from inspector.ui.text import content, disarmed_line
from inspector.ui.widgets.sized_lines import SizedLines

NARROW = 100
"""Below this many columns the header takes two lines."""

_SHEDDING = (
    "tsi",
    "tokens",
    "version",
    "states",
    "of window",
    "label",
    "window",
    "model",
    "remark",
    "whole",
    "pinned",
    "deferred",
)
"""What is left out, in this order, until the rest fits: decoration, then words, then facts found elsewhere."""


@dataclass(frozen=True, slots=True)
class HeaderValues:
    """What the header tells. `share` is of the window, `loaded_tokens` of `whole_tokens`, `exact` of both counts."""

    host: str
    version: str
    label: str
    model: str | None
    window: int
    tools: int
    deferred: int
    pinned: int
    loaded_tokens: int
    whole_tokens: int
    share: float
    unsaved: bool
    exact: bool
    remark: str = ""
    """What there is to say of the installed client, such as that it is another version."""


class StatusHeader(SizedLines):
    """Shows `HeaderValues` on one line, below 100 columns on two; sheds the least needed parts first."""

    DEFAULT_CSS = """
    StatusHeader {
        dock: top;
        background: $surface;
        padding: 0 1;
    }
    """

    values: reactive[HeaderValues | None] = reactive(None, layout=True)
    """What is shown; None shows the product's name alone."""

    def show(self, values: HeaderValues) -> None:
        """Show `values`."""
        self.values = values
        self.tooltip = content(explained(values))

    def lines(self, width: int) -> Sequence[Content]:
        """Return one line, or two when narrow."""
        if self.values is None:
            return [Content.styled("tsi", "bold $primary"), *([Content("")] if width + 2 < NARROW else [])]
        if width + 2 < NARROW:
            return _two_lines(self.values, width)
        for shed in range(len(_SHEDDING) + 1):
            left, right = _parts(self.values, frozenset(_SHEDDING[:shed]))
            mark = _unsaved(self.values)
            if left.cell_length + 3 + right.cell_length + 3 + mark.cell_length <= width:
                return [_spread(left, Content.assemble(right, "   ", mark), width)]
        return _two_lines(self.values, width)


def explained(values: HeaderValues) -> str:
    """Return the header in whole sentences, for the tooltip."""
    sign = "exactly" if values.exact else "about"
    model = values.model or "no model given"
    return (
        f"Host {values.host} {values.version} ({values.label}){f', {values.remark}' if values.remark else ''}\n"
        f"Model {model}, window of {grouped(values.window)} tokens\n"
        f"{grouped(values.tools)} tools: {grouped(values.deferred)} deferred, {grouped(values.pinned)} pinned\n"
        f"Every request carries {sign} {grouped(values.loaded_tokens)} tokens of tools, "
        f"{percent(values.share)} of the window;\nall definitions together are {grouped(values.whole_tokens)}\n"
        f"{'Changes are not saved' if values.unsaved else 'Everything is saved'}"
    )


def _two_lines(values: HeaderValues, width: int) -> list[Content]:
    mark = _unsaved(values)
    first = second = Content("")
    for shed in range(len(_SHEDDING) + 1):
        first, _ = _parts(values, frozenset(_SHEDDING[:shed]))
        if first.cell_length + 2 + mark.cell_length <= width:
            break
    for shed in range(len(_SHEDDING) + 1):
        _, second = _parts(values, frozenset(_SHEDDING[:shed]))
        if second.cell_length <= width:
            break
    first = first.truncate(max(width - mark.cell_length - 2, 1), ellipsis=True)
    return [_spread(first, mark, width), second]


def _parts(values: HeaderValues, shed: frozenset[str]) -> tuple[Content, Content]:
    """Return what one looks through, and what the tools cost, without the parts in `shed`."""
    host = [disarmed_line(values.host)]
    host += [] if "version" in shed else [disarmed_line(values.version)]
    host += [] if "label" in shed else [disarmed_line(values.label)]
    left: list[Content | str | tuple[str, str]] = [] if "tsi" in shed else [("tsi", "bold $primary"), "   "]
    left += [(host[0], "bold"), (" " + " ".join(host[1:]) if host[1:] else "", "$muted")]
    if values.remark and "remark" not in shed:
        left += [(f" ({disarmed_line(values.remark)})", "$warning")]
    if values.model and "model" not in shed:
        left += [(" · ", "$muted"), disarmed_line(values.model)]
    if "window" not in shed:
        left += [(" · ", "$muted"), short_tokens(values.window)]
    words = "states" not in shed
    right: list[Content | str | tuple[str, str]] = [(grouped(values.tools), "bold"), " tools"]
    if "deferred" not in shed:
        right += [("   ○ ", "$state-deferred"), grouped(values.deferred), " deferred" if words else ""]
    if "pinned" not in shed:
        right += [("  ◆ ", "$state-pinned"), grouped(values.pinned), " pinned" if words else ""]
    right += ["   ", "" if values.exact else "≈ ", (short_tokens(values.loaded_tokens), "bold")]
    right += [] if "whole" in shed else [(f" of {short_tokens(values.whole_tokens)}", "")]
    right += [] if "tokens" in shed else [" tokens"]
    right += ["  ", (percent(values.share), "bold $primary"), "" if "of window" in shed else " of window"]
    return Content.assemble(*left), Content.assemble(*right)


def _unsaved(values: HeaderValues) -> Content:
    # Blank when all is saved: the figures beside it keep their place when an edit is made.
    return Content.styled("● unsaved", "$unsaved") if values.unsaved else Content(" " * 9)


def _spread(left: Content, right: Content, width: int) -> Content:
    return Content.assemble(left, " " * max(width - left.cell_length - right.cell_length, 1), right)
