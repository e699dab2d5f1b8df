"""The one door for foreign text into the app: markup off, controls visible, width measured in cells.

Names, descriptions, errors, paths and stderr lines come from others. Textual reads markup in plain strings and
terminals obey control characters, so such text enters widgets only as what these functions return. A `str`
from here is harmless but still read as markup by Static, Label, notify and tooltips: give those a `Content`.
"""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from inspector.foreign_text import disarm, one_line

TAB = "    "
"""What a tab becomes; a terminal would jump to a column that nobody measured."""


def disarmed(text: str) -> str:
    """Return `text` with line feeds kept and nothing else in it that a terminal or a table would obey."""
    return disarm(text.replace("\r\n", "\n").replace("\t", TAB))


def disarmed_line(text: str, width: int | None = None) -> str:
    """Return `text` on one line, disarmed and cut to `width` cells where a width is given."""
    if width is None:
        return one_line(text)
    # A cut line needs only its beginning: a 10 kB description then costs no more than a short one.
    beginning = text[: 4 * width + 64]
    line = one_line(beginning)
    if len(beginning) < len(text) and cell_len(line) <= width:
        line = one_line(text)
    return cut(line, width)


def content(text: str, style: str = "") -> Content:
    """Return `text` for Static, Label, notify, tooltips: no markup, disarmed, lines kept.

    `style` is ours, such as ``$muted`` or ``bold $state-failed``; it follows the theme.
    """
    return Content.styled(disarmed(text), style) if style else Content(disarmed(text))


def content_line(text: str, width: int | None = None, style: str = "") -> Content:
    """Return `text` on one line as `content` does, cut to `width` cells."""
    line = disarmed_line(text, width)
    return Content.styled(line, style) if style else Content(line)


def cut(text: str, width: int) -> str:
    """Return `text`, shortened to `width` cells with a closing ``…`` where it is longer; wide characters count two."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def fitted(text: str, width: int, right: bool = False) -> str:
    """Return `text` cut or padded to exactly `width` cells, padded on the left when `right`."""
    shown = cut(text, width)
    space = " " * (width - cell_len(shown))
    return space + shown if right else shown + space
