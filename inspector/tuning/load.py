"""Reading ``toolset.toml``: every mistake is answered with the line, the key and what would be right."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from inspector.config.model import ConfigProblem, ServerSpec
from inspector.errors import FileError, nearest
from inspector.storage import AnyPath, read_text
from inspector.tuning.keys import KEYS, Key, wrong_tool_key
from inspector.tuning.model import ToolEdits, Tuning
from inspector.tuning.statements import Path, line_of


@dataclass(frozen=True, slots=True)
class TuningReading:
    """What a toolset file gave: the tuning, and the servers in it that could not be used."""

    tuning: Tuning
    problems: tuple[ConfigProblem, ...] = ()


_ENDLESS_NUMBER = re.compile(r"\d[\d_]{4000}")

_HOST_HINT = 'the chosen host is default_host = "NAME"; [host.NAME.texts] holds the texts of one'


def load_tuning(path: AnyPath) -> Tuning:
    """Return the tuning saved at `path`; raise `FileError` for the first mistake in it, servers included."""
    reading = read_tuning(path)
    for problem in reading.problems:
        more = f" (and {len(reading.problems) - 1} more)" if len(reading.problems) > 1 else ""
        raise FileError(f"{problem.source}: {problem.place}: {problem.message}{more}", "correct the server's entry")
    return reading.tuning


def read_tuning(path: AnyPath) -> TuningReading:
    """Return the tuning saved at `path`, with bad servers as problems so that they hide no good ones.

    Raises `FileError` when the file cannot be read, is not TOML, or has a key or value that means nothing.
    """
    return parse_tuning(read_text(path), os.fspath(path))


def parse_tuning(text: str, path: str) -> TuningReading:
    """Return the tuning written in `text`, as if it had been read from `path`."""
    content = _parse(text, path)
    _check(content, text, path)
    servers, problems = _servers(content.get("servers", {}), text, path)
    fields = {key.field: _value(content, key.path) for key in KEYS if key.field and "*" not in key.path}
    if fields["configs"] is None:
        del fields["configs"]
    for name in ("threshold", "prefill_rate", "price_input", "price_cached"):
        fields[name] = None if fields[name] is None else float(fields[name])
    edits = {name: ToolEdits(**given) for name, given in content.get("tools", {}).items() if given}
    texts = {host: given["texts"] for host, given in content.get("host", {}).items() if "texts" in given}
    return TuningReading(
        Tuning(
            servers=servers,
            edits=MappingProxyType(edits),
            texts=MappingProxyType({host: MappingProxyType(given) for host, given in texts.items()}),
            exports=MappingProxyType(content.get("export", {})),
            only=MappingProxyType({config: tuple(names) for config, names in content.get("only", {}).items()}),
            path=path,
            **fields,
        ),
        problems,
    )


def _parse(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        both = "[host." in text and "\nhost" in f"\n{text}"
        hint = _HOST_HINT if both else "correct the line; texts need quotes, and names with a slash too"
        raise FileError(f"{path} is not valid TOML: {error}", hint) from error
    except ValueError:
        # Python itself reads no number of more than 4,300 digits, and does not say where it stands.
        line = next((n for n, each in enumerate(text.split("\n"), 1) if _ENDLESS_NUMBER.search(each)), 0)
        where = f"{path} line {line}" if line else path
        raise FileError(f"{where}: a number has too many digits", "correct that number") from None
    except RecursionError as error:
        raise FileError(f"{path} is not valid TOML: it is nested too deeply", "make it flatter") from error


def _check(content: Mapping[str, Any], text: str, path: str) -> None:
    """Raise `FileError` for the first key that is unknown or has a value it cannot have."""

    def walk(value: Mapping[str, Any], place: Path, keys: list[Key]) -> None:
        depth = len(place)
        for name, item in value.items():
            here = (*place, name)
            inside = [key for key in keys if key.path[depth] in (name, "*")]
            if not inside:
                known = sorted({key.path[depth] for key in keys})
                raise _mistake(path, text, here, "is no key of a toolset", nearest(name, known))
            if place == ("tools",) and (wrong := wrong_tool_key(name)):
                raise _mistake(path, text, here, wrong)
            leaf = next((key for key in inside if len(key.path) == depth + 1), None)
            if leaf is not None:
                if wrong := leaf.check(item):
                    raise _mistake(path, text, here, wrong, leaf.meaning)
            elif isinstance(item, Mapping):
                walk(item, here, inside)
            else:
                below = sorted({key.path[depth + 1].replace("*", "NAME") for key in inside})
                hint = _HOST_HINT if here == ("host",) else ""
                raise _mistake(path, text, here, f"is a table with keys: {', '.join(below)}", hint)

    walk(content, (), list(KEYS))


def _mistake(path: str, text: str, place: Path, message: str, hint: str = "") -> FileError:
    line = line_of(text, place)
    return FileError(f"{path}{f' line {line}' if line else ''}: “{_dotted(place)}” {message}", hint)


def _dotted(place: Path) -> str:
    """Return a key path as TOML writes it, quoting the names that need it."""
    bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    return ".".join(name if name and all(letter in bare for letter in name) else f'"{name}"' for name in place)


def _value(content: Mapping[str, Any], path: Path) -> Any:
    value: Any = content
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return tuple(value) if isinstance(value, list) else value


def _servers(
    entries: Mapping[str, Any], text: str, path: str
) -> tuple[tuple[ServerSpec, ...], tuple[ConfigProblem, ...]]:
    if not entries:
        return (), ()
    from inspector.config.entries import server_from_entry

    servers: list[ServerSpec] = []
    problems: list[ConfigProblem] = []
    directory = os.path.dirname(os.path.abspath(path))
    for name, entry in entries.items():
        result = server_from_entry(
            name, entry, source=path, directory=directory, client="toolset", strict=True, root="servers"
        )
        if isinstance(result, ConfigProblem):
            key = result.place.removeprefix(f"servers.{name}").strip(".").partition("[")[0]
            line = line_of(text, ("servers", name, *key.split(".")) if key else ("servers", name))
            place = f"line {line}, {result.place}" if line else result.place
            problems.append(ConfigProblem(result.source, place, result.message))
        else:
            servers.append(result)
    return tuple(servers), tuple(problems)
