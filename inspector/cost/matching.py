"""Whether a match of genai-prices' rules really means this model, and not a relative with a similar name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genai_prices.types import MatchLogic

_DATE = re.compile(r"20[0-9]{2}-?[01][0-9]-?[0-3][0-9]")
# What may follow a name without making it another model. A single digit would: claude-opus-4 is not 4-9.
_QUALIFIER = re.compile(r"latest|preview|exp|experimental|beta|thinking|[0-9]{2,4}")
_JOINTS = tuple("-@:.")


def surely_means(rule: MatchLogic, name: str) -> bool:
    """Tell whether `rule` matches the lower-case model `name` itself, or that plus a date or release word.

    genai-prices matches many models by prefix or substring, so that "gemini-2.5-pro-whatever" gets the price
    of gemini-2.5-pro, and a future "claude-opus-4-15" that of 4-1. Such matches are refused here.
    """
    from genai_prices import types

    if not rule.is_match(name):
        return False
    if isinstance(rule, types.ClauseEquals):
        return True
    if isinstance(rule, types.ClauseRegex):
        return rule.regex.endswith("$")
    if isinstance(rule, types.ClauseOr):
        return any(surely_means(clause, name) for clause in rule.or_)
    if isinstance(rule, types.ClauseAnd):
        return any(surely_means(clause, name) for clause in rule.and_)
    if isinstance(rule, types.ClauseStartsWith):
        # Fine-tuned names end in the customer's own words.
        return name.startswith("ft:") or _harmless_rest(name, len(rule.starts_with))
    if isinstance(rule, types.ClauseContains):
        start = name.index(rule.contains.lower())
        return _harmless_head(name[:start]) and _harmless_rest(name, start + len(rule.contains))
    return _harmless_head(name[: len(name) - len(rule.ends_with)])


def _harmless_head(head: str) -> bool:
    """Tell whether what stands before a match is a path or region, not the start of a longer name."""
    return not head or head[-1] in "/.:"


def _harmless_rest(name: str, end: int) -> bool:
    """Tell whether `name` from `end` on, where a rule's text ends, only dates or qualifies the model."""
    for date in _DATE.finditer(name):
        if date.start() <= end < date.end():
            end = date.end()  # some rules end inside a date: "claude-sonnet-4-2025"
    head, rest = name[:end], name[end:]
    if not rest:
        return True
    if rest[0].isdigit() and head[-1].isdigit():
        # … or inside a release number: "gemini-2.0-flash-0" + "01"; shorter ones may be another version.
        head = head.rstrip("0123456789")
        rest = name[len(head) :]
        if not re.match(r"[0-9]{3}(?![0-9])", rest):
            return False
    if rest[0] not in _JOINTS and head[-1:] not in _JOINTS:
        return False
    words = re.split("[-@:.]", re.sub(r"\bv[0-9]:[0-9]$", "", _DATE.sub("", rest)))  # Bedrock's "-v1:0"
    return all(not word or _QUALIFIER.fullmatch(word) for word in words)
