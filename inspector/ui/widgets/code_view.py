"""Read-only text of any size, wrapped and coloured only where it is on the screen."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import repeat
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.ui.text import disarmed
from inspector.ui.widgets.code_tokens import KINDS, LinePieces
from inspector.ui.wrapping import line_starts, wrapped


class CodeView(ScrollView, can_focus=True):
    """Shows text as JSON, TOML, YAML, a diff or plain; long lines are wrapped, foreign text is disarmed."""

    ALLOW_SELECT = False
    BINDING_GROUP_TITLE = "Text"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False, id="code.down", tooltip="A line down"),
        Binding("k", "scroll_up", "Up", show=False, id="code.up", tooltip="A line up"),
        Binding("y", "copy", "Copy", id="code.copy", tooltip="Copy the whole text"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"code-view--{kind}" for kind in KINDS} | {"code-view--empty"}

    DEFAULT_CSS = """
    CodeView {
        width: 1fr;
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        padding: 0 1;
        color: $foreground;
        background: $background;
        & > .code-view--key { color: $code-key; }
        & > .code-view--string { color: $code-string; }
        & > .code-view--number { color: $code-number; }
        & > .code-view--word { color: $code-word; }
        & > .code-view--comment { color: $code-comment; }
        & > .code-view--added { color: $diff-added; }
        & > .code-view--removed { color: $diff-removed; }
        & > .code-view--place { color: $diff-place; text-style: bold; }
        & > .code-view--empty { color: $muted; }
        &:focus { scrollbar-color: $primary; }
    }
    """

    @dataclass
    class CopyRequested(Message):
        """The person wants the text on the clipboard: as it is, not as it is shown."""

        view: CodeView
        text: str

        @property
        def control(self) -> CodeView:
            """The view, for ``@on(..., "#id")``."""
            return self.view

    def __init__(self, *, empty_text: str = "", id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._text = ""
        self._empty_text = empty_text
        self._language: str = "text"
        self._lines: list[str] = []
        self._pieces: LRUCache[int, LinePieces] = LRUCache(512)
        # Row by row the line it is of and where it starts in it: a line of megabytes has a hundred thousand rows.
        self._row_lines = array("q")
        self._row_starts = array("q")
        self._strips: LRUCache[int, Strip] = LRUCache(512)
        self._wrapped_at = -1

    @property
    def text(self) -> str:
        """The text as it was given."""
        return self._text

    def show(self, text: str, language: str = "text", *, keep_place: bool = False) -> None:
        """Show `text` from its beginning, or, with `keep_place`, from the line that is on top now.

        `json`, `toml`, `yaml` and `diff` have colours; any other language is shown plainly.
        """
        top = round(self.scroll_y) if keep_place else 0
        if (text, language, self._width) != (self._text, self._language, self._wrapped_at):
            self._text = text
            self._language = language
            self._lines = disarmed(text).split("\n") if text else []
            self._pieces.clear()
            self._wrap(self._width)
        if self.is_attached:
            self.scroll_to(y=top, animate=False, force=True)

    def action_copy(self) -> None:
        """Ask for the text to be copied."""
        # The clipboard takes UTF-8, which has no lone surrogates.
        self.post_message(self.CopyRequested(self, self._text.encode("utf-8", "replace").decode("utf-8")))

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew for another width, with the same text on top."""
        if self._width == self._wrapped_at:
            return
        top = round(self.scroll_y)
        line, start = (self._row_lines[top], self._row_starts[top]) if top < len(self._row_lines) else (0, 0)
        self._wrap(self._width)
        self.scroll_to(y=self._row_of(line, start), animate=False, force=True)

    def notify_style_update(self) -> None:
        """Draw anew when the theme changes."""
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the widget."""
        base = self.get_visual_style().rich_style
        if not self._lines:
            return self._empty_line(y)
        row = y + round(self.scroll_y)
        if row >= len(self._row_lines):
            return Strip.blank(self._width, base)
        if (strip := self._strips.get(row)) is None:
            strip = self._strips[row] = self._drawn(row, base)
        return strip

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    def _wrap(self, width: int) -> None:
        # Prose breaks between words; in data every character counts, and none is hidden at an edge.
        words = self._language not in ("json", "toml", "yaml")
        self._wrapped_at = width
        self._row_lines, self._row_starts = array("q"), array("q")
        # Before it has its place a view has no width: wrapped at a character or two, a long text takes half a minute.
        for at, line in enumerate(self._lines if width > 0 else ()):
            starts = line_starts(line, width, words)
            self._row_lines.extend(repeat(at, len(starts)))
            self._row_starts.extend(starts)
        self._strips.clear()
        self.virtual_size = Size(1, len(self._row_lines))
        self.refresh()

    def _row_of(self, line: int, start: int) -> int:
        """Return the last row that begins at or before a place in the text."""
        first, after = bisect_left(self._row_lines, line), bisect_right(self._row_lines, line)
        return max(bisect_right(self._row_starts, start, first, after) - 1, 0)

    def _drawn(self, row: int, base: RichStyle) -> Strip:
        at, start = self._row_lines[row], self._row_starts[row]
        line = self._lines[at]
        goes_on = row + 1 < len(self._row_lines) and self._row_lines[row + 1] == at
        end = self._row_starts[row + 1] if goes_on else len(line)
        if (pieces := self._pieces.get(at)) is None:
            pieces = self._pieces[at] = LinePieces(line, self._language)
        segments, reached = [], start
        for piece in pieces.between(start, end):
            first, last = max(piece.start, start), min(piece.end, end)
            style = self.get_visual_style(f"code-view--{piece.kind}").rich_style
            segments += [Segment(line[reached:first], base), Segment(line[first:last], style)]
            reached = last
        segments.append(Segment(line[reached:end], base))
        cells = cell_len(line[start:end])
        # Spaces hanging over the edge of a broken line are cut off here.
        return Strip(segments, cells).adjust_cell_length(self._width, base)

    def _empty_line(self, y: int) -> Strip:
        rows = wrapped(disarmed(self._empty_text), max(self._width, 1))
        style = self.get_visual_style("code-view--empty").rich_style
        text = rows[y] if y < len(rows) else ""
        return Strip([Segment(text, style)]).adjust_cell_length(self._width, style)
