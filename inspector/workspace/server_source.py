"""Where a server comes from, as it may be shown: its file, what it runs or where it is, names instead of values."""

from __future__ import annotations

from inspector.config.model import ServerSpec
from inspector.redaction import show_server

_SCOPES = {
    "given": "a file you named",
    "user": "your own user file",
    "local": "your own entry for this project",
    "project": "a file that comes with a project",
}


def server_source(spec: ServerSpec) -> tuple[tuple[str, str], ...]:
    """Return (label, text) lines about the entry of `spec`; secrets are masked and values of variables left out."""
    shown = show_server(command=spec.command, args=spec.args, url=spec.url, env=spec.env, headers=spec.headers)
    borrowed = ", ".join(f"{each.name} from ${each.variable}" for each in spec.borrowed)
    lines = (
        ("file", spec.source),
        ("which is", _SCOPES[spec.scope]),
        ("written for", spec.client),
        ("transport", spec.transport),
        ("runs" if spec.command else "at", shown.target),
        ("in folder", spec.cwd or (spec.directory if spec.command else "")),
        ("sets", ", ".join(shown.environment)),
        ("env files", ", ".join(spec.env_files)),
        ("headers", ", ".join(shown.headers)),
        ("borrows", borrowed),
        ("enabled", "" if spec.enabled else "no"),
        *(("note", note) for note in spec.notes),
    )
    return tuple((label, text) for label, text in lines if text)
