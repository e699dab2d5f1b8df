"""Where things are on this computer, given as values: no module of `clients` looks at the system itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from inspector.config.model import Scope


@dataclass(frozen=True, slots=True)
class Location:
    """A place where a client keeps servers; ``*`` in `path` stands for any name.

    `folder` is where the client starts the servers of this file, None for nowhere in particular.
    """

    path: PurePath
    scope: Scope
    folder: PurePath | None = None


@dataclass(frozen=True, slots=True)
class Places:
    """The home folder, the project folder and its parents up to the git root, variables, and `sys.platform`.

    `folders` begins with the project folder and ends with the git root; without git it is the project folder alone.
    """

    home: PurePath
    project: PurePath
    folders: tuple[PurePath, ...]
    platform: str = "linux"
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)

    def from_variable(self, name: str, otherwise: PurePath) -> PurePath:
        """Return the folder the variable `name` holds, `otherwise` where it is not set."""
        value = self.environ.get(name)
        return type(self.home)(value) if value else otherwise

    @property
    def xdg_config(self) -> PurePath:
        """``$XDG_CONFIG_HOME``, by default ``~/.config``, on every system."""
        return self.from_variable("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def roaming(self) -> PurePath:
        """``%APPDATA%``, by default ``~/AppData/Roaming``."""
        return self.from_variable("APPDATA", self.home / "AppData" / "Roaming")

    @property
    def local(self) -> PurePath:
        """``%LOCALAPPDATA%``, by default ``~/AppData/Local``."""
        return self.from_variable("LOCALAPPDATA", self.home / "AppData" / "Local")

    @property
    def applications(self) -> PurePath:
        """Where desktop applications keep their settings on this system."""
        if self.windows:
            return self.roaming
        return self.home / "Library" / "Application Support" if self.platform == "darwin" else self.xdg_config

    @property
    def windows(self) -> bool:
        """Whether this is Windows."""
        return self.platform == "win32"

    @property
    def opened(self) -> tuple[PurePath, ...]:
        """The folders an editor is probably opened on: the project folder and the git root."""
        return tuple(dict.fromkeys((self.project, self.folders[-1])))

    def user(self, *paths: PurePath) -> Iterator[Location]:
        """Yield `paths` as the person's own files; their servers start in the project folder."""
        return (Location(path, "user", self.project) for path in paths)

    def in_projects(self, name: str, *, walk: bool = False) -> Iterator[Location]:
        """Yield the project file `name` of the opened folders, or with `walk` of every folder up to the git root."""
        for folder in self.folders if walk else self.opened:
            yield Location(folder / name, "project", folder)
