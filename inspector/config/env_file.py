"""Dotenv files: ``NAME=VALUE`` lines as people keep secrets in. Values go nowhere but into the connection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from inspector.errors import FileError, UsageError

_LINE = re.compile(
    r"""[ \t]*(?:export[ \t]+)?(?P<name>[^\s=#'"]+)[ \t]*=[ \t]*
    (?:'(?P<single>[^']*)'|"(?P<double>(?:\\.|[^"\\])*)"|(?P<plain>[^\n'"][^\n]*|))
    [ \t]*(?P<rest>[^\n]*)(?:\n|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_BLANK = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def parse_env(text: str, source: str) -> Mapping[str, str]:
    """Return the variables written in `text`, the content of the dotenv file `source`; the last of a name counts.

    Understood are comments, an ``export`` prefix, ``'literal'`` and ``"escaped\\n"`` quotes, which may span lines.
    Nothing is filled in. Raises `FileError` with the line of the first mistake, never with a value.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        if blank := _BLANK.match(text, at):
            at = blank.end()
            continue
        line = _LINE.match(text, at)
        if line is None or not _only_comment(line["rest"]):
            number = text.count("\n", 0, at) + 1
            raise FileError(f"{source}:{number}: this line is not NAME=VALUE", "put texts with quotes in other quotes")
        found[line["name"]] = _value(line)
        at = line.end()
    return MappingProxyType(found)


def named_value(text: str) -> tuple[str, str]:
    """Return (name, value) of ``NAME=VALUE`` as given with ``--env``; raise `UsageError` for anything else."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        # The text may be a secret given without its name, so it is not repeated.
        raise UsageError("--env takes NAME=VALUE", "write the name of the variable, an equals sign and the value")
    return name.strip(), value


def _only_comment(rest: str) -> bool:
    return not rest.strip() or rest.strip().startswith("#")


def _value(line: re.Match[str]) -> str:
    if line["single"] is not None:
        return line["single"]
    if line["double"] is not None:
        return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), line["double"], flags=re.DOTALL)
    return _COMMENT.sub("", line["plain"]).strip()
