"""What is secret in a server's configuration, and how it is shown or removed: the one place that decides it.

Pure text in, text out. Values of environment variables and headers, user information, query values and
fragments of URLs, and arguments that look like credentials are secret; names never are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote, unquote_plus, urlsplit

MASK = "•••"
"""What stands where a secret stood."""

SHORTEST_SECRET = 4
"""Shorter values are never scrubbed from text: they would blot out ordinary words and numbers."""

SHORTEST_UNNAMED_SECRET = 8
"""The same for environment values whose name does not suggest a secret, such as ``MODE=debug``."""

_SECRET_NAME = re.compile(
    r"token|secret|passw|passphrase|passcode|credential|cookie|bearer|auth|key$|(?:^|_)(?:pass|pwd|pin|sig|signature)$",
    re.IGNORECASE,
)
_KNOWN_CREDENTIAL = re.compile(
    r"^(?:sk-|pk-|rk_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|eyJ|npm_|hf_|pypi-|lin_api_|ntn_"
    r"|Bearer |Basic )"
)
_TOKEN_CHARACTERS = re.compile(r"^[A-Za-z0-9_+=~-]+$")
_URL = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_OPTION = re.compile(r"^(?P<name>-{1,2}[A-Za-z][\w.-]*|[A-Za-z_][\w.-]*)(?P<sign>=|:\s*)(?P<value>.+)$", re.DOTALL)
_REFERENCE_DEFAULT = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*):-(?P<default>[^}]*)\}")
_HEADER_IN_TEXT = re.compile(
    r"(?P<name>[A-Za-z][\w-]*):[ \t]*(?:(?:Bearer|Basic|Token)[ \t]+)?(?P<value>[^\s\"']+)|"
    r"\bBearer[ \t]+(?P<credential>[^\s\"']+)",
    re.IGNORECASE,
)
_REFERENCE_ONLY = re.compile(r"^\$\{[A-Za-z_][A-Za-z0-9_]*\}$")


@dataclass(frozen=True, slots=True)
class ShownServer:
    """A server as it may appear on a screen: its command line or URL, and names instead of values."""

    target: str
    environment: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()


def show_server(
    *,
    command: str = "",
    args: Sequence[str] = (),
    url: str = "",
    env: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> ShownServer:
    """Return how a server may be shown: secrets in arguments and URL masked, only names of the rest."""
    target = redact_url(url) if url else " ".join([redact_argument(command), *redact_args(args)])
    return ShownServer(target=target, environment=tuple(env or ()), headers=tuple(headers or ()))


def redact_url(url: str) -> str:
    """Return `url` without user information and fragment, with ``…`` for every query value.

    Path segments that look like credentials are masked too: some services put the key there.
    """
    url = _without_secret_defaults(url)
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "(unreadable URL)"
    path = "/".join(MASK if looks_secret(segment) else segment for segment in parts.path.split("/"))
    shown = f"{parts.scheme}://{host}{path}" if parts.scheme else f"{host}{path}"
    if parts.query:
        shown += "?" + "&".join(_redact_pair(pair) for pair in parts.query.split("&"))
    return shown


def redact_args(args: Sequence[str]) -> tuple[str, ...]:
    """Return `args` with the ones that look like credentials masked, also as the word after ``--token``."""
    return tuple(shown for shown, _ in _arguments(args))


def redact_argument(argument: str) -> str:
    """Return one argument as it may be shown: itself, a redacted URL, ``--name=•••`` or ``•••``."""
    return _argument(argument)[0]


def is_secret_name(name: str) -> bool:
    """Return whether a variable, option or header called `name` usually carries a secret."""
    return bool(_SECRET_NAME.search(name.strip("-").replace("-", "_")))


def looks_secret(text: str) -> bool:
    """Return whether `text` looks like a credential: a known prefix, or a long word of mixed characters."""
    if _KNOWN_CREDENTIAL.match(text):
        return True
    if len(text) < 20 or not _TOKEN_CHARACTERS.match(text):
        return False
    digits = sum(character.isdigit() for character in text)
    return digits >= 4 and len(text) - digits >= 4


def secret_values(
    *,
    env: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    url: str = "",
    args: Sequence[str] = (),
) -> frozenset[str]:
    """Return the secret texts of one (expanded) server, to be given to `scrub`."""
    found: set[str] = set()
    for name, value in (env or {}).items():
        shortest = SHORTEST_SECRET if is_secret_name(name) else SHORTEST_UNNAMED_SECRET
        # Keys in PEM form have several lines, and whoever quotes them may do so line by line.
        found |= {text for text in (value, *value.splitlines()) if len(text) >= shortest}
    for value in (headers or {}).values():
        found.add(value)
        scheme, _, credential = value.partition(" ")
        if credential and scheme.isalpha():
            found.add(credential.strip())
    found |= _url_secrets(url)
    for _, held in _arguments(args):
        found |= held
    return frozenset(value for value in found if len(value) >= SHORTEST_SECRET)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return `text` with every occurrence of a secret replaced by ``•••``.

    Found are secrets as they are, percent-encoded, as JSON and Python write texts, with their white space made
    one blank, and the beginnings of them that a cut (``…``) left.
    """
    # The longest first, so that no tail of a longer secret is left standing.
    forms = sorted({form for secret in secrets for form in _forms(secret)}, key=lambda form: (-len(form), form))
    for form in forms:
        text = text.replace(form, MASK)
    for form in forms if "…" in text else ():
        for length in range(len(form) - 1, SHORTEST_SECRET - 1, -1) if form[:SHORTEST_SECRET] in text else ():
            text = text.replace(f"{form[:length]}…", f"{MASK}…")
    return text


