"""A configuration file as a value: JSON with comments, TOML or YAML, damaged JSON as far as it can be read."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

from inspector.config.json_reading import DamagedFile, parse_json, recover_json
from inspector.config.model import Scope
from inspector.errors import FileError

Format = Literal["json", "toml", "yaml"]
"""How a file is written; JSON always with comments and trailing commas."""

_EXTENSIONS: dict[str, Format] = {
    ".json": "json",
    ".jsonc": "json",
    ".json5": "json",
    ".toml": "toml",
    ".yaml": "yaml",
    ".yml": "yaml",
}
_TOML_START = re.compile(r"\A(?:\s|#[^\n]*\n)*(?:\[[\w.\"' -]+\]|[\w.\"'-]+\s*=)")
_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_TOML_END = " (at end of document)"


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file. `path` is absolute, `source` the path as shown to people.

    `folder` is where the client would start its servers, None where the file itself has to tell. `damage` is set
    when only parts could be read: then broken objects are `json_recovery.DamagedObject`.
    """

    value: Any
    path: PurePath
    source: str
    format: Format = "json"
    scope: Scope = "given"
    folder: PurePath | None = None
    damage: DamagedFile | None = None
    projects: tuple[str, ...] = ()

    def stands_at(self, *places: str) -> bool:
        """Return whether the path ends with one of `places`, such as ``.cursor/mcp.json``."""
        return any(self._ends_with(place) for place in places)

    def directory(self, *own: str) -> PurePath:
        """Return where servers start: `folder`, else what holds the client's `own` place, else the file's folder."""
        if self.folder is not None:
            return self.folder
        held = next((place for place in own if self._ends_with(place)), None)
        return self.path.parent if held is None else self.path.parents[len(PurePath(held).parts) - 1]

    def _ends_with(self, place: str) -> bool:
        parts = PurePath(place).parts
        return self.path.parts[-len(parts) :] == parts


def parse_document(
    text: str,
    path: PurePath,
    source: str,
    *,
    scope: Scope = "given",
    folder: PurePath | None = None,
    projects: tuple[str, ...] = (),
) -> Document:
    """Return the document written in `text`; raise `FileError` with file:line:column when nothing can be read."""
    form = _EXTENSIONS.get(path.suffix.lower()) or _guessed(text)
    if form != "json":
        value = _toml(text, source) if form == "toml" else _yaml(text, source)
        return Document(value, path, source, form, scope, folder, None, projects)
    try:
        return Document(parse_json(text, source), path, source, form, scope, folder, None, projects)
    except DamagedFile as damage:
        return Document(recover_json(text), path, source, form, scope, folder, damage, projects)


def _guessed(text: str) -> Format:
    """Return how a file with a name that does not say it is probably written."""
    start = text.lstrip("\ufeff \t\r\n")
    if _TOML_START.match(start):
        return "toml"
    return "json" if not start or start[0] in "{[/" else "yaml"


def _toml(text: str, source: str) -> Any:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        if place := _TOML_PLACE.search(reason):
            line, column = int(place[1]), int(place[2])
        else:
            line, column = text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1
        reason = _TOML_PLACE.sub("", reason).removesuffix(_TOML_END)
        raise DamagedFile(source, line, column, f"this is not valid TOML: {reason}") from None
    except RecursionError:
        raise FileError(
            f"{source}: the TOML is nested too deeply to be read", "check that it is the right file"
        ) from None


def _yaml(text: str, source: str) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        return YAML(typ="safe", pure=True).load(text.removeprefix("\ufeff"))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        reason = (error.problem or "it cannot be understood").partition("\n")[0]
        # The text after “found” may be a value of the file.
        raise DamagedFile(source, line, column, f"this is not valid YAML: {_without_values(reason)}") from None
    except (YAMLError, ValueError, RecursionError) as error:
        raise FileError(
            f"{source}: this is not valid YAML: {type(error).__name__}", "check that it is the right file"
        ) from None


def _without_values(reason: str) -> str:
    # Quoted are signs (kept) or words of the file, which may be values.
    return re.sub(r"""(['"])(.*?)\1""", lambda found: found[0] if len(found[2]) < 3 else "…", reason)
