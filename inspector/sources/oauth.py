"""Signing in to a server in the person's browser, once, and being signed in from then on.

Signing in is the SDK's OAuth flow: metadata, registration, PKCE, a page on this machine the browser returns to.
Connecting later never opens a browser: it uses the tokens that are there and renews them where it can.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit, urlunsplit

from inspector.config import ServerSpec, expand
from inspector.errors import ServerError, UsageError
from inspector.redaction import scrub
from inspector.sources.attempt import Attempt, attempt, load_sdk
from inspector.sources.diagnosis import diagnose
from inspector.sources.oauth_callback import Callback, SignInRefused
from inspector.sources.oauth_refresh import has_authorization
from inspector.sources.quoting import quote
from inspector.sources.reporting import known_secrets
from inspector.sources.token_files import SignedIn, TokenFile

if TYPE_CHECKING:
    import httpx2
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

SIGN_IN_SECONDS = 300.0
"""How long a person may take in the browser."""

MOST_PAGES = 2
"""How many pages one sign-in may open: the sign-in itself, and one for rights that turn out to be missing."""


async def sign_in(
    spec: ServerSpec,
    *,
    environment: Mapping[str, str],
    open_url: Callable[[str], None],
    timeout: float = SIGN_IN_SECONDS,
) -> None:
    """Sign in to the server of `spec` and keep the tokens, so that `connect` uses them from now on.

    `open_url` is called in the event loop with the address to open in a browser; it must return at once.
    `timeout` is in seconds. Raises `UsageError` for a server that has no sign-in, `ServerError` with the reason
    when signing in fails (`MissingVariable` among them), and `FileError` when the tokens cannot be kept.
    """
    import anyio

    load_sdk()
    expanded = expand(spec, environment)
    _check(expanded)
    kept = _InMemory()
    own = expanded.oauth
    async with Callback(own.callback_port or 0, own.callback_host) if own else Callback() as callback:
        with anyio.CancelScope() as scope:
            provider = _provider(expanded, callback, kept, open_url, scope.cancel)
            outcome = await attempt(
                expanded,
                expanded.protocol,
                connect_timeout=timeout,
                list_timeout=timeout,
                on_step=lambda phase, pages, tools: None,
                auth=provider,
            )
    if kept.failure is not None:
        raise _failed(expanded, kept.failure)
    if kept.tokens is None:
        raise _nothing_came(expanded, outcome, callback, timeout)
    refused = outcome.evidence.refused
    if outcome.phase != "listed" and refused is not None and refused.status == 401:
        raise ServerError(
            f"{spec.name}: signed in, but the server still refuses (HTTP 401)", "the account may lack its rights"
        )
    TokenFile(expanded.url).write(_signed_in(provider, kept.tokens))


def _check(spec: ServerSpec) -> None:
    if spec.transport == "stdio":
        raise UsageError(
            f"{spec.name} is started as a program: there is nothing to sign in to",
            "programs take their credentials from env or args of the configuration",
        )
    if has_authorization(spec):
        raise UsageError(
            f"{spec.name}: its configuration sends an Authorization header already",
            "remove that header to sign in, or renew the token in it",
        )


class _InMemory:
    """What a sign-in gives, kept until it is known to work; the SDK's storage protocol.

    Every sign-in registers anew, since the page to return to has another port each time, save where the
    configuration names a program that is registered already.
    """

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None
        self.failure: Exception | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


def _provider(
    spec: ServerSpec, callback: Callback, kept: _InMemory, open_url: Callable[[str], None], give_up: Callable[[], None]
) -> OAuthClientProvider:
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
    from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata
    from pydantic import AnyUrl

    class Watched(OAuthClientProvider):
        """Notes what goes wrong, and ends the attempt: the transport would only ask, and fail, again."""

        async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
            flow = super().async_auth_flow(request)
            try:
                outgoing = await anext(flow)
                while True:
                    outgoing = await flow.asend((yield outgoing))
            except StopAsyncIteration:
                return
            except Exception as error:
                kept.failure = error
                give_up()
                raise
            finally:
                await flow.aclose()

    asked = 0

    async def show(url: str) -> None:
        nonlocal asked
        asked += 1
        if asked > MOST_PAGES:
            raise SignInRefused("the server asks for it again and again")
        callback.expect(url)
        open_url(url)

    async def wait() -> AuthorizationCodeResult:
        answer = await callback.answer()
        return AuthorizationCodeResult(code=answer.code, state=answer.state, iss=answer.issuer)

    if spec.oauth is not None:
        kept.client = OAuthClientInformationFull(
            client_id=spec.oauth.client_id, redirect_uris=[AnyUrl(callback.url)], token_endpoint_auth_method="none"
        )
    metadata = OAuthClientMetadata(
        client_name="Tool Search Inspector",
        redirect_uris=[AnyUrl(callback.url)],
        token_endpoint_auth_method="none",
    )
    return Watched(_without_secrets(spec.url), metadata, kept, redirect_handler=show, callback_handler=wait)


def _without_secrets(url: str) -> str:
    """Return `url` without user information, query and fragment: it becomes part of an address that is shown."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _signed_in(provider: OAuthClientProvider, tokens: OAuthToken) -> SignedIn:
    context = provider.context
    metadata, client = context.oauth_metadata, context.client_info
    sends_resource = context.should_include_resource_param(context.protocol_version)
    return SignedIn(
        access_token=tokens.access_token,
        token_endpoint=str(metadata.token_endpoint) if metadata else urljoin(context.server_url, "/token"),
        client={} if client is None else client.model_dump(mode="json", exclude_none=True),
        refresh_token=tokens.refresh_token,
        expires_at=None if tokens.expires_in is None else time.time() + tokens.expires_in,
        resource=context.get_resource_url() if sends_resource else None,
        revocation_endpoint=str(metadata.revocation_endpoint) if metadata and metadata.revocation_endpoint else None,
    )


