"""Variables in a server's configuration: named early, expanded only at the moment of connecting."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from types import MappingProxyType

from inspector.config.env_file import parse_env
from inspector.config.expansion_rules import RULES, ExpansionRule
from inspector.config.model import ServerSpec
from inspector.errors import FileError, ServerError
from inspector.storage import read_text

Read = Callable[[str], str]
"""Returns the text of a file or raises `FileError`."""


class MissingVariable(ServerError):
    """A server cannot be reached because parts of its configuration have no value; all of them are named at once.

    `names` are what has to be given: variables, then what only the client knows (``input:token``), which can be given
    under just that name. `files` are complaints about files that could not be read. `reason` is the message without
    the server's name, for where that is told already.
    """

    def __init__(
        self,
        server: str,
        names: tuple[str, ...],
        *,
        own: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
        default: bool = True,
    ) -> None:
        told: list[str] = []
        hints: list[str] = []
        if names:
            one, it = (True, "it") if len(names) == 1 else (False, "them")
            told.append(f"the {'variable' if one else 'variables'} {', '.join(names)} {'is' if one else 'are'} not set")
            given = f"set {it} in the environment, or give {it} with --env {names[0]}=VALUE or --env-file FILE"
            hints.append(given + (f", or write a default: ${{{names[0]}:-…}}" if default else ""))
        if own:
            shown = ", ".join(f"${{{name}}}" for name in own)
            told.append(
                f"{shown} {'is' if len(own) == 1 else 'are'} known to the client alone, which asks for it or keeps it"
            )
            hints.append(f"give the value with --env {own[0]}=VALUE")
        hint = "; ".join(hints) or "correct the path in the configuration"
        self.reason = "; ".join((*told, *files))
        super().__init__(f"{server}: {self.reason}", hint)
        self.server = server
        self.names = (*names, *own)


def connection_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return `environment` as connections see it: with ``TSI_PYTHON``, the Python that runs this program.

    Sample configurations start Python servers with ``${TSI_PYTHON:-python3}``, which works in any
    environment the program is installed in. A value the person has set is kept.
    """
    return MappingProxyType({"TSI_PYTHON": sys.executable, **environment})


def variables(spec: ServerSpec) -> tuple[str, ...]:
    """Return the names of the variables `spec` refers to, each once, in the order they first appear.

    What only the client knows is among them, with its kind: ``input:token``, ``keyring:name``.
    """
    rule = RULES[spec.expansion]
    found: list[str] = []
    if rule is not None:
        for field, text in _texts(spec):
            if field in rule.fields:
                found += [name for match in rule.pattern.finditer(text) if (name := _name(match))]
    found += [value.variable for value in spec.borrowed]
    return tuple(dict.fromkeys(found))


def filled_in(spec: ServerSpec) -> tuple[str, ...]:
    """Return what of this machine would be sent to the remote server of `spec`, each once.

    That is variables in its URL and headers by name, and files whose content goes there as ``file PATH``; of a stdio
    server nothing is sent.
    """
    if spec.transport == "stdio":
        return ()
    sent = replace(spec, command="", args=(), env=MappingProxyType({}), cwd=None, env_files=())
    rule = RULES[spec.expansion]
    files = [
        f"file {match['file']}"
        for field, text in _texts(sent)
        for match in (rule.pattern.finditer(text) if rule is not None and field in rule.fields else ())
        if match.groupdict().get("file")
    ]
    return tuple(dict.fromkeys((*variables(sent), *files)))


