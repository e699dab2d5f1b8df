"""How the tests of the demo servers talk to a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Talk = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def run() -> Run:
    """Return a function that runs ``python -m inspector.demo`` with arguments and the bytes of its stdin."""

    def run_demo(*arguments: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "inspector.demo", *arguments]
        return subprocess.run(command, input=sent, capture_output=True, cwd=ROOT, timeout=30, check=False)

    return run_demo


@pytest.fixture
def talk(run: Run) -> Talk:
    """Return a function that sends messages (or raw lines) to a server and returns all that it answered."""

    def talk_to(name: str, *messages: dict[str, Any] | bytes) -> list[dict[str, Any]]:
        lines = [message if isinstance(message, bytes) else json.dumps(message).encode() for message in messages]
        finished = run(name, sent=b"".join(line + b"\n" for line in lines))
        assert finished.returncode == 0
        assert finished.stderr == b""
        return [json.loads(line) for line in finished.stdout.splitlines()]

    return talk_to
