"""Makes glibc's allocator give memory back: texts of tens of megabytes come and go with every host looked at."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

# As in malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8

_OPTIONS = ((_ARENA_MAX, 2), (_MMAP_THRESHOLD, 256 * 1024), (_TRIM_THRESHOLD, 1024 * 1024))
"""Left to itself, glibc raises both thresholds to what was freed last, up to 64 MB, and gives each thread a heap of its
own: freed memory then stays with the process. A hundred megabytes did, after a hundred switches of hosts."""


def give_back_freed_memory() -> bool:
    """Let freed memory go back to the system at once, for the rest of this process; False where that is not glibc."""
    mallopt = _of_glibc("mallopt")
    results = [mallopt is not None and mallopt(option, value) == 1 for option, value in _OPTIONS]
    return all(results)


def give_back_gaps() -> None:
    """Give back what is free between things in use: checking every tool leaves two hundred megabytes of it."""
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        trim(0)


def _of_glibc(name: str) -> Callable[..., int] | None:
    """Return a function of the C library; None on another system, and where its C library has none of that name."""
    if sys.platform != "linux":
        return None
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):
        return None
    return function
