"""Scripted clients as programs on this machine, and two small servers for them."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Listing
from tests.conftest import raw_tool

Program = Callable[..., str]
LISTINGS = (
    Listing("alpha", (raw_tool("find_order", "find an order", "id"), raw_tool("send", "send a message"))),
    Listing("beta", (raw_tool("find_page", "find a page"),)),
)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Writes a client of a given kind that behaves as planned, and returns its path."""

    def write(client: str, version: str = "9.8.7", **plan: Any) -> str:
        planned = tmp_path / f"{client}.json"
        planned.write_text(json.dumps({"client": client, "version": version, **plan}), encoding="utf-8")
        path = tmp_path / client
        script = Path(__file__).with_name("fake_client.py")
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "{planned}" "$@"\n', encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write
