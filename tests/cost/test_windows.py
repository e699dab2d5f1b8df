"""Context windows, and where each number comes from."""

from __future__ import annotations

import pytest

from inspector.cost import DEFAULT_WINDOW, Window, context_window
from inspector.cost.known_models import source
from inspector.errors import UsageError


def test_the_source_has_a_version() -> None:
    assert source().startswith("genai-prices 0.")


@pytest.mark.parametrize("model", ["claude-sonnet-5", "anthropic:claude-sonnet-5", "gpt-5.5", "openai/gpt-5.5"])
def test_a_known_model_has_its_own_window(model: str) -> None:
    window = context_window(model)
    assert window.tokens > DEFAULT_WINDOW
    assert window.origin == source()


@pytest.mark.parametrize("model", [None, "", "totally-invented", "claude-opus-99", "gemini-9-pro"])
def test_an_unknown_model_has_the_default_window(model: str | None) -> None:
    assert context_window(model) == Window(200_000, "default")


def test_a_known_model_without_a_window_has_the_default() -> None:
    assert context_window("whisper-1") == Window(200_000, "default")


def test_openrouter_knows_the_windows_that_google_does_not_tell() -> None:
    window = context_window("gemini-2.5-pro")
    assert window.tokens > 1_000_000
    assert window.origin in (source(), f"{source()} (openrouter)")


@pytest.mark.parametrize("model", [None, "claude-sonnet-5", "totally-invented"])
def test_a_given_window_wins(model: str | None) -> None:
    assert context_window(model, 12_345) == Window(12_345, "given")


def test_claude_codes_suffix_asks_for_a_million() -> None:
    assert context_window("claude-sonnet-4-5[1m]") == Window(1_000_000, "[1m] in the model's name")


@pytest.mark.parametrize("tokens", [0, -1])
def test_an_impossible_window_is_refused(tokens: int) -> None:
    with pytest.raises(UsageError, match="impossible"):
        context_window(None, tokens)
