"""Signing out: forgetting the tokens here, and asking the authorization server to take them back (RFC 7009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.config import ServerSpec, expand
from inspector.sources.evidence import Evidence
from inspector.sources.oauth_refresh import SIGNING_IN, client_authentication
from inspector.sources.token_files import SignedIn, TokenFile

REVOKING_SECONDS = 10.0
"""How long the authorization server may take; the tokens are forgotten here whatever it does."""


@dataclass(frozen=True, slots=True)
class SignedOut:
    """What signing out did: whether there was a sign-in here, and what became of its tokens elsewhere.

    `revoked` is None where the authorization server offers no revocation, or was not known to when they were got;
    `problem` says why it did not take them back.
    """

    was_signed_in: bool
    revoked: bool | None = None
    problem: str = ""

    def told(self, server: str) -> str:
        """Return the outcome as one sentence."""
        if not self.was_signed_in:
            return f"there was no sign-in to {server}"
        if self.revoked:
            return f"signed out of {server}, and its authorization server took the tokens back"
        why = self.problem or "its authorization server offers no way to take tokens back"
        return f"signed out of {server} on this machine only, its tokens go on until they end: {why}"


async def sign_out(spec: ServerSpec, *, environment: Mapping[str, str]) -> SignedOut:
    """Forget the tokens for the server of `spec`, then have them taken back where that is offered, as well as it goes.

    Raises `MissingVariable`, and `FileError` when the tokens cannot be removed; nothing the servers do raises.
    """
    file = TokenFile(expand(spec, environment).url)
    known = file.read()
    if not file.forget():
        return SignedOut(False)
    if known is None or known.revocation_endpoint is None:
        return SignedOut(True)
    problem = await _revoke(known, known.revocation_endpoint)
    return SignedOut(True, not problem, problem)


async def _revoke(known: SignedIn, endpoint: str) -> str:
    """Ask for both tokens to be taken back and return what kept that from happening; nothing of an answer is quoted."""
    import anyio
    import httpx2

    from inspector.sources.http_client import UnusableSettings, http_client

    # The refresh token first: without it, the access token is all that is left.
    tokens = (("refresh_token", known.refresh_token), ("access_token", known.access_token))
    try:
        with anyio.fail_after(REVOKING_SECONDS):
            async with http_client(Evidence(), {}) as client:
                for kind, token in tokens:
                    if token is None:
                        continue
                    data = {"token": token, "token_type_hint": kind}
                    headers = client_authentication(known, data)
                    request = client.build_request(
                        "POST", endpoint, data=data, headers=headers, extensions={SIGNING_IN: True}
                    )
                    answer = await client.send(request)
                    if answer.status_code != 200:
                        return f"its authorization server refused to take them back (HTTP {answer.status_code})"
    except TimeoutError:
        return f"its authorization server did not answer within {REVOKING_SECONDS:g} s"
    except UnusableSettings as error:
        return str(error)
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ValueError):
        return "its authorization server could not be reached"
    return ""
