"""One spelling of a JSON value, so that equal definitions have equal digests whatever their key order."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

_MAYBE_FLOAT = re.compile(r"\.0|\d[eE][-+]?\d")
_SURROGATE = re.compile("[\ud800-\udfff]")


def compact_json(value: Any) -> str:
    """Return `value` as JavaScript's ``JSON.stringify`` writes it: no spaces, key order kept, few escapes.

    Numbers with a fraction or an exponent are spelled as JavaScript does (``1.0`` as ``1``, ``1e-05`` as
    ``0.00001``), halves of surrogate pairs as ``\\udXXX``. Whole numbers keep all their digits.
    """
    return _dumped(value, sort_keys=False)


def canonical_json(value: Any) -> str:
    """Return `value` as compact JSON with sorted keys: the text that digests are made of."""
    return _dumped(value, sort_keys=True)


def _dumped(value: Any, *, sort_keys: bool) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)
    except RecursionError:
        # A schema nested hundreds of levels deep is a server's mistake, not a reason to stop.
        text = _written(value, sort_keys)
    # Walking a whole schema costs more than writing it, and almost none holds such a number.
    if (".0" in text or "e-" in text or "e+" in text) and _MAYBE_FLOAT.search(text):
        text = _written(value, sort_keys)
    if not text.isascii() and _SURROGATE.search(text):
        text = _escaped_surrogates(text)
    return text


def compact_json_list(values: Iterable[Any]) -> str:
    """Return the compact JSON of a list of `values`, which are not held together: definitions are megabytes."""
    return f"[{','.join(map(compact_json, values))}]"


def digest(value: Any) -> str:
    """Return the SHA-256 (64 hex digits) of the canonical JSON of `value`."""
    return text_digest(canonical_json(value))


def text_digest(text: str) -> str:
    """Return the SHA-256 (64 hex digits) of `text`; lone surrogates, which JSON can carry, are kept apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def utf16_length(text: str) -> int:
    """Return the length of `text` as JavaScript counts it: UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_cut(text: str, length: int) -> str:
    """Return the first `length` UTF-16 code units of `text`, as JavaScript cuts it: half a character may stay."""
    if text.isascii():
        return text[:length]
    return text.encode("utf-16-le", "surrogatepass")[: 2 * length].decode("utf-16-le", "surrogatepass")


class _Piece(str):
    """Text that is JSON already, among values still to be written."""


def _written(value: Any, sort_keys: bool) -> str:
    """Write `value` without recursion: what is still to be written waits on a list, last things first."""
    written: list[str] = []
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, _Piece):
            written.append(item)
        elif isinstance(item, float):
            written.append(_number(item))
        elif isinstance(item, dict):
            members = sorted(item.items()) if sort_keys else list(item.items())
            waiting.append(_Piece("}"))
            for at in range(len(members) - 1, -1, -1):
                key, member = members[at]
                waiting += (member, _Piece(("," if at else "") + _plain(str(key)) + ":"))
            waiting.append(_Piece("{"))
        elif isinstance(item, list | tuple):
            waiting.append(_Piece("]"))
            for at in range(len(item) - 1, -1, -1):
                waiting += (item[at], _Piece(",")) if at else (item[at],)
            waiting.append(_Piece("["))
        else:
            written.append(_plain(item))
    return "".join(written)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """Spell a number as JavaScript does: digits up to 1e21 and down to 1e-6, an exponent without zeros beyond."""
    if value != value or value in (float("inf"), float("-inf")):
        return "null"
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        text = format(Decimal(repr(value)), "f")
        return text.removesuffix(".0")
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa}e{int(exponent):+d}"


def _escaped_surrogates(text: str) -> str:
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", paired)
