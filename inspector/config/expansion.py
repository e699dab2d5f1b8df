"""Variables in a server's configuration: named early, expanded only at the moment of connecting."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from inspector.config.model import ServerSpec
from inspector.errors import ServerError

_REFERENCE = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")


class MissingVariable(ServerError):
    """A server cannot be reached because variables of its configuration have no value; `names` lists them all."""

    def __init__(self, server: str, names: tuple[str, ...]) -> None:
        one = len(names) == 1
        super().__init__(
            f"{server}: the {'variable' if one else 'variables'} {', '.join(names)} {'is' if one else 'are'} not set",
            f"set {'it' if one else 'them'} in the environment, or write a default: ${{{names[0]}:-…}}",
        )
        self.server = server
        self.names = names


def connection_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return `environment` as connections see it: with ``TSI_PYTHON``, the Python that runs this program.

    Sample configurations start Python servers with ``${TSI_PYTHON:-python3}``, which works in any
    environment the program is installed in. A value the person has set is kept.
    """
    return MappingProxyType({"TSI_PYTHON": sys.executable, **environment})


def variables(spec: ServerSpec) -> tuple[str, ...]:
    """Return the names of the variables `spec` refers to, each once, in the order they first appear."""
    if spec.expansion == "none":
        return ()
    names = (match["name"] for text in _texts(spec) for match in _REFERENCE.finditer(text))
    return tuple(dict.fromkeys(names))


def expand(spec: ServerSpec, environment: Mapping[str, str]) -> ServerSpec:
    """Return `spec` with the variables of its command, args, env, cwd, url and headers replaced.

    ``${NAME}`` takes the value in `environment`, ``${NAME:-default}`` the default where there is none.
    Values are not looked at again, so a value may itself hold ``${``. Raises `MissingVariable` naming
    every variable that has neither value nor default.
    """
    if spec.expansion == "none":
        return spec
    missing: dict[str, None] = {}

    def value(match: re.Match[str]) -> str:
        name, default = match["name"], match["default"]
        if name in environment:
            return environment[name]
        if default is None:
            missing[name] = None
            return ""
        return str(default)

    def filled(text: str) -> str:
        return _REFERENCE.sub(value, text)

    expanded = replace(
        spec,
        command=filled(spec.command),
        args=tuple(filled(argument) for argument in spec.args),
        env=MappingProxyType({name: filled(text) for name, text in spec.env.items()}),
        cwd=None if spec.cwd is None else filled(spec.cwd),
        url=filled(spec.url),
        headers=MappingProxyType({name: filled(text) for name, text in spec.headers.items()}),
        expansion="none",
    )
    if missing:
        raise MissingVariable(spec.name, tuple(missing))
    return expanded


def _texts(spec: ServerSpec) -> Iterator[str]:
    yield spec.command
    yield from spec.args
    yield from spec.env.values()
    yield spec.cwd or ""
    yield spec.url
    yield from spec.headers.values()
