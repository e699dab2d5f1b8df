"""The registry of counters, the value a count is carried in, and the lightness of the import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import inspector
from inspector.cost import Count, counted, counter, counter_for_model
from inspector.errors import UsageError


def test_importing_cost_loads_no_heavy_package() -> None:
    heavy = "tiktoken ctok genai_prices numpy pydantic httpx2 requests regex"
    code = f"import inspector.cost, sys; print([m for m in {heavy.split()!r} if m in sys.modules])"
    root = str(Path(inspector.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": root}
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("claude-sonnet-5", "claude"),
        ("Claude-Opus-4-8", "claude"),
        ("anthropic:claude-haiku-4-5", "claude"),
        ("anthropic/claude-opus-4.6", "claude"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude"),
        ("openrouter:anthropic/claude-3.5-sonnet:beta", "claude"),
        ("gpt-5.5", "o200k"),
        ("openai:gpt-5.5", "o200k"),
        ("gemini-3.1-pro-preview", "o200k"),
        ("notclaude-3", "o200k"),
        ("", "o200k"),
        (None, "o200k"),
    ],
)
def test_a_model_is_counted_by_its_own_vocabulary_if_there_is_one(model: str | None, name: str) -> None:
    assert counter_for_model(model).name == name


def test_a_counter_is_made_once() -> None:
    assert counter("o200k", "gpt-5.5") is counter("o200k", "gpt-5.5")
    assert counter("chars/3") is counter("chars/3")


@pytest.mark.parametrize(("name", "hint"), [("o200", "o200k"), ("cluade", "claude"), ("zzz", "chars/4")])
def test_an_unknown_name_is_refused_with_the_nearest_ones(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=name) as caught:
        counter(name)
    assert hint in caught.value.hint


def test_only_claude_estimate_is_known_by_that_name() -> None:
    assert counter("claude-estimate", "claude-opus-4-8").name == "claude-estimate"


@pytest.mark.parametrize(("left", "right", "exact"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_sum_is_exact_only_if_both_counts_are(left: bool, right: bool, exact: bool) -> None:
    assert Count(2, "o200k", left) + Count(3, "o200k", right) == Count(5, "o200k", exact)


def test_counts_of_different_counters_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="claude"):
        Count(1, "o200k", True) + Count(1, "claude", False)


def test_a_counted_text_carries_its_counter() -> None:
    assert counted("abcd", counter("chars/3")) == Count(2, "chars/3", False)
