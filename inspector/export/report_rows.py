"""What a plain report holds: one host's view of every tool, as values made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One tool: id, server, the name the model sees, state with reason, tokens of its definition, texts.

    `tokens` is None where the host refuses the tool. `words` is the additional search text.
    """

    tool: str
    server: str
    name: str
    state: str
    reason: str
    tokens: int | None
    words: str
    description: str


@dataclass(frozen=True, slots=True)
class Report:
    """One host's plan with its figures. `counter` names what counted the tokens, `label` how it is known.

    `upfront`, `deferred` and `saved` are tokens; `rule` is the threshold decision in words.
    """

    host: str
    title: str
    version: str
    model: str | None
    window: int
    counter: str
    label: str
    rule: str
    upfront: int
    deferred: int
    saved: int
    rows: Sequence[ReportRow]
