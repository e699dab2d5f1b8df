"""Numbers as people type them: ``128 000``, ``128k``, ``1M``, ``10 %``."""

from __future__ import annotations

_LARGEST = 10**9


def typed_tokens(text: str) -> int | None:
    """Return the number of tokens that ``128000``, ``128 000``, ``128k`` or ``1M`` means, else None."""
    bare = _bare(text)
    factor = {"k": 1000, "m": 1_000_000}.get(bare[-1:], 1)
    try:
        tokens = int(float(bare.removesuffix("k").removesuffix("m")) * factor)
    except (ValueError, OverflowError):
        return None
    return tokens if 0 < tokens <= _LARGEST else None


def typed_share(text: str) -> float | None:
    """Return the share that ``10``, ``10%`` or ``2.5 %`` means (0.10 for ten per cent), else None."""
    try:
        percent = float(_bare(text).removesuffix("%"))
    except ValueError:
        return None
    return percent / 100 if 0 <= percent <= 100 else None


def _bare(text: str) -> str:
    return text.strip().replace(" ", "").replace(",", "").replace("\u00a0", "").lower()
