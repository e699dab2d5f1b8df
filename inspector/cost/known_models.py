"""Finding a model in the data that genai-prices ships, offline and without guessing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from inspector.cost.matching import surely_means

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, Provider

# Who sells the models they make: asked, in this order, for a name without a provider.
FIRST_PARTY = (
    "anthropic",
    "openai",
    "google",
    "x-ai",
    "deepseek",
    "mistral",
    "moonshotai",
    "zai",
    "minimax",
    "meta",
    "cohere",
)

# A vendor before a dot: Bedrock's way of naming, with its own prices for some regions.
_BEDROCK = re.compile(r"(?:^|[/:.])anthropic\.claude")
# Narrow, because genai-prices takes any text that contains "anthropic" for that provider.
_PROVIDER = re.compile(r"([a-z0-9_-]+)[:/]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A model found: who sells it there, and genai-prices' own record of it."""

    provider: str
    model: ModelInfo


def source() -> str:
    """Return where windows and prices come from, with its version: "genai-prices 0.2.3"."""
    from genai_prices import __version__

    return f"genai-prices {__version__}"


@lru_cache(maxsize=256)
def find(name: str) -> Entry | None:
    """Return the entry for a model name, None when nothing in the data surely means it.

    "anthropic:x", "anthropic/x" and the like ask that provider only; a bare name asks the makers of models
    in turn; "us.anthropic.x" asks AWS, and "maker/x" of a maker that isn't listed asks OpenRouter.
    """
    name = base_name(name)
    if _BEDROCK.search(name):
        return _find_at("aws", name)
    provider, rest = _split_provider(name)
    if provider is None:
        sellers = (*FIRST_PARTY, "openrouter") if "/" in name else FIRST_PARTY
    else:
        sellers = (provider.id, *(provider.fallback_model_providers or ()))
    return next((entry for seller in sellers if (entry := _find_at(seller, rest))), None)


def base_name(name: str) -> str:
    """Return the model's name in lower case, without Claude Code's "[1m]" and the Gemini API's "models/"."""
    return name.strip().lower().removesuffix("[1m]").removeprefix("models/")


def known_models() -> list[str]:
    """Return the names of the makers' own models that have an input price, sorted: for hints, not a limit."""
    names = {
        model.id
        for provider in _providers()
        if provider.id in FIRST_PARTY
        for model in provider.models
        if _has_input_price(model)
    }
    return sorted(names)


def is_known_model(name: str) -> bool:
    """Tell whether the data has an entry that surely means this model."""
    return find(name) is not None


def _providers() -> list[Provider]:
    # The data as shipped, never the snapshot that an UpdatePrices elsewhere in the process may have fetched.
    from genai_prices.data import providers

    return providers


def _split_provider(name: str) -> tuple[Provider | None, str]:
    """Return the provider that stands before the first ":" or "/", if it is one, and the rest."""
    from genai_prices.data_snapshot import find_provider_by_id

    head = _PROVIDER.match(name)
    provider = find_provider_by_id(_providers(), head[1]) if head else None
    return (provider, name[head.end() :]) if head and provider else (None, name)


def _find_at(provider_id: str, name: str) -> Entry | None:
    for provider in _providers():
        if provider.id == provider_id:
            for model in provider.models:
                if surely_means(model.match, name):
                    return Entry(provider.id, model)
    return None


def _has_input_price(model: ModelInfo) -> bool:
    return model.get_prices(datetime.now(UTC)).input_mtok is not None
