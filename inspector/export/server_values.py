"""How a server is reached, without secrets and with references in the target's own form."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from inspector.config.model import ServerSpec
from inspector.export.reference_syntax import ReferenceTranslation
from inspector.export.secret_references import Moved, ServerReferences


@dataclass(frozen=True, slots=True)
class ServerValues:
    """The parts of a server as they may be written. Empty ones are to be left out.

    `moved` are the variables to be set, `unfilled` the parts with references the target leaves standing.
    """

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    url: str
    headers: Mapping[str, str]
    moved: tuple[Moved, ...]
    unfilled: tuple[str, ...]

    def process(self, *, folder: bool = True) -> dict[str, Any]:
        """Return ``command``, ``args``, ``env`` and (where `folder`) ``cwd``, as most clients spell them."""
        entry: dict[str, Any] = {"command": self.command}
        entry |= {"args": list(self.args)} if self.args else {}
        entry |= {"env": dict(self.env)} if self.env else {}
        return entry | ({"cwd": self.cwd} if self.cwd and folder else {})


def server_values(spec: ServerSpec, translation: ReferenceTranslation) -> ServerValues:
    """Return the values of `spec`, whose client's own references become those of the translation's target.

    A relative start folder is made absolute: the new file may stand elsewhere.
    """
    return values_of(translation.neutral(spec), spec, translation)


def values_of(neutral: ServerSpec, spec: ServerSpec, translation: ReferenceTranslation) -> ServerValues:
    """Return the values of `neutral`, the form of `spec` (or of a part of it) with neutral references."""
    private = ServerReferences(spec.name, translation.names, braces=True)
    before = len(translation.moved)
    unfilled: list[str] = []

    def done(text: str, field: str) -> str:
        rendered = translation.render(text, field, spec.expansion, spec.name)
        if rendered.unfilled:
            unfilled.append(field)
        return rendered.text

    command = done(private.argument(neutral.command, "command"), "command") if neutral.command else ""
    args = tuple(done(text, "args") for text in private.arguments(neutral.args, neutral.command))
    env = {name: done(private.private(value, "env", name), "env") for name, value in neutral.env.items()}
    cwd = done(private.argument(_folder(neutral, spec.directory), "cwd"), "cwd") if neutral.cwd else ""
    url = done(private.url(neutral.url), "url") if neutral.url else ""
    headers = {n: done(private.private(value, "header", n), "headers") for n, value in neutral.headers.items()}
    moved = {each.variable: each for each in (*private.moved, *translation.moved[before:])}
    written = repr((command, args, env, cwd, url, headers))
    return ServerValues(
        *(command, args, env, cwd, url, headers),
        moved=tuple(each for each in moved.values() if each.variable in written),
        unfilled=tuple(dict.fromkeys(unfilled)),
    )


def without_private(neutral: ServerSpec) -> ServerSpec:
    """Return `neutral` without environment and headers, for targets that name them instead."""
    return replace(neutral, env={}, headers={})


def _folder(neutral: ServerSpec, directory: str) -> str:
    folder = neutral.cwd or ""
    return folder if folder.startswith("${") else os.path.join(directory, folder)
