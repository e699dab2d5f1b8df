"""What is secret in a server's configuration, and how it is shown or removed: the one place that decides it.

Pure text in, text out. Values of environment variables and headers, user information, query values and
fragments of URLs, and arguments that look like credentials are secret; names never are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlsplit

MASK = "•••"
"""What stands where a secret stood."""

SHORTEST_SECRET = 4
"""Shorter values are never scrubbed from text: they would blot out ordinary words and numbers."""

SHORTEST_UNNAMED_SECRET = 8
"""The same for environment values whose name does not suggest a secret, such as ``MODE=debug``."""

_SECRET_NAME = re.compile(
    r"token|secret|passw|credential|cookie|bearer|auth|key$|(?:^|_)(?:pass|pwd|pin|sig|signature)$", re.IGNORECASE
)
_KNOWN_CREDENTIAL = re.compile(
    r"^(?:sk-|pk-|rk_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|eyJ|npm_|hf_|pypi-|lin_api_|ntn_"
    r"|Bearer |Basic )"
)
_TOKEN_CHARACTERS = re.compile(r"^[A-Za-z0-9_+=~-]+$")
_URL = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_OPTION = re.compile(r"^(?P<name>-{1,2}[A-Za-z][\w.-]*|[A-Za-z_][\w.-]*)(?P<sign>=|:\s*)(?P<value>.+)$", re.DOTALL)
_ASSIGNMENT = re.compile(r"(?<!\S)-{0,2}[A-Za-z_][\w-]*=\S+")
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
    shown: list[str] = []
    value_of_secret = False
    for argument in args:
        if value_of_secret and not argument.startswith("-"):
            shown.append(argument if _REFERENCE_ONLY.match(argument) else MASK)
            value_of_secret = False
            continue
        value_of_secret = argument.startswith("-") and "=" not in argument and is_secret_name(argument)
        shown.append(redact_argument(argument))
    return tuple(shown)


def redact_argument(argument: str) -> str:
    """Return one argument as it may be shown: itself, a redacted URL, ``--name=•••`` or ``•••``."""
    if _URL.match(argument):
        return redact_url(argument)
    option = _OPTION.match(argument)
    if option:
        name, sign, value = option["name"], option["sign"], option["value"]
        if _REFERENCE_ONLY.match(value):
            return argument
        if is_secret_name(name) or looks_secret(value):
            return f"{name}{sign}{MASK}"
        return f"{name}{sign}{redact_argument(value)}"
    if looks_secret(argument):
        return MASK
    # A whole command line in one argument, as after ``sh -c``.
    return _ASSIGNMENT.sub(lambda found: redact_argument(found.group()), argument) if " " in argument else argument


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
        if len(value) >= (SHORTEST_SECRET if is_secret_name(name) else SHORTEST_UNNAMED_SECRET):
            found.add(value)
    for value in (headers or {}).values():
        found.add(value)
        scheme, _, credential = value.partition(" ")
        if credential and scheme.isalpha():
            found.add(credential.strip())
    found |= _url_secrets(url)
    found |= _argument_secrets(args)
    return frozenset(value for value in found if len(value) >= SHORTEST_SECRET)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return `text` with every occurrence of a secret, plain or percent-encoded, replaced by ``•••``."""
    forms: set[str] = set()
    for secret in secrets:
        if len(secret) >= SHORTEST_SECRET:
            forms |= {secret, quote(secret, safe=""), quote(secret)}
    # The longest first, so that no tail of a longer secret is left standing.
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        text = text.replace(form, MASK)
    return text


def _redact_pair(pair: str) -> str:
    name, sign, value = pair.partition("=")
    if not sign:
        return MASK if looks_secret(name) else name
    return f"{name}=…" if value else f"{name}="


def _url_secrets(url: str) -> set[str]:
    try:
        parts = urlsplit(url)
        found = {value for _, value in parse_qsl(parts.query)}
        found |= {pair for pair in parts.query.split("&") if pair and "=" not in pair}
    except ValueError:
        return {url}
    userinfo = parts.netloc.rpartition("@")[0]
    if userinfo:
        found |= {userinfo, *(unquote(part) for part in userinfo.split(":", 1))}
    if parts.fragment:
        found.add(parts.fragment)
    return found | {segment for segment in parts.path.split("/") if looks_secret(segment)}


def _argument_secrets(args: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for argument, shown in zip(args, redact_args(args), strict=True):
        if shown == argument:
            continue
        option = _OPTION.match(argument)
        value = argument if shown == MASK or not option else option["value"]
        found |= _url_secrets(value) if _URL.match(value) else {value, value.rpartition(" ")[2]}
    return found