def missing(spec: ServerSpec, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names without which `spec` cannot be connected; a front end may ask for them."""
    try:
        expand(spec, environment, read=lambda path: "")
    except MissingVariable as error:
        return error.names
    return ()


def expand(spec: ServerSpec, environment: Mapping[str, str], *, read: Read = read_text) -> ServerSpec:
    """Return `spec` as its client would connect: variables, folders, files and borrowed values filled in.

    Values are not looked at again, so a value may itself hold ``${``. `read` gives the texts of files that the
    configuration refers to. Raises `MissingVariable` naming everything that has no value.
    """
    filler = _Filler(spec, environment, read)
    env = dict(filler.env_files(spec.env_files)) | filler.named(spec.env, "env")
    headers = filler.named(spec.headers, "headers")
    for value in spec.borrowed:
        target = env if value.kind == "env" else headers
        given = environment.get(value.variable)
        if given:
            target[value.name] = f"Bearer {given}" if value.kind == "bearer" else given
        elif value.required and value.name not in target:
            filler.missing[value.variable] = None
    expanded = replace(
        spec,
        command=filler.text(spec.command, "command"),
        args=tuple(filler.text(argument, "args") for argument in spec.args),
        env=MappingProxyType(env),
        cwd=None if spec.cwd is None else filler.text(spec.cwd, "cwd"),
        url=filler.text(spec.url, "url"),
        headers=MappingProxyType(headers),
        expansion="none",
        env_files=(),
        borrowed=(),
    )
    if filler.missing or filler.own or filler.files:
        names = tuple(sorted(filler.missing, key=variables(spec).index))
        raise MissingVariable(
            spec.name, names, own=tuple(filler.own), files=tuple(filler.files), default=filler.has_default
        )
    return expanded


class _Filler:
    """Fills the texts of one server and collects what it could not fill."""

    def __init__(self, spec: ServerSpec, environment: Mapping[str, str], read: Read) -> None:
        self.missing: dict[str, None] = {}
        self.own: dict[str, None] = {}
        self.files: dict[str, None] = {}
        self._spec = spec
        self._rule: ExpansionRule | None = RULES[spec.expansion]
        self._environment = {**environment, **spec.env} if self._rule and self._rule.own_env else environment
        self._read = read

    @property
    def has_default(self) -> bool:
        return self._rule is not None and self._rule.has_default

    def text(self, text: str, field: str) -> str:
        rule = self._rule
        if rule is None or field not in rule.fields:
            return text
        undefined = rule.undefined_env if field == "env" and rule.undefined_env else rule.undefined

        def value(match: re.Match[str]) -> str:
            groups = match.groupdict()
            if groups.get("file"):
                return self._content(groups["file"]).strip()
            if groups.get("place"):
                return self._place(groups["place"])
            name = _name(match)
            if name in self._environment:
                return self._environment[name]
            if groups.get("default") is not None:
                return str(groups["default"])
            if groups.get("own") or undefined == "missing":
                (self.own if groups.get("own") else self.missing)[name] = None
                return ""
            return match[0] if undefined == "keep" else ""

        return rule.pattern.sub(value, text)

    def named(self, values: Mapping[str, str], field: str) -> dict[str, str]:
        return {name: self.text(text, field) for name, text in values.items()}

    def env_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        for path in paths:
            place = os.path.join(self._spec.directory, self._at_home(self.text(path, "cwd")))
            try:
                yield from parse_env(self._read(place), place).items()
            except FileError as error:
                self.files[error.message] = None

    def _content(self, path: str) -> str:
        try:
            return self._read(os.path.join(os.path.dirname(self._spec.source), self._at_home(path)))
        except FileError as error:
            self.files[error.message] = None
            return ""

    @property
    def _home(self) -> str:
        return self._environment.get("HOME") or self._environment.get("USERPROFILE") or "~"

    def _at_home(self, path: str) -> str:
        return os.path.join(self._home, path[2:]) if path.startswith("~/") else path

    def _place(self, name: str) -> str:
        if name in ("pathSeparator", "/"):
            return os.sep
        if name == "userHome":
            return self._home
        folder = self._spec.directory or self._environment.get("PWD", ".")
        return PurePath(folder).name if name == "workspaceFolderBasename" else folder


def _name(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return groups.get("env") or groups.get("bare") or groups.get("own") or ""


def _texts(spec: ServerSpec) -> Iterator[tuple[str, str]]:
    yield "command", spec.command
    yield from (("args", argument) for argument in spec.args)
    yield from (("env", value) for value in spec.env.values())
    yield from (("cwd", path) for path in (spec.cwd or "", *spec.env_files))
    yield "url", spec.url
    yield from (("headers", value) for value in spec.headers.values())
