"""How each client writes a reference to a variable, and the way from one client's form to another's.

In between stands the neutral form ``${NAME}`` and ``${NAME:-default}``, in which `secret_references` works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from inspector.config.expansion_rules import RULES
from inspector.config.model import Expansion, ServerSpec
from inspector.export.secret_references import Moved, VariableNames

NEUTRAL = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")
"""The neutral form of a reference."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PRIVATE = ("env", "headers")

_WRITTEN: Mapping[Expansion, Callable[[str], str]] = {
    "braces": lambda name: f"${{{name}}}",
    "gemini": lambda name: f"${{{name}}}",
    "copilot": lambda name: f"${{{name}}}",
    "x-code": lambda name: f"${{{name}}}",
    "vscode": lambda name: f"${{env:{name}}}",
    "mcpproxy": lambda name: f"${{env:{name}}}",
    "opencode": lambda name: f"{{env:{name}}}",
}
"""A reference as the clients that are written for take it; those that fill in nothing are missing."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text as the target takes it. `unfilled` are names of references the target leaves standing."""

    text: str
    unfilled: tuple[str, ...] = ()


class ReferenceTranslation:
    """Carries the references of all servers of one export over to `target`, the way of the product written for.

    `moved` collects, by server, the variables that have to be set because the target cannot say what was meant.
    """

    def __init__(self, target: Expansion, names: VariableNames) -> None:
        self.target = target
        self.names = names
        self.moved: list[Moved] = []
        self._originals: dict[tuple[Expansion, str], str] = {}
        self._meant: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def neutral(self, spec: ServerSpec) -> ServerSpec:
        """Return `spec` with every reference in the neutral form; borrowed values become references too."""
        env = {name: self._neutral(value, "env", spec) for name, value in spec.env.items()}
        headers = {name: self._neutral(value, "headers", spec) for name, value in spec.headers.items()}
        for value in spec.borrowed:
            reference = f"${{{value.variable}}}"
            kept = headers if value.kind != "env" else env
            kept[value.name] = f"Bearer {reference}" if value.kind == "bearer" else reference
        return replace(
            spec,
            command=self._neutral(spec.command, "command", spec),
            args=tuple(self._neutral(argument, "args", spec) for argument in spec.args),
            env=env,
            cwd=None if spec.cwd is None else self._neutral(spec.cwd, "cwd", spec),
            url=self._neutral(spec.url, "url", spec),
            headers=headers,
            expansion="braces",
            borrowed=(),
        )

    def render(self, text: str, field: str, source: Expansion, server: str) -> Rendered:
        """Return the neutral `text` in the target's form; `source` is the form it was written in at first."""
        written = _WRITTEN.get(self.target)
        rule = RULES[self.target]
        fills = rule is not None and written is not None and field in rule.fields
        unfilled: list[str] = []
        parts: list[str] = []
        end = 0
        for match in NEUTRAL.finditer(text):
            parts.append(self._literal(text[end : match.start()], field, server))
            end = match.end()
            name, default = match["name"], match["default"]
            original = self._originals.get((source, match[0]))
            if original is not None and (source == self.target or self._harmless(original, field)):
                parts.append(original)
                continue
            if name in self._meant:
                self.moved.append(Moved(name, self._meant[name]))
            if not fills or written is None or rule is None:
                unfilled.append(name)
                parts.append(f"${{{name}}}")
            elif default is not None and rule.has_default:
                parts.append(match[0])
            else:
                if default is not None:
                    self.moved.append(Moved(name, f"{field}; its default is not written"))
                parts.append(written(name))
        parts.append(self._literal(text[end:], field, server))
        return Rendered("".join(parts), tuple(unfilled))

    def _neutral(self, text: str, field: str, spec: ServerSpec) -> str:
        if spec.expansion == "braces":
            return text
        rule = RULES[spec.expansion]
        parts: list[str] = []
        end = 0
        for match in rule.pattern.finditer(text) if rule is not None and field in rule.fields else ():
            parts += [self._plain(text[end : match.start()], field, spec), self._reference(match, spec)]
            end = match.end()
        parts.append(self._plain(text[end:], field, spec))
        return "".join(parts)

    def _reference(self, match: re.Match[str], spec: ServerSpec) -> str:
        groups = match.groupdict()
        name = groups.get("env") or groups.get("bare") or ""
        if not _IDENTIFIER.fullmatch(name):
            name = self._own_name(match[0], groups, spec)
        default = groups.get("default")
        neutral = f"${{{name}}}" if default is None else f"${{{name}:-{default}}}"
        self._originals.setdefault((spec.expansion, neutral), match[0])
        return neutral

    def _own_name(self, written: str, groups: Mapping[str, str | None], spec: ServerSpec) -> str:
        """Return the variable that stands for what only the source's client knows; one for each such text."""
        if groups.get("place") == "userHome":
            return "HOME"
        if written not in self._known:
            words = groups.get("place") or (groups.get("own") or groups.get("env") or "file").rpartition(":")[2]
            spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", words)
            name = self._known[written] = self.names.fresh(spaced)
            self._meant[name] = f"what {written} stands for" if groups.get("file") is None else "what the file holds"
        return self._known[written]

    def _plain(self, text: str, field: str, spec: ServerSpec) -> str:
        """Return literal text of the source in which nothing looks like a neutral reference."""

        def held(match: re.Match[str]) -> str:
            name = self.names.fresh(spec.name, "text")
            self._meant[name] = f"a text of {field} that only looks like a reference"
            if field not in _PRIVATE and match["default"] is None:
                self._originals[(spec.expansion, f"${{{name}}}")] = match[0]
            return f"${{{name}}}"

        return NEUTRAL.sub(held, text)

    def _literal(self, text: str, field: str, server: str) -> str:
        """Return literal text in which the target would fill in nothing."""
        rule, written = RULES[self.target], _WRITTEN.get(self.target)
        if rule is None or written is None or field not in rule.fields:
            return text

        def held(match: re.Match[str]) -> str:
            name = self.names.fresh(server, "text")
            self.moved.append(Moved(name, f"a text of {field} that only looks like a reference"))
            return written(name)

        return rule.pattern.sub(held, text)

    def _harmless(self, original: str, field: str) -> bool:
        """Return whether a text of the source means itself to the target too (such as ``${HOME}`` to one without)."""
        rule = RULES[self.target]
        literal = NEUTRAL.fullmatch(original) is not None
        return literal and (rule is None or field not in rule.fields or not rule.pattern.search(original))