def _failed(spec: ServerSpec, error: Exception) -> ServerError:
    """Return what to tell about a flow that failed; what the token endpoint said is never repeated."""
    from mcp.client.auth import OAuthRegistrationError, OAuthTokenError

    again = f"try again: tsi servers login {shlex.quote(spec.name)}"
    if isinstance(error, SignInRefused):
        return ServerError(f"{spec.name}: the sign-in was refused: {_said(spec, error)}", again)
    if isinstance(error, OAuthRegistrationError):
        return ServerError(
            f"{spec.name}: its sign-in does not take new programs: {_said(spec, error)}",
            "get a token from its web pages, and write it into the configuration as an Authorization header",
        )
    if isinstance(error, OAuthTokenError):
        return ServerError(f"{spec.name}: {str(error).partition(':')[0].lower()}; there are no tokens", again)
    return ServerError(f"{spec.name}: the sign-in failed: {_said(spec, error)}", again)


def _said(spec: ServerSpec, error: Exception) -> str:
    secrets = known_secrets(spec)
    return scrub(quote(str(error) or type(error).__name__), secrets)


def _nothing_came(spec: ServerSpec, outcome: Attempt, callback: Callback, timeout: float) -> ServerError:
    if outcome.phase == "listed":
        return ServerError(f"{spec.name} lists its tools without a sign-in: there is nothing to do", "")
    if outcome.timed_out:
        wrong = f"; {callback.strangers} answer(s) did not belong to this sign-in" if callback.strangers else ""
        return ServerError(
            f"{spec.name}: no answer came from the browser within {timeout:g} s{wrong}",
            "sign in on the page that is opened, or open the printed address yourself",
        )
    found = diagnose(spec, outcome, timeout)
    secrets = known_secrets(spec)
    return ServerError(f"{spec.name}: {scrub(found.problem, secrets)}", scrub(found.hint, secrets))
