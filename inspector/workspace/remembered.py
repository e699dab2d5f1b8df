"""What the app remembers of the person between starts: the theme they chose."""

from __future__ import annotations

import tomllib
from pathlib import Path

from inspector.errors import InspectorError
from inspector.storage import exists, make_folder, read_text, write_private
from inspector.user_folders import user_data


def remembered_theme() -> str:
    """Return the name of the theme chosen last; empty where none was, or it cannot be read any more."""
    path = _path()
    if not exists(path):
        return ""
    try:
        name = tomllib.loads(read_text(path)).get("theme", "")
    except (InspectorError, tomllib.TOMLDecodeError):
        return ""
    return name if isinstance(name, str) else ""


def remember_theme(name: str) -> None:
    """Keep `name` as the theme for the next start. Raises `FileError` when that fails."""
    import tomli_w

    path = _path()
    make_folder(path.parent)
    write_private(path, tomli_w.dumps({"theme": name}))


def _path() -> Path:
    return user_data("app.toml")
