"""Freed memory goes back to the system, in a process of its own."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
from inspector.ui.allocator import give_back_freed_memory

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6

assert give_back_freed_memory()
before = resident()
for size in (8_000_000, 16_000_000, 30_000_000):
    texts = [" " * size for _ in range(4)]
    kept = bytearray(1000)
    del texts
print(resident() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is asked to")
def test_freed_texts_leave_the_process() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert float(run.stdout) < 8


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.ui import allocator

    monkeypatch.setattr(sys, "platform", "darwin")
    assert allocator.give_back_freed_memory() is False
