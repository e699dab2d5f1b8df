"""Tokens of sign-ins, kept from one run to the next: one file a server, readable by its owner only."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from inspector.errors import FileError
from inspector.storage import read_text, remove, write_private
from inspector.user_folders import user_data

EARLY_SECONDS = 30.0
"""How long before their end tokens count as expired, so that none ends on its way."""

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One sign-in: the tokens, and what is needed to renew them. Nothing of it is ever shown, `repr` included.

    `expires_at` is in seconds since 1970, None where the server did not say. `client` is the registration as
    the server gave it, `resource` what tokens are asked for (RFC 8707), None where that is not sent.
    `revocation_endpoint` takes tokens back (RFC 7009), None where the server has none.
    """

    access_token: str = field(repr=False)
    token_endpoint: str = field(repr=False)
    client: Mapping[str, Any] = field(repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    expires_at: float | None = None
    resource: str | None = field(default=None, repr=False)
    revocation_endpoint: str | None = field(default=None, repr=False)

    @property
    def expired(self) -> bool:
        """Whether the access token is over, or nearly."""
        return self.expires_at is not None and time.time() > self.expires_at - EARLY_SECONDS


class TokenFile:
    """Where the sign-in to the server at `url` is kept."""

    def __init__(self, url: str) -> None:
        self.path: Path = user_data("tokens", f"{_name(url)}.json")

    def read(self) -> SignedIn | None:
        """Return the sign-in; None where there is none, or the file is damaged."""
        try:
            document = json.loads(read_text(self.path))
        except (FileError, ValueError, RecursionError):
            return None
        if not isinstance(document, Mapping) or document.get("version") != _FORMAT:
            return None
        kinds: dict[str, type | tuple[type, ...]] = {
            "access_token": str,
            "token_endpoint": str,
            "client": dict,
            "refresh_token": (str, type(None)),
            "expires_at": (int, float, type(None)),
            "resource": (str, type(None)),
            "revocation_endpoint": (str, type(None)),
        }
        values = {name: document.get(name) for name in kinds}
        if not all(isinstance(values[name], kind) for name, kind in kinds.items()):
            return None
        return SignedIn(**values)  # type: ignore[arg-type]

    def write(self, signed_in: SignedIn) -> None:
        """Keep `signed_in`, in a file with mode 0600; raise `FileError` when that fails."""
        document = {
            "version": _FORMAT,
            "access_token": signed_in.access_token,
            "token_endpoint": signed_in.token_endpoint,
            "client": dict(signed_in.client),
            "refresh_token": signed_in.refresh_token,
            "expires_at": signed_in.expires_at,
            "resource": signed_in.resource,
            "revocation_endpoint": signed_in.revocation_endpoint,
        }
        write_private(self.path, json.dumps(document, indent=1) + "\n")

    def forget(self) -> bool:
        """Remove the sign-in and return whether there was one; raise `FileError` when that fails."""
        return remove(self.path)


def _name(url: str) -> str:
    """Return the digest of `url`, so that neither the name of a file nor a folder listing tells the server."""
    try:
        parts = urlsplit(url)
        url = urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path, parts.query, ""))
    except ValueError:
        pass  # it will be refused when it is connected to
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
