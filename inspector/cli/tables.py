"""Plain text tables for the terminal: columns aligned by display width, wide characters counted as two cells."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.cli.terminal import one_line

LONGEST_NAME = 64
"""How many cells of a name are shown in text; JSON has it whole."""


def table(header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = (), indent: str = "  ") -> str:
    """Return the rows under their header; the columns numbered in `right` (from 0) are right-aligned."""
    from rich.cells import cell_len

    cells = [[one_line(cell) for cell in row] for row in (header, *rows)]
    widths = [max(cell_len(row[column]) for row in cells) for column in range(len(header))]
    lines = []
    for row in cells:
        padded = []
        for column, cell in enumerate(row):
            space = " " * (widths[column] - cell_len(cell))
            padded.append(space + cell if column in right else cell + space)
        lines.append((indent + "  ".join(padded)).rstrip())
    return "\n".join(lines)


def cut(text: str, width: int) -> str:
    """Return `text` on one line, shortened to `width` cells with a closing ``…``."""
    from rich.cells import cell_len, set_cell_size

    line = one_line(text)
    return line if cell_len(line) <= width else set_cell_size(line, width - 1).rstrip() + "…"


def cut_name(name: str) -> str:
    """Return a name of a server or tool as tables show it: whole up to the 64 characters most clients allow."""
    return cut(name, LONGEST_NAME)


def number(value: float | None) -> str:
    """Return a count with separators, ``–`` where there is none."""
    return "–" if value is None else f"{value:,}"


def percent(share: float) -> str:
    """Return a share as a percentage with the precision it deserves."""
    return f"{share:.1%}".replace("%", " %") if share < 0.1 else f"{share:.0%}".replace("%", " %")


def score(value: float | None) -> str:
    """Return a score: whole points as they are, BM25 with three decimals, ``–`` for look-ups by name."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) and not value.is_integer() else f"{value:g}"
