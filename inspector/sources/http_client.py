"""HTTP for both MCP transports over it: headers, proxies, certificates, limits, and a note of every answer.

Proxies (``HTTPS_PROXY``, ``HTTP_PROXY``, ``ALL_PROXY``, ``NO_PROXY``) and certificates (``SSL_CERT_FILE``,
``SSL_CERT_DIR``) come from this process's own environment, as people set them for every other program.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from inspector.sources.evidence import Evidence, HttpAnswer
from inspector.sources.messages import LONGEST_MESSAGE
from inspector.sources.oauth_refresh import SIGNING_IN

if TYPE_CHECKING:
    import httpx2

REQUEST_SECONDS = 30.0
"""How long connecting and sending may take in one HTTP request; connections as a whole are limited elsewhere."""

STREAM_SECONDS = 300.0
"""How long an open HTTP response may stay silent."""


class UnusableSettings(Exception):
    """The environment's proxy or certificates cannot be used; nothing was sent."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def http_client(evidence: Evidence, headers: Mapping[str, str], auth: Any = None) -> httpx2.AsyncClient:
    """Return a client that sends `headers`, signs in by `auth` and notes every answer in `evidence`.

    Raises `UnusableSettings`. The caller closes it by leaving its context.
    """
    import httpx2

    async def note(response: httpx2.Response) -> None:
        # What signing in asks on the side says nothing about the server itself.
        answer = _answer(response)
        if SIGNING_IN not in response.request.extensions and "/.well-known/" not in response.request.url.path:
            evidence.answers.append(answer)
        if answer.content_type != "text/event-stream":
            response.stream = _capped(response.stream, evidence)

    try:
        return httpx2.AsyncClient(
            headers=dict(headers),
            auth=auth,
            verify=_certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
            event_hooks={"response": [note]},
            # httpx2's own default is 5 s for everything, which long listings exceed.
            timeout=httpx2.Timeout(REQUEST_SECONDS, read=STREAM_SECONDS),
        )
    except (ImportError, httpx2.InvalidURL, ValueError) as error:
        raise UnusableSettings(
            f"the proxy that the environment names cannot be used: {error}",
            "correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY (http:// and https:// proxies work), or unset it",
        ) from error


def proxy_for(url: str) -> str:
    """Return host and port of the proxy requests to `url` go through; empty where they go directly."""
    from urllib.request import getproxies, proxy_bypass

    try:
        parts = urlsplit(url)
        proxies = getproxies()
        proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
        if not proxy or proxy_bypass(parts.hostname or ""):
            return ""
        return urlsplit(proxy if "://" in proxy else f"http://{proxy}").netloc.rpartition("@")[2]
    except ValueError:
        return ""


@lru_cache(maxsize=4)
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Return the certificates to trust; shared, since reading the system's takes 20 ms for each client."""
    import httpx2

    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        name = "SSL_CERT_FILE" if file else "SSL_CERT_DIR"
        raise UnusableSettings(
            f"the certificates that {name} names cannot be used: {file or folder}: {error.strerror or error}",
            f"let {name} name a file in PEM form, or unset it",
        ) from error


def _answer(response: httpx2.Response) -> HttpAnswer:
    headers = response.headers
    return HttpAnswer(
        method=response.request.method,
        status=response.status_code,
        content_type=headers.get("content-type", "").partition(";")[0].strip().lower(),
        sign_in=headers.get("www-authenticate", ""),
        wait=headers.get("retry-after", ""),
        location=headers.get("location", "") if response.has_redirect_location else "",
    )


def _capped(stream: Any, evidence: Evidence) -> Any:
    import httpx2

    class Capped(httpx2.AsyncByteStream):
        """The body of an answer, up to `LONGEST_MESSAGE` bytes."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in stream:
                size += len(chunk)
                if size > LONGEST_MESSAGE:
                    evidence.too_long = True
                    raise httpx2.StreamError("the answer is too long")
                yield chunk

        async def aclose(self) -> None:
            await stream.aclose()

    return Capped()
