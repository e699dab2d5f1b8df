"""Values that are or may be secret, turned into ``${NAME}`` references; the names are what has to be set.

Environment and header values are never written; in commands, arguments and URLs only what `inspector.redaction`
would mask is replaced. References a person already wrote stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from inspector.redaction import is_flag, is_secret_name, looks_secret, redact_args, redact_argument

# The references `inspector.config.expansion` fills in, and so do Claude Code and the FastMCP script.
_REFERENCE = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")
_OPTION = re.compile(r"^(?P<head>(?P<name>-{1,2}[A-Za-z][\w.-]*|[A-Za-z_][\w.-]*)(?:=|:\s*))(?P<value>.+)$", re.DOTALL)
_URL = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_SCHEME = re.compile(r"(?:basic|bearer|bot|digest|token)?[\W_]*", re.IGNORECASE)
_PASSWORD_OPTIONS = ("-p", "-k")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that is not written: the variable that has to be set, and what it was (``env TOKEN``)."""

    variable: str
    what: str


class VariableNames:
    """Gives names to variables: readable, and never twice in one export. `taken` are those the person uses."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def fresh(self, *words: str) -> str:
        """Return a new name made of `words`: ``ORDERS_API_TOKEN``, or ``ORDERS_API_TOKEN_2`` …"""
        stem = _NOT_IN_NAMES.sub("_", "_".join(words)).strip("_").upper() or "VALUE"
        stem = f"V_{stem}" if stem[0].isdigit() else stem
        name, count = stem, 1
        while name in self._taken:
            count += 1
            name = f"{stem}_{count}"
        self._taken.add(name)
        return name


class ServerReferences:
    """Rewrites the values of one server; `moved` collects what has to be set.

    With `braces` the values hold references of their own; without, ``${`` is ordinary text of that client, which
    has to be moved as well since the target would fill it in.
    """

    def __init__(self, server: str, names: VariableNames, *, braces: bool) -> None:
        self.moved: list[Moved] = []
        self._server = server
        self._names = names
        self._braces = braces

    def private(self, value: str, kind: str, name: str) -> str:
        """Return an environment or header value without literal text: its references, or a new one."""
        text = self._all_defaults_moved(value, f"{kind} {name}")
        return text if not value or self._only_references(text) else self._reference(f"{kind} {name}", name)

    def arguments(self, args: Sequence[str], command: str = "") -> list[str]:
        """Return `args` of `command` with the ones that look like credentials replaced."""
        plain = [self._without_secret_defaults(argument, f"argument {n}") for n, argument in enumerate(args, 1)]
        shown = redact_args(plain, command)
        return [
            self._argument(
                argument,
                f"argument {n}",
                shown[n - 1] != argument,
                plain[n - 2] if n > 1 else "",
            )
            for n, argument in enumerate(plain, 1)
        ]

    def argument(self, value: str, what: str) -> str:
        """Return one text (a command, a folder), replaced when it looks like a credential."""
        text = self._without_secret_defaults(value, what)
        return self._argument(text, what, redact_argument(text) != text, "")

    def url(self, url: str, what: str = "address") -> str:
        """Return `url` with user information, query values and secret path segments as references, no fragment."""
        text = self._without_secret_defaults(url, what)
        if "\ue000" in text or (not self._braces and _REFERENCE.search(text)):
            return self._reference(what, "url")
        held: list[str] = []

        def hold(match: re.Match[str]) -> str:
            held.append(match[0])
            return f"\ue000{len(held) - 1}\ue001"

        def restored(part: str) -> str:
            return re.sub("\ue000(\\d+)\ue001", lambda match: held[int(match[1])], part)

        try:
            parts = urlsplit(_REFERENCE.sub(hold, text))
        except ValueError:
            return self._reference(what, "url")
        user, at, host = parts.netloc.rpartition("@")
        if user:
            given = self._all_defaults_moved(restored(user), f"user information of the {what}")
            user = given if self._only_references(given) else self._reference(f"user information of the {what}", "user")
        path = "/".join(
            self._reference(f"part of the {what}", "path") if looks_secret(_literal(segment)) else segment
            for segment in parts.path.split("/")
        )
        query = "&".join(self._query_pair(pair, restored, what) for pair in parts.query.split("&"))
        return restored(urlunsplit((parts.scheme, f"{user}{at}{host}", path, query, "")))

    def _query_pair(self, pair: str, restored: Callable[[str], str], what: str) -> str:
        name, sign, value = pair.partition("=")
        if not sign:
            given = self._all_defaults_moved(restored(name), f"query of the {what}")
            if is_flag(given) or self._only_references(given):
                return given
            return self._reference(f"query of the {what}", "query")
        given = self._all_defaults_moved(restored(value), f"query value {restored(name)} of the {what}")
        if not value or self._only_references(given):
            return f"{name}={given}"
        return f"{name}={self._reference(f'query value {restored(name)} of the {what}', name)}"

    def _argument(self, text: str, what: str, masked: bool, before: str) -> str:
        option = _OPTION.match(text)
        head, value = (option["head"], option["value"]) if option and not _URL.match(text) else ("", text)
        masked = masked or (bool(head) and redact_argument(value) != value)
        in_json = self._secret_in_json(value)
        masked = masked or in_json or _bare_query(value)
        if masked:
            # Its place says that it is secret, so any default written there is.
            value = self._all_defaults_moved(value, what)
            text = head + value
        if not self._braces and _REFERENCE.search(text):
            return self._reference(what, what)
        if not masked or self._only_references(value) or (in_json and not self._secret_in_json(value)):
            return text
        if _URL.match(value) and not _PASSWORD_OPTIONS.count(before):
            return head + self.url(value, what)
        if option and head:
            return head + self._reference(what, option["name"])
        return self._reference(what, before if before.startswith("-") and "=" not in before else what)

    def _secret_in_json(self, text: str) -> bool:
        """Return whether `text` is JSON with a value that is secret by its look or its key, and no reference."""
        if text.lstrip()[:1] not in ("{", "["):
            return False

        def secret(value: Any, key: str) -> bool:
            if isinstance(value, dict):
                return any(secret(inner, str(name)) for name, inner in value.items())
            if isinstance(value, list):
                return any(secret(inner, key) for inner in value)
            if isinstance(value, bool) or value is None or value == "":
                return False
            if isinstance(value, str) and self._only_references(value) and not _holds_default(value):
                return False
            return is_secret_name(key) or (isinstance(value, str) and redact_argument(value) != value)

        try:
            return secret(json.loads(text), "")
        except (ValueError, RecursionError):
            return False

    def _all_defaults_moved(self, text: str, what: str) -> str:
        return self._without_defaults(text, f"default of {what}", lambda *_: True) if self._braces else text

    def _without_secret_defaults(self, text: str, what: str) -> str:
        if not self._braces:
            return text
        return self._without_defaults(text, f"default of {what}", _secret_default)

    def _without_defaults(self, text: str, what: str, secret: Callable[[str, str], bool]) -> str:
        def kept(match: re.Match[str]) -> str:
            if match["default"] is None or not secret(match["name"], match["default"]):
                return match[0]
            self.moved.append(Moved(match["name"], what))
            return f"${{{match['name']}}}"

        return _REFERENCE.sub(kept, text)

    def _only_references(self, text: str) -> bool:
        """Return whether nothing of `text` could be secret: references, punctuation, the word ``Bearer``."""
        return self._braces and bool(_REFERENCE.search(text)) and bool(_SCHEME.fullmatch(_REFERENCE.sub("", text)))

    def _reference(self, what: str, *words: str) -> str:
        name = self._names.fresh(self._server, *words)
        self.moved.append(Moved(name, what))
        return f"${{{name}}}"


def _holds_default(text: str) -> bool:
    return any(match["default"] for match in _REFERENCE.finditer(text))


def _bare_query(text: str) -> bool:
    """Return whether `text` is a URL with a part of its query that has no name and is more than a word."""
    query = text.partition("#")[0].partition("?")[2] if _URL.match(text) else ""
    return any("=" not in pair and not is_flag(_REFERENCE.sub("", pair)) for pair in query.split("&"))


def _secret_default(name: str, default: str) -> bool:
    return is_secret_name(name) or redact_argument(default) != default


def _literal(text: str) -> str:
    return re.sub("\ue000\\d+\ue001", "", text)
