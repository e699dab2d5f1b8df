"""Taking times and memory, and catalogs of several sizes to take them on."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from inspector.catalog import Catalog

QUERIES = ("list", "create issue", "search the web for documents", "spot ticker", "read a file", "the a of to")
SIZES = (500, 2_000)
"""Beside the whole folder: how the figures grow."""


def since(started: float) -> float:
    """Return the milliseconds since a `time.perf_counter`."""
    return (time.perf_counter() - started) * 1000


def once(act: Callable[[], object]) -> float:
    """Return the milliseconds of one run."""
    started = time.perf_counter()
    act()
    return since(started)


def median(act: Callable[[], object], times: int = 15) -> float:
    """Return the median milliseconds of several runs."""
    return statistics.median(once(act) for _ in range(times))


def nearly_all(values: Sequence[float]) -> float:
    """Return what 95 of 100 values do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def megabytes(name: str) -> float:
    """Return the memory of this process, now (``VmRSS``) or at its peak (``VmHWM``)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith(name)).split()[1]) / 1024


def sized(catalog: Catalog) -> dict[int, Catalog]:
    """Return `catalog` and its first tools in several numbers, by number."""
    return {size: _first(catalog, size) for size in SIZES if size < len(catalog)} | {len(catalog): catalog}


def _first(catalog: Catalog, size: int) -> Catalog:
    servers = []
    for server in catalog.servers:
        servers.append(replace(server, tools=server.tools[:size]))
        size -= len(servers[-1].tools)
        if size <= 0:
            break
    return Catalog(tuple(servers))
