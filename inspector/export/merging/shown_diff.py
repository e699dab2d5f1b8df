"""The difference between two texts of a configuration file as it may be shown: without the secrets in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from inspector.config.documents import parse_document
from inspector.errors import FileError
from inspector.redaction import SHORTEST_SECRET, is_secret_name, looks_secret, redact_argument, scrub, secret_values
from inspector.text_diff import diff

_QUOTED = re.compile(r"""["']([^"'\n]{8,})["']""")
_PRIVATE = ("env", "environment", "envs", "headers", "http_headers", "requestOptions")


def shown_diff(old: str, new: str, path: str) -> str:
    """Return the unified diff from `old` to `new`, both called `path`, with ``•••`` for what looks secret in either."""
    secrets = {secret for text in (old, new) for secret in _secrets(text, path)}
    return scrub(diff(old, new, path), secrets)


def _secrets(text: str, path: str) -> set[str]:
    if not text.strip():
        return set()
    try:
        value = parse_document(text, PurePath(path), path).value
    except FileError:
        # What cannot be read may hold secrets anywhere: all its longer texts are masked.
        return set(_QUOTED.findall(text))
    return {secret for secret in _within(value, "", False) if len(secret) >= SHORTEST_SECRET}


def _within(value: Any, key: str, private: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _within(inner, str(name), private or str(name) in _PRIVATE)
    elif isinstance(value, list):
        texts = [item for item in value if isinstance(item, str)]
        yield from secret_values(args=texts)
        for item in value:
            yield from _within(item, key, private)
    elif isinstance(value, str):
        if private or is_secret_name(key) or looks_secret(value):
            # A reference holds no secret, and seeing it tells what is to be set.
            yield from () if _only_reference(value) else secret_values(headers={key: value})
        else:
            yield from secret_values(url=value, args=[value] if redact_argument(value) != value else [])


def _only_reference(value: str) -> bool:
    bare = value.removeprefix("Bearer ").strip()
    return (bare.startswith(("${", "{env:")) and bare.endswith("}") and ":-" not in bare) or value == ""
