"""Any value in any place of a toolset: loaded, or refused with a message that names the file."""

from __future__ import annotations

from typing import Any

import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.tuning.load import parse_tuning
from tests.json_values import places, read_or_refused, replaced

_SAMPLE: dict[str, Any] = {
    "default_host": "claude-code",
    "model": "claude-sonnet-5",
    "window": 200_000,
    "threshold": 0.1,
    "limit": 5,
    "configs": [".mcp.json"],
    "core_tools": ["read"],
    "servers": {"notes": {"command": "uvx", "args": ["notes"], "env": {"A": "b"}, "protocol": "auto"}},
    "tools": {"notes/*": {"pin": True, "hide": False, "words": "memo"}, "notes/read": {"pin": False}},
    "host": {"x-code-cli": {"texts": {"instruction": "…"}}},
    "export": {"foundry": {"servers": {"notes": {"server_url": "https://notes.example.test/mcp"}}}},
}
_SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(max_size=12) | st.dates()
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(places(_SAMPLE)[1:]), _VALUES)
def test_a_replaced_value_is_loaded_or_refused(place: tuple[str | int, ...], value: Any) -> None:
    text = tomli_w.dumps(replaced(_SAMPLE, place, value))
    reading = read_or_refused(lambda: parse_tuning(text, "toolset.toml"))
    assert not isinstance(reading, str) or "toolset.toml" in reading


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_loaded_or_refused(text: str) -> None:
    reading = read_or_refused(lambda: parse_tuning(text, "toolset.toml"))
    assert not isinstance(reading, str) or "toolset.toml" in reading
