"""What the many clients with ``{"mcpServers": {name: …}}`` have in common; each says only how it differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from inspector.config.dialect import AT_HOME, PROJECT_WINS, Dialect, Translate, Translated, read_servers
from inspector.config.documents import Document
from inspector.config.model import ConfigReading, Expansion
from inspector.config.places import Location, Places
from inspector.errors import FileError

ROOT = "mcpServers"
"""The key that makes a file one of this family."""


def family(
    *,
    id: str,
    title: str,
    expansion: Expansion,
    off_switch: str,
    own: tuple[str, ...] = (),
    locations: Callable[[Places], Iterable[Location]] = lambda places: (),
    signs: Callable[[Mapping[str, Any]], int] = lambda entry: 0,
    file_signs: Callable[[Document], int] = lambda document: 0,
    translate: Translate = lambda name, entry: Translated(entry),
    directory: str | None = None,
    precedence: str = PROJECT_WINS,
) -> Dialect:
    """Return the dialect of a client of this family.

    `own` are its places as path ends (``.cursor/mcp.json``), `signs` tells how clearly one entry is of this client
    and no other, `file_signs` the same of the file around it. `directory` replaces where servers start.
    """

    def fit(document: Document) -> int:
        entries = entries_under(document.value, ROOT)
        if entries is None:
            return 0
        at_home = AT_HOME if document.stands_at(*own) else 0
        given_away = max((signs(entry) for entry in entries.values() if isinstance(entry, Mapping)), default=0)
        return at_home + given_away + file_signs(document)

    def read(document: Document) -> ConfigReading:
        return read_servers(
            document,
            required(document, document.value, ROOT).items(),
            client=id,
            expansion=expansion,
            root=ROOT,
            directory=document.directory(*own) if directory is None else directory,
            translate=translate,
        )

    return Dialect(id, title, expansion, off_switch, locations, fit, read, precedence)


def entries_under(value: Any, root: str) -> Mapping[str, Any] | None:
    """Return the object under the key `root` of `value`, None where there is none."""
    found = value.get(root) if isinstance(value, Mapping) else None
    return found if isinstance(found, Mapping) else None


def required(document: Document, value: Any, root: str) -> Mapping[str, Any]:
    """Return the object under `root`; raise `FileError` when something else stands there."""
    found = entries_under(value, root)
    if found is None:
        raise FileError(f"{document.source}: “{root}” is not an object", f"write {{“{root}”: {{“name”: {{…}}}}}}")
    return found


def texts_of(entry: Mapping[str, Any]) -> Iterable[str]:
    """Yield the texts of an entry and of its lists and objects, in which a client's way of variables may show."""
    for value in entry.values():
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else (value,)
        yield from (text for text in inner if isinstance(text, str))
