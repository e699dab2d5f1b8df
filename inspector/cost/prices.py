"""What input tokens cost: prices per million in USD, and what a prompt costs over a thousand turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from inspector.cost.known_models import Entry, find, source
from inspector.errors import UsageError

if TYPE_CHECKING:
    from genai_prices.types import TieredPrices

_MILLION = Decimal(1_000_000)
_TURNS = 1000


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million input tokens, full and when read from the prompt cache (None: unknown or not offered).

    `origin` names the source and entry, and says so when other prices apply to long prompts or by the hour.
    """

    input_per_million: Decimal
    cached_per_million: Decimal | None
    origin: str


@dataclass(frozen=True, slots=True)
class TurnPrice:
    """USD for 1,000 turns: every turn at the full price, and with a cache that holds from the second turn on."""

    uncached: Decimal
    cached: Decimal | None


def price(
    model: str | None,
    *,
    override_input: Decimal | float | None = None,
    override_cached: Decimal | float | None = None,
) -> Price | None:
    """Return the input prices of `model` in force today, None when no input price is given or surely known.

    The overrides, USD per million tokens, replace the data one by one.
    """
    given_input, given_cached = _given(override_input), _given(override_cached)
    if given_input is not None and given_cached is not None:
        return Price(given_input, given_cached, "given")
    entry = find(model) if model else None
    listed = _listed(entry) if entry else None
    if listed is None:
        return Price(given_input, given_cached, "given") if given_input is not None else None
    if given_input is not None:
        # The listed cache price belongs to the listed input price; next to another it would mislead.
        return Price(given_input, None, "given")
    if given_cached is not None:
        return Price(listed.input_per_million, given_cached, f"cached price given, {listed.origin}")
    return listed


def cost_per_thousand_turns(tokens: int, price: Price) -> TurnPrice:
    """Return what `tokens` tokens of prompt cost over 1,000 turns, in USD.

    With a cache the first turn pays the full input price and the other 999 the cache-read price; surcharges
    for writing the cache, and writing it again after it expired, come on top.
    """
    millions = Decimal(tokens) / _MILLION
    cached = price.cached_per_million
    return TurnPrice(
        uncached=millions * _TURNS * price.input_per_million,
        cached=None if cached is None else millions * (price.input_per_million + (_TURNS - 1) * cached),
    )


def _given(value: Decimal | float | None) -> Decimal | None:
    """Return a price the person gave as a Decimal (0.1 as 0.1); UsageError when it is none."""
    if value is None:
        return None
    amount = value if isinstance(value, Decimal) else Decimal(str(value))
    if not amount.is_finite() or amount < 0:
        raise UsageError(f"{value} is no price", "give USD per million tokens, 0 or more")
    return amount


def _listed(entry: Entry) -> Price | None:
    """Return the prices of an entry, base tier, with what is to be known about them; None without input price."""
    from genai_prices.types import TimeOfDateConstraint

    now = entry.model.get_prices(datetime.now(UTC))
    full, cached = now.input_mtok, now.cache_read_mtok
    base = _base(full)
    if base is None:
        return None
    origin = f"{source()}: {entry.provider} {entry.model.id}"
    starts = [tier.start for tiers in (full, cached) for tier in getattr(tiers, "tiers", ())]
    if starts:
        origin += f", base tier (another price above {min(starts):,} input tokens)"
    conditions = entry.model.prices if isinstance(entry.model.prices, list) else []
    if any(isinstance(condition.constraint, TimeOfDateConstraint) for condition in conditions):
        origin += ", price of this hour (it varies by time of day)"
    return Price(base, _base(cached), origin)


def _base(amount: Decimal | TieredPrices | None) -> Decimal | None:
    return amount if amount is None or isinstance(amount, Decimal) else amount.base
