"""Folders that ship with the product: ``themes`` and ``sample_configs``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from inspector.errors import FileError

Folder = Literal["themes", "sample_configs"]


def bundled_folder(folder: Folder) -> Path:
    """Return the folder: inside the package in an installed wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    packed = package / "_data" / folder
    # An editable install has no _data: the wheel puts the top-level folders there.
    return packed if packed.is_dir() else package.parent / folder


def bundled_file(folder: Folder, *names: str) -> Path:
    """Return a file of `folder`, by the names on the way to it; raise `FileError` when this installation lacks it."""
    path = bundled_folder(folder).joinpath(*names)
    if not path.is_file():
        raise FileError(f"{path} is missing from this installation", "install tool-search-inspector again")
    return path
