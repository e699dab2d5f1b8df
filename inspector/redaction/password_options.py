"""Short options whose value may be a password: ``-p VALUE``, ``-pVALUE`` and their like.

What a short option means is each program's own affair, so the rule prefers hiding: see `inspector.redaction`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_ANYWHERE = ("-p", "-k")
"""Password or key in too many programs to be shown for any that is not known better."""

_CLIENTS = {
    **dict.fromkeys(("redis-cli", "valkey-cli"), ("-a",)),
    **dict.fromkeys(("sqlcmd", "bcp", "osql", "isql", "zip", "unzip"), ("-P",)),
    **dict.fromkeys(("ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami"), ("-w",)),
    **dict.fromkeys(("curl",), ("-u", "--user", "-U", "--proxy-user")),
}
"""Programs with a password option of their own; anywhere else these letters mean other things."""

_GLUING = (
    *("mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mysqlsh"),
    *("mariadb", "mariadb-dump", "mariadb-admin", "sshpass", "7z", "7za", "7zz", "mongo", "mongosh"),
)
"""Programs in which everything after ``-p`` is the password."""

_RUNNERS = ("npx", "npm", "pnpm", "bunx", "uv", "uvx")
"""Their own ``-p`` names a package, or a Python."""

_PLAIN = ("mkdir", "cp", "tsc", "ps")
"""Programs whose ``-p`` is no password, as they occur in lines for a shell."""

_NUMBERS = re.compile(
    r"(?:[\d.]+:)?\d{1,5}(?:-\d{1,5})?(?::\d{1,5}(?:-\d{1,5})?)?(?:/(?:tcp|udp))?|\d{1,3}(?:\.\d{1,3}){1,3}"
)
"""Ports, ranges of them, and versions."""

_OPTION_NAME = re.compile(r"-[A-Za-z][A-Za-z-]*|-print0")


def password_after(args: Sequence[str], place: int, command: str) -> bool:
    """Return whether the argument at `place` is the value of a short option and may be a password or key."""
    if not place or args[place].startswith("-") or _NUMBERS.fullmatch(args[place]):
        return False
    option, before = args[place - 1], args[: place - 1]
    if option in _ANYWHERE:
        return not (option == "-p" and _means_no_password(before, command))
    return any(option in _CLIENTS.get(name, ()) for name in _programs((command, *before)))


def password_glued(args: Sequence[str], place: int, command: str) -> str:
    """Return what of ``-pVALUE`` or ``-p=VALUE`` at `place` may be a password; empty where nothing may."""
    argument = args[place]
    if argument[:2] not in _ANYWHERE or len(argument) < 3:
        return ""
    value = argument[2:].removeprefix("=")
    if _NUMBERS.fullmatch(value):
        return ""
    if argument[2] == "=":
        return "" if argument[1] == "p" and _means_no_password(args[:place], command) else value
    gluing = argument[1] == "p" and any(name in _GLUING for name in _programs((command, *args[:place])))
    return value if gluing or not _OPTION_NAME.fullmatch(argument.partition("=")[0]) else ""


def _means_no_password(before: Sequence[str], command: str) -> bool:
    words = [word for word in (command, *before) if word]
    if words and next(_programs(words[-1:])) in _PLAIN:
        return True
    own = all(word.startswith("-") or (at and before[at - 1] == "-p") for at, word in enumerate(before))
    return own and bool(words) and next(_programs(words[:1])) in _RUNNERS


def _programs(words: Iterable[str]) -> Iterator[str]:
    """Yield the words as names of programs, without folders, quotes and ``.exe``."""
    return (re.split(r"[/\\]", word.strip("'\"();&|"))[-1].removesuffix(".exe") for word in words)
