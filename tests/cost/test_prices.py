"""Prices per million tokens, and what a prompt costs over a thousand turns."""

from __future__ import annotations

from decimal import Decimal

import pytest
from genai_prices import types

from inspector.cost import Price, TurnPrice, cost_per_thousand_turns, price, prices
from inspector.cost.known_models import Entry, source
from inspector.errors import UsageError


@pytest.mark.parametrize("model", ["claude-sonnet-5", "anthropic:claude-sonnet-5", "anthropic/claude-sonnet-5"])
def test_a_known_model_has_both_prices(model: str) -> None:
    found = price(model)
    assert found is not None
    assert found.cached_per_million is not None
    assert 0 < found.cached_per_million < found.input_per_million
    assert found.origin == f"{source()}: anthropic claude-sonnet-5"


@pytest.mark.parametrize("model", [None, "", "totally-invented", "gpt-99", "claude-opus-99", "gemini-2.5-pro-x"])
def test_an_unknown_model_has_no_price(model: str | None) -> None:
    assert price(model) is None


def test_a_price_with_tiers_says_so() -> None:
    found = price("gemini-2.5-pro")
    assert found is not None
    assert found.origin.endswith(", base tier (another price above 200,000 input tokens)")


def test_a_price_that_varies_by_the_hour_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, time

    night = types.TimeOfDateConstraint(start_time=time(0, tzinfo=UTC), end_time=time(23, 59, 59, 999999, tzinfo=UTC))
    model = types.ModelInfo(
        id="owl",
        match=types.ClauseEquals("owl"),
        prices=[
            types.ConditionalPrice(prices=types.ModelPrice(input_mtok=Decimal(2))),
            types.ConditionalPrice(night, prices=types.ModelPrice(input_mtok=Decimal(1))),
        ],
    )
    monkeypatch.setattr(prices, "find", lambda _: Entry("nest", model))
    assert price("owl") == Price(
        Decimal(1), None, f"{source()}: nest owl, price of this hour (it varies by time of day)"
    )


def test_a_model_without_an_input_price_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    model = types.ModelInfo(id="mute", match=types.ClauseEquals("mute"), prices=types.ModelPrice())
    monkeypatch.setattr(prices, "find", lambda _: Entry("nest", model))
    assert price("mute") is None


@pytest.mark.parametrize("model", [None, "totally-invented", "claude-sonnet-5"])
def test_given_prices_need_no_model(model: str | None) -> None:
    assert price(model, override_input=0.1, override_cached=Decimal("0.01")) == Price(
        Decimal("0.1"), Decimal("0.01"), "given"
    )


@pytest.mark.parametrize("model", [None, "totally-invented", "claude-sonnet-5"])
def test_a_given_input_price_is_not_mixed_with_a_listed_cache_price(model: str | None) -> None:
    assert price(model, override_input=7) == Price(Decimal(7), None, "given")


def test_a_given_cache_price_stands_beside_the_listed_input_price() -> None:
    listed, found = price("claude-sonnet-5"), price("claude-sonnet-5", override_cached=0.5)
    assert listed is not None
    assert found == Price(listed.input_per_million, Decimal("0.5"), f"cached price given, {listed.origin}")
    assert price("totally-invented", override_cached=0.5) is None


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), Decimal("-0.1")])
def test_an_impossible_price_is_refused(value: float | Decimal) -> None:
    with pytest.raises(UsageError, match="no price"):
        price(None, override_input=value)


@pytest.mark.parametrize(
    ("tokens", "cached_price", "uncached", "cached"),
    [
        (20_000, Decimal("0.2"), Decimal(40), Decimal("4.036")),
        (20_000, None, Decimal(40), None),
        (0, Decimal("0.2"), Decimal(0), Decimal(0)),
        (1, Decimal("0"), Decimal("0.002"), Decimal("0.000002")),
    ],
)
def test_a_thousand_turns(tokens: int, cached_price: Decimal | None, uncached: Decimal, cached: Decimal | None) -> None:
    turns = cost_per_thousand_turns(tokens, Price(Decimal(2), cached_price, "given"))
    assert turns == TurnPrice(uncached, cached)
