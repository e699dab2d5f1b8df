"""What a definition hides from people, or says to models behind their backs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from inspector.catalog import Tool
from inspector.checks.finding import Checked, Finding

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset("\u200b\u2060\ufeff\u00ad\u180e") | frozenset(map(chr, range(0xE0000, 0xE0080)))
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_ORDERS = re.compile(
    r"<\s*/?\s*(?:important|system)\s*>"
    r"|\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier)\s+(?:instruction|prompt|rule)"
    r"|\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal)\b[^.]{0,40}\b(?:user|human|anyone)\b"
    r"|\bwithout\s+(?:telling|informing|asking)\s+the\s+user\b",
    re.IGNORECASE,
)
# Letters of other scripts that look like Latin ones: enough to catch names made to be taken for another's.
_LOOKALIKES = str.maketrans("аеорсухіјѕԁɡһӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsdghlABEZHIKMNOPTYX")


def safety(checked: Checked) -> Iterator[Finding]:
    """Yield SAFE001 to SAFE005."""
    plain = {tool.name for tool in checked.catalog if tool.name.isascii()}
    for tool in checked.catalog:
        for part, text in (("name", tool.name), ("description", tool.description), ("title", tool.title)):
            yield from _characters(tool, part, text)
        yield from _orders(tool)
        if not tool.name.isascii():
            skeleton = unicodedata.normalize("NFKC", tool.name).translate(_LOOKALIKES)
            if skeleton != tool.name and skeleton in plain:
                reason = f"its name looks like “{skeleton}” and is spelt with other letters"
                yield Finding("SAFE004", "error", tool.id, reason, "do not use this server until you know why", "name")
    for place, what in checked.approved.items():
        fix = "look at tsi diff, then approve anew: tsi snapshot --lock"
        yield Finding("SAFE005", "error", place, what, fix)


def _characters(tool: Tool, part: str, text: str) -> Iterator[Finding]:
    if any(character in _BIDI for character in text):
        reason = f"its {part} holds characters that turn the reading direction round"
        yield Finding("SAFE001", "error", tool.id, reason, "remove them", part)
    hidden = [character for character in text if character in _INVISIBLE]
    if hidden and not (part == "description" and hidden == ["\ufeff"]):
        reason = f"its {part} holds {len(hidden)} invisible characters, which models read and people do not"
        yield Finding("SAFE001", "error", tool.id, reason, "remove them", part)
    if _CONTROL.search(text):
        reason = f"its {part} holds control characters, such as those that steer terminals"
        yield Finding("SAFE002", "error", tool.id, reason, "remove them", part)


def _orders(tool: Tool) -> Iterator[Finding]:
    found = _ORDERS.search(f"{tool.description}\n{tool.schema_json}")
    if found is not None:
        reason = f"it gives the model orders: “{found.group(0)[:60]}”"
        yield Finding("SAFE003", "error", tool.id, reason, "read the whole definition before you use it", "description")
