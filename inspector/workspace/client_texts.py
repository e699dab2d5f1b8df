"""The sentences of the person's own clients, kept from a verification so that previews show what is really sent."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache

from inspector.errors import FileError
from inspector.hosts import RecordedTexts
from inspector.storage import make_folder, read_text, write_atomic
from inspector.user_folders import user_data


def keep_texts(host: str, client: str, texts: Mapping[str, str]) -> None:
    """Keep `texts` (by text id) of `client` ("Claude Code 2.1.332") for previews of `host`, in place of earlier ones.

    Nothing is done where there are none. Raises `FileError`.
    """
    if texts:
        path = _path(host)
        make_folder(os.path.dirname(path))
        value = {"recorded_from": client, "texts": dict(texts)}
        write_atomic(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n", backup=False)


def kept_texts(host: str) -> RecordedTexts:
    """Return the sentences kept for the host `host`; none where none were recorded or the file cannot be used."""
    path = _path(host)
    try:
        changed = os.stat(path).st_mtime_ns
    except OSError:
        return RecordedTexts()
    return _read(path, changed)


@lru_cache(maxsize=16)
def _read(path: str, changed: int) -> RecordedTexts:
    try:
        value = json.loads(read_text(path))
        texts = tuple((str(name), str(text)) for name, text in value["texts"].items())
        return RecordedTexts(texts, str(value["recorded_from"]))
    except (FileError, ValueError, TypeError, KeyError, AttributeError):
        return RecordedTexts()


def _path(host: str) -> str:
    return str(user_data("client-texts", f"{host}.json"))
