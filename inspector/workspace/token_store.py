"""Token counts kept between starts, by digest of the text: nothing of the texts themselves is stored.

One file for each counter in the user's cache folder, a line per text. It is only a cache: what cannot be read is
counted again, what cannot be written is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from inspector import __version__
from inspector.catalog import text_digest
from inspector.cost import TokenCounter
from inspector.errors import FileError
from inspector.storage import exists, make_folder, read_text, write_atomic
from inspector.user_folders import user_cache

MOST = 100_000
"""How many counts a file holds; of more, the latest are kept."""

_UNSAFE = re.compile(r"[^a-z0-9]+")
_KEY_BYTES = 16


class TokenStore:
    """The counts of one counter on disk. A counter of another version or vocabulary has another file."""

    def __init__(self, counter: TokenCounter) -> None:
        identity = text_digest(f"{__version__}\n{counter.name}\n{counter.label}")[:12]
        name = _UNSAFE.sub("-", counter.name.lower()).strip("-")
        self.path: Path = user_cache("token-counts", f"{name}-{identity}.txt")

    def load(self) -> dict[bytes, int]:
        """Return the counts by digest of the text; none where there is no file, and none of its damaged lines."""
        if not exists(self.path):
            return {}
        try:
            text = read_text(self.path)
        except FileError:
            return {}
        found: dict[bytes, int] = {}
        for line in text.splitlines():
            key, _, tokens = line.partition(" ")
            if len(key) == 2 * _KEY_BYTES and tokens.isascii() and tokens.isdigit():
                try:
                    found[bytes.fromhex(key)] = int(tokens)
                except ValueError:
                    continue
        return found

    def keep(self, counts: Mapping[bytes, int]) -> None:
        """Add `counts` to the file; what another process wrote meanwhile stays."""
        merged = {**self.load(), **counts}
        latest = list(merged.items())[-MOST:]
        try:
            make_folder(self.path.parent)
            write_atomic(self.path, "".join(f"{key.hex()} {tokens}\n" for key, tokens in latest), backup=False)
        except FileError:
            return
