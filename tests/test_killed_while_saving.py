"""A process killed at any moment of saving loses no file: what stands there is whole, before or after the change."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector.tuning import load_tuning

WRITER = """
import sys
from inspector.tuning import load_tuning, save_tuning
from dataclasses import replace
path = sys.argv[1]
print("ready", flush=True)
number = 0
while True:
    number += 1
    tuning = load_tuning(path)
    save_tuning(replace(tuning, window=1000 + number % 9000), path, base=tuning)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_toolset_survives_kill_at_random_moments(tmp_path: Path) -> None:
    path = tmp_path / "toolset.toml"
    tools = "".join(f'[tools."s/{n}"]\npin = true\n' for n in range(400))
    path.write_text("# mine\nwindow = 1000\n" + tools, encoding="utf-8")
    chosen = random.Random(9)
    for _ in range(8):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(chosen.uniform(0.0, 0.25))
        writer.send_signal(signal.SIGKILL)
        writer.wait(10)
        writer.stdout.close()
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# mine\nwindow = ")
        assert text.count("pin = true") == 400
        assert 1000 <= (load_tuning(path).window or 0) < 10_000
