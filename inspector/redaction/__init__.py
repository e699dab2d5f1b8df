"""What is secret in a server's configuration, and how it is shown or removed: the one place that decides it.

Pure text in, text out. Screens, reports, questions, snapshots and exports all ask here. Secret are:

* values of environment variables and headers, whatever they are; their names never;
* user information and fragments of URLs, query values except a bare ``${NAME}``, parts of a query without a value
  unless they are a word of up to twelve small letters (``?stateless``), path segments that look like a credential;
* arguments that look like a credential, and values of options whose name suggests one (``--token X``, ``KEY=X``,
  ``Authorization: X``), also inside a whole command line in one argument;
* the word after ``-p`` or ``-k``, and ``-p=X``: a password or a key in so many programs that it is hidden for every
  program, so that a project or a path there is hidden as well. Shown are ports, versions and bare ``${NAME}``, a
  word that begins with ``-``, and what is known to be harmless: the package of ``npx -p`` and the Python of
  ``uvx -p`` (and their like), folders of ``mkdir -p``. A few clients have other letters: ``redis-cli -a``,
  ``sqlcmd -P``, ``ldapsearch -w``, ``curl -u``; with other programs those are shown;
* what is glued to ``-p`` or ``-k``: all of it after programs that read it so (``mysql -psecret``), else unless it makes
  the option a word of letters (``-port``, ``-project=x``, ``-print0`` are shown; ``-phunter2`` is not);
* inside JSON in an argument, everything below a key whose name suggests a secret, and values that are secret by the
  rules above. Where it is no complete JSON, values in quotes after such a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.redaction.arguments import argument_secrets, redact_args, redact_argument
from inspector.redaction.names import MASK, is_secret_name, looks_secret
from inspector.redaction.scrubbing import SHORTEST_SECRET, scrub
from inspector.redaction.urls import is_flag, redact_url, url_secrets

__all__ = [
    "MASK",
    "SHORTEST_SECRET",
    "SHORTEST_UNNAMED_SECRET",
    "ShownServer",
    "is_flag",
    "is_secret_name",
    "looks_secret",
    "redact_args",
    "redact_argument",
    "redact_url",
    "scrub",
    "secret_values",
    "show_server",
]

SHORTEST_UNNAMED_SECRET = 8
"""The least length of environment values to be scrubbed whose name suggests no secret, such as ``MODE=debug``."""


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
    target = redact_url(url) if url else " ".join([redact_argument(command), *redact_args(args, command)])
    return ShownServer(target=target, environment=tuple(env or ()), headers=tuple(headers or ()))


def secret_values(
    *,
    env: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    url: str = "",
    args: Sequence[str] = (),
    command: str = "",
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
    found |= url_secrets(url) | argument_secrets(args, command)
    return frozenset(value for value in found if len(value) >= SHORTEST_SECRET)
