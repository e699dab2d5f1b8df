"""Text that others wrote, made harmless: the one definition of what may not reach a terminal as it stands.

Command line and app both show names, descriptions, errors and paths that come from servers and files. Both
disarm them here, so that neither shows what the other hides.
"""

from __future__ import annotations

import re

# C0 and C1 controls, soft hyphen, bidi and zero-width marks, line separators, tags, variation selectors
# supplement, and lone surrogates. A zero-width joiner between emoji is shown too: harmless and honest.
HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Everything that could move, hide or reorder terminal output; line feeds and tabs are not among it."""


def disarm(text: str) -> str:
    """Return `text` with everything that could move, hide or reorder terminal output made visible.

    Line feeds and tabs stay; ESC becomes ``␛``, other controls their picture or ``\\u{…}``.
    """
    return HOSTILE.sub(_visible, text)


def one_line(text: str) -> str:
    """Return `text` disarmed and on one line."""
    return disarm(" ".join(text.split()))


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"\\u{{{code:x}}}"
