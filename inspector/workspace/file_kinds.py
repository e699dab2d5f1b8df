"""What a file named by hand is: a toolset, a saved listing, or a client's configuration."""

from __future__ import annotations

import os
from dataclasses import replace

from inspector.errors import FileError, InspectorError
from inspector.sources.saved import read_catalog_file
from inspector.storage import exists
from inspector.workspace.inputs import Inputs

_TOOLSET_KEYS = ("default_host", "configs", "tools", "servers", "model", "window")


def inputs_for_file(path: str, given: Inputs) -> Inputs:
    """Return `given` with the file at `path` added as what it is; raise `FileError` where there is none."""
    place = os.path.expanduser(path)
    if not exists(place):
        raise FileError(f"{path}: there is no such file", "check the spelling")
    if _is_toolset(place):
        return replace(given, toolset=place)
    if place.endswith(".json"):
        try:
            listings = read_catalog_file(place).listings
        except InspectorError:
            listings = ()
        if listings:
            return replace(given, catalogs=(*given.catalogs, place))
    return replace(given, configs=(*given.configs, place))


def _is_toolset(path: str) -> bool:
    """Return whether a TOML file is a toolset: Codex's configuration is TOML too."""
    if not path.endswith(".toml"):
        return False
    import tomllib

    from inspector.storage import read_text

    try:
        content = tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, InspectorError):
        return os.path.basename(path) == "toolset.toml"
    return "mcp_servers" not in content and any(key in content for key in _TOOLSET_KEYS)
