"""Token counters, measuring of (label, text) parts, context windows and prices; knows no host and no screen.

Importing this package loads the standard library only: tiktoken, ctok and genai-prices load on first use.
"""

from __future__ import annotations

from inspector.cost.counter import Count, TokenCounter, counted, counter, counter_for_model
from inspector.cost.known_models import is_known_model, known_models
from inspector.cost.measure import Measurement, measure, measure_many, totals_many
from inspector.cost.prices import Price, TurnPrice, cost_per_thousand_turns, price
from inspector.cost.windows import DEFAULT_WINDOW, Window, context_window

__all__ = [
    "DEFAULT_WINDOW",
    "Count",
    "Measurement",
    "Price",
    "TokenCounter",
    "TurnPrice",
    "Window",
    "context_window",
    "cost_per_thousand_turns",
    "counted",
    "counter",
    "counter_for_model",
    "is_known_model",
    "known_models",
    "measure",
    "measure_many",
    "price",
    "totals_many",
]
