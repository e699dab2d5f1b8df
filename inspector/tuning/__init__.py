"""What the person decided: pins, hidden tools, search words, host and model; loaded, edited and saved as values."""

from __future__ import annotations

from inspector.tuning.edits import Edit, SetEnabled, SetHidden, SetPin, SetText, SetValue, SetWords, TakeOver, Together
from inspector.tuning.history import EditHistory, Step
from inspector.tuning.keys import KEYS, Key
from inspector.tuning.load import TuningReading, load_tuning, parse_tuning, read_tuning
from inspector.tuning.model import ToolEdits, Tuning
from inspector.tuning.new import initial_tuning
from inspector.tuning.save import render_tuning, save_tuning

__all__ = [
    "KEYS",
    "Edit",
    "EditHistory",
    "Key",
    "SetEnabled",
    "SetHidden",
    "SetPin",
    "SetText",
    "SetValue",
    "SetWords",
    "Step",
    "TakeOver",
    "Together",
    "ToolEdits",
    "Tuning",
    "TuningReading",
    "initial_tuning",
    "load_tuning",
    "parse_tuning",
    "read_tuning",
    "render_tuning",
    "save_tuning",
]
