"""When two definitions reach the same server: by what they start or connect to, not by their names."""

from __future__ import annotations

from urllib.parse import urlsplit

from inspector.config.model import ServerSpec

Endpoint = tuple[str, ...]
"""What identifies a server; may hold secrets, so it is compared and never shown."""


def endpoint(spec: ServerSpec) -> Endpoint:
    """Return what identifies the server of `spec`: command and arguments, or its URL without query and user."""
    if spec.transport == "stdio":
        return ("stdio", spec.command, *spec.args)
    try:
        parts = urlsplit(spec.url)
    except ValueError:
        return ("url", spec.url)
    host = parts.netloc.rpartition("@")[2].lower()
    return ("url", parts.scheme.lower(), host, parts.path.rstrip("/"))


def differences(one: ServerSpec, other: ServerSpec) -> tuple[str, ...]:
    """Return what differs between two definitions of one endpoint, by kind and name only, never by value."""
    found = []
    for kind, here, there in (("env", one.env, other.env), ("headers", one.headers, other.headers)):
        names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
        if names:
            found.append(f"{kind} {', '.join(names)}")
    if one.transport != "stdio" and one.url.partition("?")[2] != other.url.partition("?")[2]:
        found.append("the query of the URL")
    if (one.cwd or one.directory) != (other.cwd or other.directory) and one.cwd != other.cwd:
        found.append("the working directory")
    return tuple(found)
