"""Where this program keeps what belongs to the person: configuration, data to keep, and a cache that may be lost."""

from __future__ import annotations

from pathlib import Path


def user_config(*names: str) -> Path:
    """Return the path of a file among the person's own configuration of this program; nothing is created."""
    from platformdirs import user_config_path

    return user_config_path("tool-search-inspector", appauthor=False).joinpath(*names)


def user_data(*names: str) -> Path:
    """Return the path of a file among the person's own data of this program; nothing is created."""
    from platformdirs import user_data_path

    return user_data_path("tool-search-inspector", appauthor=False).joinpath(*names)


def user_cache(*names: str) -> Path:
    """Return the path of a file among what this program may lose at any time; nothing is created."""
    from platformdirs import user_cache_path

    return user_cache_path("tool-search-inspector", appauthor=False).joinpath(*names)
