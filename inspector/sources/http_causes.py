"""Why a server could not be reached over HTTP, read from the connection's errors and the answers' heads."""

from __future__ import annotations

import re
import shlex
import socket
import ssl
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from inspector.config import ServerSpec
from inspector.redaction import redact_url
from inspector.sources.evidence import Evidence, HttpAnswer
from inspector.sources.http_client import UnusableSettings, proxy_for
from inspector.sources.quoting import Diagnosis, chain, quote
from inspector.sources.sse import UnusableStream

_ENDPOINTS = "MCP endpoints often end in /mcp or /sse"
_CERTIFICATE_HINTS = (
    ("self-signed", "if you trust it, let SSL_CERT_FILE name its certificate or your company's CA file"),
    ("self signed", "if you trust it, let SSL_CERT_FILE name its certificate or your company's CA file"),
    ("unable to get local issuer", "let SSL_CERT_FILE name the CA file that signed it, often your company's"),
    ("has expired", "the server's certificate has to be renewed; also check this machine's clock"),
    ("mismatch", "the certificate is for another name: check the host in the URL"),
    ("not valid for", "the certificate is for another name: check the host in the URL"),
)


def not_connected(spec: ServerSpec, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return why no connection came about, or None if one did."""
    import httpx2

    address = _address(spec.url)
    links = [link for cause in causes for link in chain(cause)]
    texts = " ".join(str(link) for link in links)

    def seen(*kinds: type[BaseException]) -> bool:
        return any(isinstance(link, kinds) for link in links)

    for link in links:
        if isinstance(link, UnusableSettings):
            return Diagnosis(str(link), link.hint)
    if seen(httpx2.UnsupportedProtocol, httpx2.InvalidURL):
        return Diagnosis(f"{redact_url(spec.url)} is no usable URL", "it has to begin with http:// or https://")
    proxy = proxy_for(spec.url)
    if seen(httpx2.ProxyError):
        return Diagnosis(
            f"the proxy {proxy} refused the connection: {quote(texts)}",
            "check HTTPS_PROXY and its user name and password, or name the host in NO_PROXY",
        )
    via = f" through the proxy {proxy}" if proxy else ""
    if seen(socket.gaierror) or "Name or service not known" in texts:
        host = proxy or address
        what = "the proxy" if proxy else "the host"
        return Diagnosis(f"{what} {host} is not known", "check the spelling of the URL, the network and the proxy")
    if seen(ssl.SSLError):
        return _not_secure(address, via, texts)
    if seen(httpx2.ConnectTimeout):
        return Diagnosis(f"{address} does not answer{via}", "check the address, the network and the proxy")
    if seen(httpx2.ConnectError, ConnectionRefusedError):
        if proxy:
            return Diagnosis(
                f"nothing accepts connections at the proxy {proxy}", "check HTTPS_PROXY and HTTP_PROXY, or unset them"
            )
        return Diagnosis(f"nothing accepts connections at {address}", "start the server, or check host and port")
    if seen(httpx2.ReadTimeout):
        return Diagnosis(f"{address} took the request and never answered{via}", "look into the server's own log")
    if seen(httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError):
        return Diagnosis(
            f"{address} closed the connection without an answer{via}",
            "it may expect https:// instead of http://, or have crashed: look into its log",
        )
    return None


def refused(spec: ServerSpec, answer: HttpAnswer | None, said: str = "") -> Diagnosis | None:
    """Return what an HTTP error or redirect means; `said` is the server's own reason, if it gave one."""
    if answer is None:
        return None
    status = answer.status
    if status < 400:
        return _redirected(spec, answer)
    shown = redact_url(spec.url)
    wait = f"; it asks to wait {quote(answer.wait)}{' s' if answer.wait.isdigit() else ''}" if answer.wait else ""
    because = f": {said}" if said else ""
    number = f"(HTTP {status})"
    if status == 401:
        return _sign_in(spec, answer, because)
    if status == 403 and "insufficient_scope" in answer.sign_in:
        return Diagnosis(
            f"the server wants more rights than the sign-in gave {number}{because}",
            f"sign in again: tsi servers login {shlex.quote(spec.name)}",
            sign_in=True,
        )
    known = {
        403: ("the server refuses access", "check the rights of the account or token"),
        404: (f"there is nothing at {shown}", _ENDPOINTS),
        405: ("the URL takes no MCP requests", _ENDPOINTS),
        407: ("the proxy wants a sign-in", "write user and password into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT"),
        410: (f"there is nothing any more at {shown}", "the server has moved: look up its new address"),
        429: ("the server is asked too often", "wait a little and reconnect"),
        502: ("the gateway does not reach the server behind it", "start that server, or try again later"),
        503: ("the server is not available", "try again later"),
        504: ("the gateway got no answer from the server behind it", "try again later"),
    }
    failed = ("the server failed", "look into the server's own log, or try again later")
    other = failed if status >= 500 else ("the server refused the request", "check the URL and the headers")
    problem, hint = known.get(status, other)
    return Diagnosis(f"{problem} {number}{wait}{because}", hint)


def not_mcp(spec: ServerSpec, evidence: Evidence, causes: Sequence[BaseException]) -> Diagnosis | None:
    """Return what the URL answers with instead of MCP, or None where it does not say so."""
    shown = redact_url(spec.url)
    last = evidence.answers[-1] if evidence.answers else None
    if last is not None and last.content_type in ("text/html", "application/xhtml+xml"):
        return Diagnosis(f"{shown} answers with a web page instead of MCP", _ENDPOINTS)
    for cause in causes:
        if isinstance(cause, UnusableStream):
            return Diagnosis(f"{shown} is no MCP event stream: {cause}", _ENDPOINTS)
    if last is not None and last.method == "POST" and spec.transport == "http" and last.status in (200, 202, 204):
        kind = last.content_type
        if last.status == 200 and kind and kind not in ("application/json", "text/event-stream"):
            return Diagnosis(f"{shown} answers with {quote(kind)} instead of MCP", _ENDPOINTS)
        if last.status in (202, 204) or not kind:
            return Diagnosis(f"{shown} takes the request but answers nothing (HTTP {last.status})", _ENDPOINTS)
    return None


def _sign_in(spec: ServerSpec, answer: HttpAnswer, because: str) -> Diagnosis:
    had_one = any(name.lower() == "authorization" for name in spec.headers)
    scheme = answer.sign_in.partition(" ")[0].lower()
    problem = f"the server wants a sign-in (HTTP 401){because}"
    if had_one:
        return Diagnosis(problem, "it does not accept the Authorization header of its configuration: renew that token")
    if scheme == "bearer":
        hint = f"tsi servers login {shlex.quote(spec.name)}, or add an Authorization header to its configuration"
        return Diagnosis(f"it needs sign-in (HTTP 401){because}", hint, sign_in=True)
    return Diagnosis(problem, "add an Authorization header to its configuration")


def _redirected(spec: ServerSpec, answer: HttpAnswer) -> Diagnosis | None:
    if not answer.location:
        return None
    target = urljoin(spec.url, answer.location)
    shown = redact_url(target)
    problem = f"the server redirects to {shown} (HTTP {answer.status}), which was not followed"
    if re.search(r"log-?in|sign-?in|auth|sso", urlsplit(target).path + urlsplit(target).netloc, re.IGNORECASE):
        return Diagnosis(problem, "that looks like a sign-in page: it wants an Authorization header", sign_in=True)
    return Diagnosis(problem, "write that URL into the configuration if it is the server you mean")


def _not_secure(address: str, via: str, texts: str) -> Diagnosis:
    if "WRONG_VERSION_NUMBER" in texts or "record layer failure" in texts.lower():
        return Diagnosis(f"{address} does not speak TLS{via}", "write http:// instead of https://")
    hints = (hint for words, hint in _CERTIFICATE_HINTS if words in texts)
    hint = next(hints, "check the certificate, SSL_CERT_FILE, and the proxy in between")
    return Diagnosis(f"no secure connection to {address}{via}: {quote(_reason(texts))}", hint)


def _reason(texts: str) -> str:
    """Return the readable part of OpenSSL's message."""
    found = re.search(r"certificate verify failed: [^(]+", texts)
    return found.group().strip() if found else texts


def _address(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return redact_url(url)
