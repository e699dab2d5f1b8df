"""Finding models by bare names, with providers before them, and not finding invented ones."""

from __future__ import annotations

import pytest

from inspector.cost import is_known_model, known_models
from inspector.cost.known_models import find

INVENTED = [
    "totally-invented",
    "gpt-99",
    "gpt-4o-foo",
    "claude-nonsense",
    "claude-opus-99",
    "claude-opus-4-15",
    "gemini-9-pro",
    "gemini-2.5-pro-invented",
    "my-moderation-bot",
    "anthropic:gpt-5",
    "openai:claude-sonnet-5",
    "nobody/claude-sonnet-5",
    ":",
    "/",
    "a/",
]


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("claude-sonnet-5", "anthropic", "claude-sonnet-5"),
        ("Claude-Sonnet-5", "anthropic", "claude-sonnet-5"),
        ("claude-sonnet-5[1m]", "anthropic", "claude-sonnet-5"),
        ("anthropic:claude-sonnet-5", "anthropic", "claude-sonnet-5"),
        ("anthropic/claude-sonnet-4.5", "anthropic", "claude-sonnet-4-5"),
        ("claude-sonnet-4-20250514", "anthropic", "claude-sonnet-4-0"),
        ("gpt-5.5", "openai", "gpt-5.5"),
        ("openai:gpt-5.5", "openai", "gpt-5.5"),
        ("gemini-2.5-pro", "google", "gemini-2.5-pro"),
        ("models/gemini-2.5-pro", "google", "gemini-2.5-pro"),
        ("google/gemini-2.5-pro", "google", "gemini-2.5-pro"),
        ("openrouter:anthropic/claude-sonnet-4.5", "openrouter", "anthropic/claude-sonnet-4.5"),
        ("qwen/qwen3-coder", "openrouter", "qwen/qwen3-coder"),
    ],
)
def test_a_name_finds_its_makers_entry(name: str, provider: str, model: str) -> None:
    entry = find(name)
    assert entry is not None
    assert (entry.provider, entry.model.id) == (provider, model)


@pytest.mark.parametrize("prefix", ["", "bedrock:"])
def test_a_bedrock_name_finds_what_aws_sells(prefix: str) -> None:
    entry = find(f"{prefix}us.anthropic.claude-sonnet-4-5-20250929-v1:0")
    assert entry is not None
    assert entry.provider == "aws"
    assert "claude-sonnet-4-5" in entry.model.id


@pytest.mark.parametrize("name", INVENTED)
def test_an_invented_name_finds_nothing(name: str) -> None:
    assert find(name) is None
    assert not is_known_model(name)


def test_known_models_are_sorted_makers_names_that_are_known() -> None:
    names = known_models()
    assert {"claude-sonnet-5", "gpt-5.5", "gemini-2.5-pro"} <= set(names)
    assert names == sorted(set(names))
    assert sum(is_known_model(name) for name in names) > 0.9 * len(names)
