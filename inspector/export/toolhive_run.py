"""``thv run`` commands: each server in a container of ToolHive's, with the tools it may offer and its secrets by name.

Flags as the reference of ``thv run`` lists them: ``--name``, ``--group``, ``--tools``, ``--tools-override``,
``--secret NAME,target=VARIABLE``, and ``uvx://``, ``npx://`` or an image as what is run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from inspector.export.client_servers import ClientServer
from inspector.export.json_text import json_text
from inspector.export.protocol import ExportedFile
from inspector.export.reference_syntax import NEUTRAL
from inspector.export.tool_descriptions import described
from inspector.export.warning_codes import ExportWarning

_RUNNERS = {"uvx": "uvx://", "npx": "npx://"}


def run_files(
    servers: Sequence[ClientServer], group: str
) -> tuple[tuple[ExportedFile, ...], tuple[ExportWarning, ...]]:
    """Return ``toolhive_run.sh`` and one file of overrides a server that has search words, and what is lost."""
    lines = ["#!/bin/sh", "# Store each secret named below first: thv secret set NAME", "set -eu"]
    lines.append(shlex.join(["thv", "group", "create", group]))
    overrides: list[ExportedFile] = []
    lost: list[ExportWarning] = []
    for number, server in enumerate(servers, 1):
        name = server.spec.name
        what = _what(server)
        if what is None:
            message = f"{name}: ToolHive runs uvx and npx packages, images and addresses; this command is none of them"
            lost.append(ExportWarning("STDIO_DROPPED", message, (name,)))
            continue
        if server.tools.all_hidden:
            continue
        command = ["thv", "run", "--name", name, "--group", group]
        if server.tools.hidden and server.tools.listed:
            command += [word for tool in server.tools.kept for word in ("--tools", tool)]
        if changed := described(server.tools):
            file = f"toolhive_overrides_{number}.json"
            overrides.append(ExportedFile(file, json_text({"toolsOverride": changed}), "json"))
            command += ["--tools-override", file]
        command += [word for option in _secrets(server, lost) for word in ("--secret", option)]
        if server.values.headers:
            message = f"{name}: headers are not written ({', '.join(server.values.headers)}); give them to thv run"
            lost.append(ExportWarning("HEADERS_DROPPED", message, (name,)))
        lines.append(" ".join(_word(word) for word in (*command, *what)))
    script = ExportedFile("toolhive_run.sh", "\n".join(lines) + "\n", "bash")
    return (script, *overrides), tuple(lost)


def _word(text: str) -> str:
    """Return `text` as one word of a shell command, in which only its references are filled in."""
    if not NEUTRAL.search(text):
        return shlex.quote(text)
    parts: list[str] = []
    end = 0
    for match in NEUTRAL.finditer(text):
        parts += [re.sub(r'([\\"$`])', r"\\\1", text[end : match.start()]), f"${{{match['name']}}}"]
        end = match.end()
    return '"' + "".join(parts) + re.sub(r'([\\"$`])', r"\\\1", text[end:]) + '"'


def _what(server: ClientServer) -> list[str] | None:
    """Return what ``thv run`` gets for one server: an address, or a package or image with its arguments."""
    if server.spec.transport != "stdio":
        return [server.values.url]
    runner = server.values.command.rpartition("/")[2]
    args = list(server.values.args)
    if runner in _RUNNERS:
        if args[:1] in (["-y"], ["--yes"]):
            args = args[1:]
        if not args or args[0].startswith("-"):
            return None
        return [_RUNNERS[runner] + args[0], *(["--", *args[1:]] if args[1:] else [])]
    return None


def _secrets(server: ClientServer, lost: list[ExportWarning]) -> list[str]:
    found = []
    for variable, value in server.values.env.items():
        reference = NEUTRAL.fullmatch(value)
        if reference:
            found.append(f"{reference['name']},target={variable}")
        elif value:
            message = f"{server.spec.name}: {variable} is more than one secret; store what it is to hold as {variable}"
            lost.append(ExportWarning("SECRET_INLINE", message, (server.spec.name,)))
            found.append(f"{variable},target={variable}")
    return found
