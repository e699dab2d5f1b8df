"""Claude families by model name, ctok's counts without their frame, and the estimate in their place."""

from __future__ import annotations

from math import ceil

import pytest

from inspector.cost import claude, counter

needs_ctok = pytest.mark.skipif(not claude.ctok_installed(), reason="ctok needs Python 3.12")


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-3-haiku-20240307", "v3"),
        ("claude-3-5-haiku-20241022", "v3"),
        ("claude-3-7-sonnet-latest", "v3"),
        ("claude-haiku-4-5", "v3"),
        ("claude-haiku-4-5-20251001", "v3"),
        ("claude-haiku-4-5@20251001", "v3"),
        ("claude-sonnet-4-0", "v3"),
        ("claude-sonnet-4-20250514", "v3"),
        ("claude-4-opus-20250514", "v3"),
        ("claude-opus-4.6", "v3"),
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "v3"),
        ("claude-opus-4-7", "v4.7"),
        ("claude-opus-4.7-20260401", "v4.7"),
        ("claude-opus-4-8", "v4.8"),
        ("claude-opus-4-10", "v4.8"),
        ("claude-sonnet-5", "v4.8"),
        ("claude-sonnet-5[1m]", "v4.8"),
        ("claude-sonnet-5-20260203", "v4.8"),
        ("claude-opus-5-5", "v4.8"),
        ("claude-fable-5", "v4.8"),
        ("claude-fable-5-1", "v4.8"),
        ("anthropic:claude-fable-5", "v4.8"),
        ("anthropic/claude-sonnet-5:thinking", "v4.8"),
    ],
)
def test_the_family_follows_from_the_name(model: str, family: str) -> None:
    assert claude.family_of(model) == (family, True)


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("claude-fable-latest", "v4.8"),
        ("claude", "v4.8"),
        ("gpt-5.5", "v4.8"),
        ("claude-2.1", "v3"),
        ("claude-instant-1.2", "v3"),
        ("anthropic.claude-v2:1", "v3"),
    ],
)
def test_a_family_that_the_name_does_not_tell_is_called_assumed(model: str, family: str) -> None:
    assert claude.family_of(model) == (family, False)
    assert claude.for_model(model).label.endswith(f" (family assumed for {model})")


def test_without_a_model_the_family_of_sonnet_5_counts() -> None:
    assert counter("claude").label == counter("claude", "claude-sonnet-5").label
    assert counter("claude").label.startswith("Claude 4.8+ tokens")


@needs_ctok
@pytest.mark.parametrize(("model", "tokens"), [("claude-opus-4-6", 3), ("claude-opus-4-7", 4), ("claude-sonnet-5", 4)])
def test_the_frame_of_a_message_is_not_counted(model: str, tokens: int) -> None:
    # ctok's own documentation: "hello, world" is 3 + 7, 4 + 11 and 4 + 6.
    assert counter("claude", model).count("hello, world") == tokens


@needs_ctok
@pytest.mark.parametrize("family", claude.FAMILIES.values(), ids=claude.FAMILIES)
def test_our_frames_are_ctoks(family: claude.Family) -> None:
    import ctok

    assert ctok.tokenize("hello", family.version).count("⟨pad⟩") == family.frame


@needs_ctok
def test_a_reconstruction_is_labelled_and_never_exact() -> None:
    by = counter("claude", "claude-opus-4-8")
    assert (by.name, by.exact) == ("claude", False)
    assert by.label == "Claude 4.8+ tokens by ctok's offline reconstruction"
    assert "Claude 3 to 4.6" in counter("claude", "claude-haiku-4-5").label


@pytest.mark.parametrize("model", ["claude-haiku-4-5", "claude-opus-4-7", "claude-sonnet-5"])
@pytest.mark.parametrize("name", ["claude", "claude-estimate"])
def test_no_text_is_refused_and_the_empty_one_is_free(name: str, model: str) -> None:
    by = counter(name, model)
    odd = ["\ud800", "\n", "\x00", "<|endoftext|>", "\u202e", "你好", " ", "\x01"]
    assert by.count("") == 0
    assert by.count_many(["", *odd]) == [0, *(by.count(text) for text in odd)]
    assert min(by.count_many(odd)) >= 0


@pytest.mark.parametrize(
    ("model", "factor"), [("claude-opus-4-6", 1.16), ("claude-opus-4-7", 1.61), ("claude-sonnet-5", 1.61)]
)
def test_without_ctok_a_labelled_estimate_counts(model: str, factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude, "ctok_installed", lambda: False)
    by = claude.for_model(model)
    assert (by.name, by.exact) == ("claude", False)
    assert by.label.endswith(f"estimate from o200k × {factor}, p95 error about 10 %")
    text = '{"name":"create_issue","description":"Create an issue"}'
    assert by.count(text) == ceil(factor * counter("o200k").count(text))


def test_the_estimate_rounds_up_without_rounding_errors() -> None:
    # 100 tokens of o200k; in floats 1.16 × 100 is 115.99999999999999 and 1.61 × 100 is 161.00000000000003.
    text = " hello" * 100
    assert counter("o200k").count(text) == 100
    assert counter("claude-estimate", "claude-haiku-4-5").count(text) == 116
    assert counter("claude-estimate", "claude-sonnet-5").count(text) == 161
