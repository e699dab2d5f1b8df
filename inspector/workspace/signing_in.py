"""Signing in to a server that wants it, and out again: the one act behind a command and a button."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from inspector.config.expansion import connection_environment
from inspector.config.model import ServerSpec
from inspector.errors import UsageError, nearest

if TYPE_CHECKING:
    from inspector.sources.oauth_revocation import SignedOut
    from inspector.workspace.opening import Opened

SIGN_IN_SECONDS = 300.0
"""How long the person may take in the browser."""


def server_called(opened: Opened, name: str) -> ServerSpec:
    """Return the server called `name` among those opened; raise `UsageError` naming the nearest ones."""
    for spec in opened.specs:
        if spec.name == name:
            return spec
    raise UsageError(f"there is no server “{name}” here", nearest(name, [spec.name for spec in opened.specs]))


def check_agreed(opened: Opened, spec: ServerSpec) -> None:
    """Raise `UsageError` where a project's server would be sent variables that nobody agreed to send."""
    question = opened.trust.question(spec)
    if question is not None:
        raise UsageError(f"{spec.name}: {question.problem}", question.hint)


async def sign_in(
    spec: ServerSpec,
    *,
    open_url: Callable[[str], None],
    environment: Mapping[str, str] | None = None,
    timeout: float = SIGN_IN_SECONDS,
) -> None:
    """Sign in to the server of `spec` in the person's browser; connecting uses the tokens from then on.

    `open_url` is called in the event loop with the address to open and must return at once; `environment` are
    variables given for this run (``opened.environment``), over the process's own. Cancelling ends it with nothing
    kept. Raises `UsageError`, `ServerError` or `FileError` with what to do, see `inspector.sources.oauth.sign_in`.
    """
    from inspector.sources.oauth import sign_in

    await sign_in(spec, environment=_variables(environment), open_url=open_url, timeout=timeout)


async def sign_out(spec: ServerSpec, *, environment: Mapping[str, str] | None = None) -> SignedOut:
    """Forget the tokens for the server of `spec` on this machine, and have them taken back where that is offered."""
    from inspector.sources.oauth_revocation import sign_out

    return await sign_out(spec, environment=_variables(environment))


def _variables(given: Mapping[str, str] | None) -> Mapping[str, str]:
    return connection_environment({**os.environ, **(given or {})})
