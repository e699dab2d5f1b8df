"""Connecting with the tokens of an earlier sign-in: used while they last, renewed when they end, never asked for."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from inspector.config import ServerSpec
from inspector.errors import FileError
from inspector.sources.token_files import SignedIn, TokenFile

if TYPE_CHECKING:
    import httpx2

SIGNING_IN = "tsi.signing-in"
"""Marks requests that are about tokens: what is answered to them says nothing about the server."""


def stored_sign_in(spec: ServerSpec) -> httpx2.Auth | None:
    """Return what signs requests to the server of the expanded `spec` in; None without an earlier sign-in.

    It opens no browser and registers nothing: where the tokens are no good any more, the server's own 401 is
    what the caller sees. A configuration with an Authorization header of its own keeps that.
    """
    if spec.transport == "stdio" or has_authorization(spec):
        return None
    file = TokenFile(spec.url)
    known = file.read()
    return None if known is None else _auth(file, known, spec.url)


def has_authorization(spec: ServerSpec) -> bool:
    """Return whether the configuration brings a credential of its own, which no sign-in replaces."""
    return any(name.lower() == "authorization" for name in spec.headers)


def token_secrets(spec: ServerSpec) -> frozenset[str]:
    """Return what has to be scrubbed from all that the server of the expanded `spec` says: its tokens."""
    if spec.transport == "stdio":
        return frozenset()
    known = TokenFile(spec.url).read()
    secret = None if known is None else known.client.get("client_secret")
    found = () if known is None else (known.access_token, known.refresh_token, secret)
    return frozenset(value for value in found if isinstance(value, str) and value)


def _auth(file: TokenFile, known: SignedIn, url: str) -> httpx2.Auth:
    import anyio
    import httpx2

    class StoredSignIn(httpx2.Auth):
        """Adds the access token; renews it before its end, or once when the server refuses it."""

        def __init__(self) -> None:
            self._tokens = known
            self._lock = anyio.Lock()

        async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
            if _origin(str(request.url)) != _origin(url):
                yield request
                return
            used = self._tokens
            renew = used.expired
            while True:
                if renew:
                    # Requests run side by side, and a refresh token often works only once.
                    async with self._lock:
                        wanted = self._renewal(used)
                        if wanted is not None:
                            answer = yield wanted
                            self._take(used, await answer.aread(), answer.status_code)
                used = self._tokens
                request.headers["Authorization"] = f"Bearer {used.access_token}"
                response = yield request
                if renew or response.status_code != 401:
                    return
                renew = True

        def _renewal(self, used: SignedIn) -> httpx2.Request | None:
            """Return the request for new tokens; None where somebody else got them, or nothing can be asked."""
            if self._tokens is not used or self._take_from_file(used) or used.refresh_token is None:
                return None
            return _refresh_request(used)

        def _take(self, used: SignedIn, body: bytes, status: int) -> None:
            renewed = _renewed(used, body) if status == 200 else None
            if renewed is None:
                # Another run may have used this refresh token a moment ago.
                self._take_from_file(used)
                return
            self._tokens = renewed
            # Where they cannot be kept, they hold for this run.
            with contextlib.suppress(FileError):
                file.write(renewed)

        def _take_from_file(self, used: SignedIn) -> bool:
            found = file.read()
            if found is None or found.access_token == used.access_token or found.expired:
                return False
            self._tokens = found
            return True

    return StoredSignIn()


def _refresh_request(used: SignedIn) -> httpx2.Request:
    import httpx2

    data = {"grant_type": "refresh_token", "refresh_token": used.refresh_token or ""}
    if used.resource is not None:
        data["resource"] = used.resource
    headers = {"Accept": "application/json"} | client_authentication(used, data)
    return httpx2.Request("POST", used.token_endpoint, data=data, headers=headers, extensions={SIGNING_IN: True})


def client_authentication(used: SignedIn, data: dict[str, str]) -> dict[str, str]:
    """Put what says which program asks into the form `data` of a request, and return the headers it needs."""
    data["client_id"] = str(used.client.get("client_id", ""))
    headers: dict[str, str] = {}
    secret, method = used.client.get("client_secret"), used.client.get("token_endpoint_auth_method")
    if isinstance(secret, str) and method == "client_secret_basic":
        import base64

        pair = f"{quote(data['client_id'], safe='')}:{quote(secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    elif isinstance(secret, str) and method == "client_secret_post":
        data["client_secret"] = secret
    return headers


def _renewed(used: SignedIn, body: bytes) -> SignedIn | None:
    """Return `used` with the tokens of a token endpoint's answer; None where it is none."""
    from mcp.shared.auth import OAuthToken

    try:
        tokens = OAuthToken.model_validate_json(body)
    except ValueError:
        return None
    return replace(
        used,
        access_token=tokens.access_token,
        refresh_token=tokens.refresh_token or used.refresh_token,
        expires_at=None if tokens.expires_in is None else time.time() + tokens.expires_in,
    )


def _origin(url: str) -> tuple[str, str | None, int | None]:
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return "", None, None
