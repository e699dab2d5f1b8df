"""What a verification recorded: written to a folder of the person's, and a client's sentences kept for previews."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from inspector.errors import FileError
from inspector.storage import make_folder, read_text, write_atomic
from inspector.user_folders import user_data
from inspector.workspace.verifying import Verified


@dataclass(frozen=True, slots=True)
class ClientTexts:
    """A client's own sentences by text id, and which client and version they are from (empty: none are kept)."""

    texts: Mapping[str, str] = field(default_factory=dict)
    recorded_from: str = ""


def write_recording(verified: Verified, folder: str) -> tuple[str, ...]:
    """Write the recording below `folder`, made where missing, and return the paths; earlier files are backed up.

    The client's sentences are kept for previews as well. Raises `FileError`.
    """
    written = []
    for name, text in verified.files.items():
        path = os.path.join(folder, name)
        make_folder(os.path.dirname(path))
        write_atomic(path, text)
        written.append(path)
    keep_texts(verified)
    return tuple(written)


def keep_texts(verified: Verified) -> None:
    """Keep the client's sentences for previews of its host, in place of earlier ones; nothing where it has none."""
    if not verified.observed.texts:
        return
    value = {
        "recorded_from": f"{verified.observed.title} {verified.observed.version}",
        "texts": dict(verified.observed.texts),
    }
    path = _path(verified.agreement.host)
    make_folder(os.path.dirname(path))
    write_atomic(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n", backup=False)


def kept_texts(host: str) -> ClientTexts:
    """Return the sentences kept for the host `host`; none where none were recorded or the file cannot be used."""
    path = _path(host)
    try:
        changed = os.stat(path).st_mtime_ns
    except OSError:
        return ClientTexts()
    return _read(path, changed)


@lru_cache(maxsize=16)
def _read(path: str, changed: int) -> ClientTexts:
    try:
        value = json.loads(read_text(path))
        texts = {str(name): str(text) for name, text in value["texts"].items()}
        return ClientTexts(texts, str(value["recorded_from"]))
    except (FileError, ValueError, TypeError, KeyError, AttributeError):
        return ClientTexts()


def _path(host: str) -> str:
    return str(user_data("client-texts", f"{host}.json"))
