"""The base of widgets whose few lines depend on how wide they are: no wrapping by accident, no cut-off numbers."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class SizedLines(Widget):
    """As high as the lines that `lines` returns for its width."""

    DEFAULT_CSS = """
    SizedLines {
        width: 1fr;
        height: auto;
        text-wrap: nowrap;
        color: $foreground;
    }
    """

    def lines(self, width: int) -> Sequence[Content]:
        """Return what is shown in `width` cells, a `Content` a line."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at `width`."""
        return len(self.lines(width)) if width > 0 else 1

    def render(self) -> Content:
        """Return the lines for the present width."""
        width = self.content_region.width
        return Content("\n").join([line.truncate(width, ellipsis=True) for line in self.lines(width)])
