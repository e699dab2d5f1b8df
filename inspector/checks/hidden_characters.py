"""Characters that a person does not see and a model reads: by kind, those with an honest use left out."""

from __future__ import annotations

import re
import unicodedata

# Overrides, embeddings and isolates reorder what is seen; tags and variation selectors' supplement carry hidden text.
REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]")
"""Characters that make a person read something else than a model does."""

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0]"
)
"""Characters without a shape."""

CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
"""Control characters but for tabs, line ends and form feeds; terminal escapes begin with one."""

_FLAG = "\U0001f3f4"
_JOINERS = "\u200c\u200d"
_TERMINATOR = "\U000e007f"


def may_hide(json_text: str) -> bool:
    """Whether a JSON text may hold one of these characters, raw or as an escape: for asking once, and quickly."""
    if "\\u00" in json_text or "\\b" in json_text or "\x7f" in json_text:
        return True
    if json_text.isascii():
        return False
    return any(pattern.search(json_text) for pattern in (REORDERING, INVISIBLE, CONTROL))


def reordering(text: str) -> list[str]:
    """Return the characters of `text` that reorder or hide it; tags that make a flag are left out."""
    found = REORDERING.finditer(text)
    return [each.group() for each in found if not _in_flag(text, each.start())]


def invisible(text: str) -> list[str]:
    """Return the characters of `text` without a shape, but for joiners that emoji and scripts are written with."""
    return [each.group() for each in INVISIBLE.finditer(text) if not _joins(text, each.start())]


def control(text: str) -> list[str]:
    """Return the control characters of `text`."""
    return CONTROL.findall(text)


def named(characters: list[str]) -> str:
    """Return what the characters are called, each once, with how often it stands: ``U+202E (2)``."""
    counted = {each: characters.count(each) for each in dict.fromkeys(characters)}
    told = [f"U+{ord(each):04X}" + (f" ({count:,} times)" if count > 1 else "") for each, count in counted.items()]
    return ", ".join(told[:4]) + (f" and {len(told) - 4} more" if len(told) > 4 else "")


def _in_flag(text: str, at: int) -> bool:
    return "\U000e0020" <= text[at] <= _TERMINATOR and _FLAG in text[max(0, at - 8) : at]


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands between two emoji, or two letters of a script that is written with joiners."""
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    return all(_is_joinable(text[place]) for place in (at - 1, at + 1))


def _is_joinable(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk", "Mn", "Mc") or (
        character.isalpha() and ord(character) >= 0x0600 and not character.isascii()
    )
