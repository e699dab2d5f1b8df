"""Where long lines break: by cells, so that wide characters fit, and fast enough for a line of 300 kB."""

from __future__ import annotations

from itertools import pairwise

from rich.cells import cell_len, get_character_cell_size


def line_starts(line: str, width: int, words: bool) -> list[int]:
    """Return the offsets at which the rows of `line` start, each row at most `width` cells wide.

    With `words` a row ends after a space where it has one. The first offset is always 0.
    """
    width = max(width, 2)
    starts = [0]
    # Most lines are ASCII, where a character is a cell and no row needs measuring.
    narrow = line.isascii()
    if narrow and len(line) <= width:
        return starts
    length, at = len(line), 0
    while True:
        end = min(at + width, length) if narrow else _row_end(line, at, width)
        if end >= length:
            return starts
        if words and line[end] != " " and (space := line.rfind(" ", at, end)) > at:
            end = space + 1
        while words and end < length and line[end] == " ":
            # Spaces at a break hang over the edge instead of opening the next row.
            end += 1
        if end >= length:
            return starts
        starts.append(end)
        at = end


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines of `text`, those wider than `width` cells broken between words."""
    rows = []
    for line in text.split("\n"):
        starts = [*line_starts(line, width, words=True), len(line)]
        rows += [line[start:end].rstrip(" ") for start, end in pairwise(starts)]
    return rows


def _row_end(line: str, start: int, width: int) -> int:
    """Return the end of the longest piece of `line` from `start` that is at most `width` cells wide."""
    end = min(start + width, len(line))
    row = line[start:end]
    if row.isascii() and (end == len(line) or line[end].isascii()):
        # Nearly every row even of a text with wide characters: nothing to measure.
        return end
    cells = cell_len(row)
    while cells > width:
        # Each step back drops about as many characters as cells are too many, at two cells a character.
        step = max((cells - width) // 2, 1)
        end -= step
        cells = cell_len(line[start:end])
    while end < len(line) and (wide := get_character_cell_size(line[end])) + cells <= width:
        cells += wide
        end += 1
    # A row holds one character at least, however narrow, and marks stay with the letter they stand on.
    end = max(end, start + 1)
    while end < len(line) and get_character_cell_size(line[end]) == 0:
        end += 1
    return end
