"""Which of genai-prices' matches are believed."""

from __future__ import annotations

import pytest
from genai_prices.types import (
    ClauseAnd,
    ClauseContains,
    ClauseEndsWith,
    ClauseEquals,
    ClauseOr,
    ClauseRegex,
    ClauseStartsWith,
    MatchLogic,
)

from inspector.cost.matching import surely_means

OPUS = ClauseOr(or_=[ClauseEquals("claude-opus"), ClauseStartsWith("claude-opus-4-1")])
NO_SPEECH = ClauseAnd(and_=[ClauseStartsWith("gemini-2.5-pro"), ClauseRegex("^(?!.*-tts(?:$|-))")])


@pytest.mark.parametrize(
    ("rule", "name", "sure"),
    [
        (ClauseEquals("gpt-5"), "gpt-5", True),
        (ClauseEquals("gpt-5"), "gpt-5.5", False),
        (ClauseRegex(r"^gpt-6-sol-\d{4}$"), "gpt-6-sol-2026", True),
        (ClauseRegex(r"^gpt-6"), "gpt-6-sol", False),
        (OPUS, "claude-opus", True),
        (OPUS, "claude-opus-4-1", True),
        (OPUS, "claude-opus-4-1-20250805", True),
        (OPUS, "claude-opus-4-1@20250805", True),
        (OPUS, "claude-opus-4-1-latest", True),
        (OPUS, "claude-opus-4-1-v1:0", True),
        (OPUS, "claude-opus-4-15", False),
        (OPUS, "claude-opus-4-10", False),
        (OPUS, "claude-opus-4-1-2", False),
        (OPUS, "claude-opus-4-1x", False),
        (OPUS, "claude-opus-4-1-nano", False),
        (ClauseStartsWith("claude-sonnet-4-2025"), "claude-sonnet-4-20250514", True),
        (ClauseStartsWith("claude-sonnet-4@"), "claude-sonnet-4@20250514", True),
        (ClauseStartsWith("gpt-5-nano-"), "gpt-5-nano-2025-08-07", True),
        (ClauseStartsWith("gpt-5-nano-"), "gpt-5-nano-pro", False),
        (ClauseStartsWith("ft:gpt-4o-2024-"), "ft:gpt-4o-2024-08-06:acme::x", True),
        (NO_SPEECH, "gemini-2.5-pro", True),
        (NO_SPEECH, "gemini-2.5-pro-exp-03-25", True),
        (NO_SPEECH, "gemini-2.5-pro-tts", False),
        (NO_SPEECH, "gemini-2.5-pro-invented", False),
        (ClauseContains("gemini-2.0-flash-0"), "gemini-2.0-flash-001", True),
        (ClauseContains("gemini-2.0-flash-0"), "gemini-2.0-flash-0x", False),
        (ClauseContains("claude-haiku-4-5"), "publishers/claude-haiku-4-5@20251001", True),
        (ClauseContains("moderation"), "my-moderation", False),
        (ClauseEndsWith("anthropic.claude-fable-5"), "us.anthropic.claude-fable-5", True),
        (ClauseEndsWith("claude-fable-5"), "not-claude-fable-5", False),
    ],
)
def test_a_match_is_believed_only_for_the_model_itself(rule: MatchLogic, name: str, sure: bool) -> None:
    assert surely_means(rule, name) is sure
