"""Numbers and shares as the screens write them: bars of eighth blocks, grouped digits, short token counts."""

from __future__ import annotations

from collections.abc import Sequence

SPACE = "\u00a0"
"""Before a per cent sign: a space that does not break, one cell wide in every font."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int) -> str:
    """Return a bar of exactly `width` cells filled to `share` (0 to 1); any share above zero shows at least ``▏``."""
    if width <= 0:
        return ""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    if share > 0:
        eighths = max(eighths, 1)
    # A bar that looks full must be full: the missing part of a share below one stays visible too.
    if share < 1:
        eighths = min(eighths, width * 8 - 1)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def part_widths(amounts: Sequence[int], width: int) -> list[int]:
    """Return how many of `width` cells each amount gets: in proportion, summing to `width`, at least one each.

    Amounts of zero and below get none. With more amounts than cells the first ones win.
    """
    shown = [max(amount, 0) for amount in amounts]
    whole = sum(shown)
    if not whole or width <= 0:
        return [0] * len(shown)
    cells = [max(1, int(amount * width / whole)) if amount else 0 for amount in shown]
    while (spare := width - sum(cells)) != 0:
        # What is left goes to (or comes from) the part whose width is furthest from its due.
        step = 1 if spare > 0 else -1
        candidates = [at for at, amount in enumerate(shown) if amount and (step > 0 or cells[at] > 1)]
        if not candidates:
            return _first_cells(shown, width)
        at = max(candidates, key=lambda at: step * (shown[at] * width / whole - cells[at]))
        cells[at] += step
    return cells


def _first_cells(amounts: Sequence[int], width: int) -> list[int]:
    cells, left = [], width
    for amount in amounts:
        cells.append(1 if amount and left else 0)
        left -= cells[-1]
    return cells


def grouped(number: int) -> str:
    """Return `number` with its digits in groups of three, as the hosts’ sentences write them: ``12,345``."""
    return f"{number:,}"


def short_tokens(number: int) -> str:
    """Return a token count in five cells or fewer: ``950``, ``12.3k``, ``128k``, ``1.2M``."""
    if abs(number) < 1000:
        return str(number)
    if abs(number) < 999_500:
        # Whole thousands are mostly windows and limits: "128k", and "12k" rather than "12.0k".
        decimals = 0 if abs(number) >= 99_950 or number % 1000 == 0 else 1
        return f"{number / 1000:.{decimals}f}k"
    decimals = 0 if number % 1_000_000 == 0 else 1
    return f"{number / 1_000_000:.{decimals}f}M"


def percent(share: float) -> str:
    """Return a share in per cent with the precision it deserves: ``68 %``, ``2.0 %``, ``< 0.1 %``, ``0 %``."""
    if share == 0:
        return f"0{SPACE}%"
    if 0 < share < 0.0005:
        return f"<{SPACE}0.1{SPACE}%"
    number = f"{share * 100:.1f}" if abs(share) < 0.0995 else f"{share * 100:.0f}"
    return f"{number}{SPACE}%"


def times(counted: int, limit: int) -> str:
    """Return how many times `limit` fits into `counted`: ``7.3 ×``, ``0.42 ×``."""
    ratio = counted / limit
    if ratio >= 100:
        return f"{grouped(round(ratio))} ×"
    return f"{ratio:.1f} ×" if ratio >= 1 else f"{ratio:.2f} ×"
