"""Command lines as they may be shown, and the secrets in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.redaction.json_values import in_damaged_json, in_json
from inspector.redaction.names import MASK, URL, is_reference, is_secret_name, looks_secret, without_secret_defaults
from inspector.redaction.password_options import password_after, password_glued
from inspector.redaction.urls import redact_url, url_secrets

_OPTION = re.compile(r"^(?P<name>-{1,2}[A-Za-z][\w.-]*|[A-Za-z_][\w.-]*)(?P<sign>=|:\s*)(?P<value>.+)$", re.DOTALL)
_HEADER_IN_TEXT = re.compile(
    r"(?P<name>[A-Za-z][\w-]*):[ \t]*(?:(?:Bearer|Basic|Token)[ \t]+)?(?P<value>[^\s\"']+)|"
    r"\bBearer[ \t]+(?P<credential>[^\s\"']+)",
    re.IGNORECASE,
)


def redact_args(args: Sequence[str], command: str = "") -> tuple[str, ...]:
    """Return the `args` of `command` with the ones that may be credentials masked, see `inspector.redaction`."""
    return tuple(shown for shown, _ in _arguments(args, command))


def redact_argument(argument: str) -> str:
    """Return one argument as it may be shown: itself, a redacted URL, ``--name=•••`` or ``•••``."""
    return _argument(argument)[0]


def argument_secrets(args: Sequence[str], command: str = "") -> set[str]:
    """Return the texts in the `args` of `command` that `redact_args` would not show."""
    return {secret for _, held in _arguments(args, command) for secret in held}


def _arguments(args: Sequence[str], command: str = "") -> list[tuple[str, set[str]]]:
    """Return every argument as it may be shown, with the secrets in it."""
    found: list[tuple[str, set[str]]] = []
    value_of_secret = False
    for place, argument in enumerate(args):
        follows = (value_of_secret and not argument.startswith("-")) or password_after(args, place, command)
        value_of_secret = False
        if follows:
            found.append((argument, set()) if is_reference(argument) else (MASK, _value_secrets(argument)))
            continue
        glued = password_glued(args, place, command)
        if glued and not is_reference(glued):
            found.append((argument.removesuffix(glued) + MASK, {glued}))
            continue
        value_of_secret = argument.startswith("-") and "=" not in argument and is_secret_name(argument)
        found.append(_argument(argument))
    return found


def _argument(argument: str) -> tuple[str, set[str]]:
    if URL.match(argument):
        return redact_url(argument), url_secrets(argument)
    option = _OPTION.match(argument)
    if option:
        name, sign, value = option["name"], option["sign"], option["value"]
        if is_reference(value):
            return argument, set()
        if is_secret_name(name) or looks_secret(value):
            return f"{name}{sign}{MASK}", _value_secrets(value)
        shown, found = _argument(value)
        return f"{name}{sign}{shown}", found
    if looks_secret(argument):
        return MASK, {argument}
    as_json = in_json(argument, _argument)
    if as_json is not None:
        return as_json
    argument, found = in_damaged_json(without_secret_defaults(argument))
    if " " in argument:
        argument, more = _command_line(argument)
        found |= more
    return argument, found


def _command_line(text: str) -> tuple[str, set[str]]:
    """Return a whole command line in one argument, as after ``sh -c``, as it may be shown, and its secrets."""
    found: set[str] = set()

    def header(match: re.Match[str]) -> str:
        secret = match["credential"] or match["value"]
        if is_reference(secret) or (not match["credential"] and not is_secret_name(match["name"])):
            return match[0]
        found.add(secret)
        return match[0].removesuffix(secret) + MASK

    pieces = re.split(r"(\s+)", _HEADER_IN_TEXT.sub(header, text))
    shown = _arguments(pieces[::2])
    for _, held in shown:
        found |= held - {MASK}
    pieces[::2] = [word for word, _ in shown]
    return "".join(pieces), found


def _value_secrets(value: str) -> set[str]:
    """Return the secrets of a value that is one by its name: all of it, or of a URL the secret parts."""
    return url_secrets(value) if URL.match(value) else {value, value.rpartition(" ")[2]}
