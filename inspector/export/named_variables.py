"""Environment and headers for products that name variables instead of filling them in (Codex)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.config.model import ServerSpec
from inspector.export.reference_syntax import NEUTRAL
from inspector.export.secret_references import Moved, VariableNames
from inspector.export.warning_codes import ExportWarning

_BEARER = re.compile(r"Bearer (\$\{[^}]+\})")


@dataclass(frozen=True, slots=True)
class NamedVariables:
    """Variables by what they fill: `env` are handed on under their own names, `headers` by header, `bearer` the token.

    `empty_env` are written empty. `moved` are those the person has to set anew, with what they held.
    """

    env: tuple[str, ...]
    empty_env: tuple[str, ...]
    headers: Mapping[str, str]
    bearer: str
    moved: tuple[Moved, ...]

    def warnings(self, server: str) -> Iterator[ExportWarning]:
        """Yield what has to be set."""
        if self.moved:
            listed = ", ".join(f"{each.variable} ({each.what})" for each in self.moved)
            yield ExportWarning("SECRET_INLINE", f"{server}: values are not written; set {listed}", (server,))


def named_variables(neutral: ServerSpec, names: VariableNames) -> NamedVariables:
    """Return the variables for the environment and headers of `neutral`, whose references are in the neutral form."""
    env: list[str] = []
    empty: list[str] = []
    moved: list[Moved] = []
    for name, value in neutral.env.items():
        if not value:
            empty.append(name)
            continue
        env.append(name)
        if value != f"${{{name}}}":
            moved.append(Moved(name, f"env {name}{_meant(value)}"))
    headers: dict[str, str] = {}
    bearer = ""
    for header, value in neutral.headers.items():
        token = _variable(found[1]) if (found := _BEARER.fullmatch(value)) else ""
        if token and header.lower() == "authorization":
            bearer = token
            continue
        variable = _variable(value)
        if not variable:
            variable = names.fresh(neutral.name, header)
            moved.append(Moved(variable, f"header {header}{_meant(value)}"))
        headers[header] = variable
    return NamedVariables(tuple(env), tuple(empty), headers, bearer, tuple(moved))


def _variable(value: str) -> str:
    found = NEUTRAL.fullmatch(value)
    return found["name"] if found and found["default"] is None else ""


def _meant(value: str) -> str:
    """Return which variables the value was made of; their names are no secrets."""
    used = ", ".join(dict.fromkeys(match["name"] for match in NEUTRAL.finditer(value)))
    return f" from {used}" if used else ""