def _forms(secret: str) -> set[str]:
    forms = {
        *(secret, " ".join(secret.split()), quote(secret, safe="", errors="replace"), quote(secret, errors="replace")),
        *(json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1]),
    }
    return {form for form in forms if len(form) >= SHORTEST_SECRET}


def _redact_pair(pair: str) -> str:
    name, sign, value = pair.partition("=")
    if not sign:
        return MASK if looks_secret(name) else name
    return f"{name}=…" if value else f"{name}="


def _url_secrets(url: str) -> set[str]:
    try:
        parts = urlsplit(url)
        found = {value for pair in parts.query.split("&") for value in _both(pair.partition("=")[2])}
        found |= {pair for pair in parts.query.split("&") if pair and "=" not in pair}
    except ValueError:
        return {url}
    found.discard("")
    userinfo = parts.netloc.rpartition("@")[0]
    if userinfo:
        found |= {userinfo, *(unquote(part) for part in userinfo.split(":", 1))}
    if parts.fragment:
        found.add(parts.fragment)
    return found | {segment for segment in parts.path.split("/") if looks_secret(segment)}


def _both(value: str) -> set[str]:
    """Return a query value as it stands and as it is read."""
    return {value, unquote(value), unquote_plus(value)}


def _arguments(args: Sequence[str]) -> list[tuple[str, set[str]]]:
    """Return every argument as it may be shown, with the secrets in it."""
    found: list[tuple[str, set[str]]] = []
    value_of_secret = False
    for argument in args:
        if value_of_secret and not argument.startswith("-"):
            found.append((argument, set()) if _REFERENCE_ONLY.match(argument) else (MASK, _value_secrets(argument)))
            value_of_secret = False
            continue
        value_of_secret = argument.startswith("-") and "=" not in argument and is_secret_name(argument)
        found.append(_argument(argument))
    return found


def _argument(argument: str) -> tuple[str, set[str]]:
    if _URL.match(argument):
        return redact_url(argument), _url_secrets(argument)
    option = _OPTION.match(argument)
    if option:
        name, sign, value = option["name"], option["sign"], option["value"]
        if _REFERENCE_ONLY.match(value):
            return argument, set()
        if is_secret_name(name) or looks_secret(value):
            return f"{name}{sign}{MASK}", _value_secrets(value)
        shown, found = _argument(value)
        return f"{name}{sign}{shown}", found
    if looks_secret(argument):
        return MASK, {argument}
    argument = _without_secret_defaults(argument)
    return _command_line(argument) if " " in argument else (argument, set())


def _command_line(text: str) -> tuple[str, set[str]]:
    """Return a whole command line in one argument, as after ``sh -c``, as it may be shown, and its secrets."""
    found: set[str] = set()

    def header(match: re.Match[str]) -> str:
        secret = match["credential"] or match["value"]
        if not match["credential"] and not is_secret_name(match["name"]):
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
    return _url_secrets(value) if _URL.match(value) else {value, value.rpartition(" ")[2]}


def _without_secret_defaults(text: str) -> str:
    """Return `text` with ``${NAME:-•••}`` for defaults that are secret by their look or their variable's name."""

    def masked(match: re.Match[str]) -> str:
        secret = is_secret_name(match["name"]) or looks_secret(match["default"])
        return f"${{{match['name']}:-{MASK}}}" if secret and match["default"] else match[0]

    return _REFERENCE_DEFAULT.sub(masked, text)
