"""Any JSON, and JSON with one value replaced by any other: what files and servers may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from inspector.errors import InspectorError

T = TypeVar("T")

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)


def json_values(keys: st.SearchStrategy[str] | None = None, most: int = 12) -> st.SearchStrategy[Any]:
    """Any JSON value of a few parts; `keys` are the names objects may have, by default any text."""
    names = st.text(max_size=8) if keys is None else keys
    return st.recursive(
        SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=most
    )


def places(value: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in `value` at which a value stands, the whole included."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [place, *(found for key, inner in items for found in places(inner, (*place, key)))]


def replaced(value: Any, place: tuple[str | int, ...], new: Any) -> Any:
    """A copy of `value` with `new` at `place`."""
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = replaced(value[place[0]], place[1:], new)
    return copy


def read_or_refused(read: Callable[[], T]) -> T | str:
    """What `read` gives, or the message with which it refuses; any other exception goes through."""
    try:
        return read()
    except InspectorError as error:
        return error.message
