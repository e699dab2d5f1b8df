"""How many tokens fit into a model's context window."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.cost.known_models import find, source
from inspector.errors import UsageError

DEFAULT_WINDOW = 200_000


@dataclass(frozen=True, slots=True)
class Window:
    """A context window in tokens, and where the number comes from.

    `origin` is "given", "default" (nothing known), "genai-prices 0.2.3" (with "(openrouter)" behind it when only
    that entry has a window), or "[1m] in the model's name".
    """

    tokens: int
    origin: str


def context_window(model: str | None, override: int | None = None) -> Window:
    """Return the window of `model`: `override` if given, else as genai-prices has it, else 200,000 tokens."""
    if override is not None:
        if override <= 0:
            raise UsageError(f"a context window of {override} tokens is impossible", "give a positive number")
        return Window(override, "given")
    if not model:
        return Window(DEFAULT_WINDOW, "default")
    if model.strip().lower().endswith("[1m]"):
        return Window(1_000_000, "[1m] in the model's name")
    entry = find(model)
    if entry is None:
        return Window(DEFAULT_WINDOW, "default")
    if entry.model.context_window:
        return Window(entry.model.context_window, source())
    # Google's own entries lack the windows of the Gemini Pro models, which OpenRouter's have.
    resold = find(f"openrouter:{entry.provider}/{entry.model.id}")
    if resold is not None and resold.model.context_window:
        return Window(resold.model.context_window, f"{source()} (openrouter)")
    return Window(DEFAULT_WINDOW, "default")
