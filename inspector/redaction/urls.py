"""URLs as they may be shown, and the secrets in them."""

from __future__ import annotations

import re
from urllib.parse import unquote, unquote_plus, urlsplit

from inspector.redaction.names import MASK, is_reference, looks_secret, without_secret_defaults

_FLAG = re.compile(r"[a-z]{0,12}")
_QUERY_NAME = re.compile(r"[A-Za-z][A-Za-z_-]{0,20}")


def redact_url(url: str) -> str:
    """Return `url` without user information and fragment, with ``…`` for every query value but ``${NAME}``.

    Path segments that look like credentials are masked too: some services put the key there. A part of the query
    without a value may be the key itself, so it is shown only where it is a short word, see `is_flag`.
    """
    url = without_secret_defaults(url)
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "(unreadable URL)"
    path = "/".join(MASK if looks_secret(segment) else segment for segment in parts.path.split("/"))
    shown = f"{parts.scheme}://{host}{path}" if parts.scheme else f"{host}{path}"
    if parts.query:
        shown += "?" + "&".join(_shown_pair(pair) for pair in parts.query.split("&"))
    return shown


def is_flag(part: str) -> bool:
    """Return whether a part of a query is a word and no key, as in ``?stateless``: up to twelve small letters."""
    return bool(_FLAG.fullmatch(part))


def url_secrets(url: str) -> set[str]:
    """Return the texts in `url` that `redact_url` would not show, as they stand and as they are read."""
    try:
        parts = urlsplit(url)
        found = {value for pair in parts.query.split("&") for value in _both(pair.partition("=")[2])}
        found |= {part for pair in parts.query.split("&") if _is_bare(pair) for part in (pair, pair.rstrip("="))}
    except ValueError:
        return {url}
    found.discard("")
    userinfo = parts.netloc.rpartition("@")[0]
    if userinfo:
        found |= {userinfo, *(unquote(part) for part in userinfo.split(":", 1))}
    if parts.fragment:
        found.add(parts.fragment)
    return found | {segment for segment in parts.path.split("/") if looks_secret(segment)}


def _shown_pair(pair: str) -> str:
    if _is_bare(pair):
        return MASK
    name, sign, value = pair.partition("=")
    name = MASK if looks_secret(name) else name
    return f"{name}{sign}{value if not value or is_reference(value) else '…'}"


def _is_bare(pair: str) -> bool:
    """Return whether a part of a query may be a key that stands there without a name, base64 with its ``=`` too."""
    name, sign, value = pair.partition("=")
    if value.strip("=") or is_flag(name) or is_reference(name):
        return False
    return looks_secret(name) or not (sign and not value and _QUERY_NAME.fullmatch(name))


def _both(value: str) -> set[str]:
    """Return a query value as it stands and as it is read."""
    return {value, unquote(value), unquote_plus(value)}
