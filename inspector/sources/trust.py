"""What a project's files may do: start just the commands, and send secrets to just the addresses, that were agreed to.

A repository can bring a file that starts anything. So a stdio server from such a file runs only after the
person saw its command line and said yes. It can also bring a URL or headers with ``${TOKEN}`` in them, which would
send the person's own token to a host the repository chose: such a remote server is contacted only after they saw
the address and the names. What they agreed to is remembered as a digest, per file: a changed command or address, a
moved file, or the same server name in another file asks again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.config import MissingVariable, ServerSpec, expand, variables
from inspector.config.expansion import filled_in
from inspector.errors import FileError
from inspector.redaction import MASK, redact_args, redact_argument, redact_url
from inspector.storage import read_text, write_private
from inspector.user_folders import user_data

_FORMAT = 1
_NEEDS_QUOTES = re.compile(r"[\s'\"\\;&|<>()`]")


@dataclass(frozen=True, slots=True)
class TrustQuestion:
    """What a person has to agree to before a server is started or contacted; every text may be shown (once disarmed).

    `command` is the command line as configured, variables unexpanded, each argument quoted where it needs it;
    `masked` says that parts of it look like secrets and are hidden, to be read in the `file` itself.
    `environment` are the names it sets, `working_directory` is where it starts, `project` the folder that
    holds the file, and `changed` whether something else was agreed to under this name.

    For a remote server `command` is empty: `url` is its address as configured, `sends` what of this machine would go
    there (names of variables, ``file PATH``), and `headers` are the names of its headers.
    """

    server: str
    file: str
    project: str
    command: str
    masked: bool
    environment: tuple[str, ...]
    working_directory: str
    changed: bool
    url: str = ""
    headers: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()

    @property
    def act(self) -> str:
        """What is agreed to, as it goes on after “may”."""
        if not self.url:
            return f"run “{self.command}”"
        headers = f" and its headers {', '.join(self.headers)}" if self.headers else ""
        return f"fill {', '.join(self.sends)} into “{self.url}”{headers}, and connect to it"

    @property
    def problem(self) -> str:
        """What a report says about the server that was not started, or not contacted."""
        if self.url:
            why = "its address changed since you agreed" if self.changed else "it comes with a project"
            to = f" (headers {', '.join(self.headers)})" if self.headers else ""
            sent = f"{self.file} would send {', '.join(self.sends)} of yours to “{self.url}”{to}"
            return f"not contacted: {why}, and {sent}"
        names = f", with {', '.join(self.environment)} set" if self.environment else ""
        why = "its command changed since you agreed" if self.changed else "it comes with a project"
        return f"not started: {why}, and {self.file} would run “{self.command}”{names}"

    @property
    def hint(self) -> str:
        """How to agree on the command line."""
        hidden = f"what ••• hides stands in {self.file}; " if self.masked else ""
        return f"{hidden}agree with --trust, or with --trust-project {shlex.quote(self.project)}"


class TrustStore:
    """What was agreed to: in this run, and in the file at `path`, which is read when it is first needed.

    A file that is missing, damaged or of another version means that nothing was agreed to.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, dict[str, str]] | None = None
        self.agreed_now: list[TrustQuestion] = []
        """What this run agreed to that had not been agreed to before."""
        self.unsaved: FileError | None = None
        """Why the agreements of this run could not be remembered; they hold for this run all the same."""

    def question(self, spec: ServerSpec) -> TrustQuestion | None:
        """Return what has to be agreed to before `spec` may be started or contacted, or None where nothing has."""
        if spec.scope != "project" or not spec.enabled or not _matters(spec):
            return None
        agreed = self._agreed().get(_file(spec), {})
        if _digest(spec) in agreed:
            return None
        return _question(spec, changed=spec.name in agreed.values())

    def agree(self, specs: Iterable[ServerSpec]) -> None:
        """Take every server of `specs` as agreed to, whatever its scope, now and in later runs."""
        specs = [spec for spec in specs if _matters(spec)]
        self.agreed_now += [question for spec in specs if (question := self.question(spec))]
        new = [spec for spec in specs if _digest(spec) not in self._agreed().get(_file(spec), {})]
        if not new:
            return
        # Another run may have written meanwhile; what it agreed to stays.
        for file, digests in _read(self._place()).items():
            self._agreed().setdefault(file, {}).update(digests)
        for spec in new:
            self._agreed().setdefault(_file(spec), {})[_digest(spec)] = spec.name
        self._save()

    def agree_to_project(self, specs: Sequence[ServerSpec], folder: str) -> None:
        """Agree to those of `specs` that need it and whose file really lies below `folder`, links resolved."""
        wanted = real_path(folder)
        self.agree(spec for spec in specs if self.question(spec) and is_below(_file(spec), wanted))

    def _agreed(self) -> dict[str, dict[str, str]]:
        if self._known is None:
            self._known = _read(self._place())
        return self._known

    def _place(self) -> Path:
        return self._path or user_data("trust.json")

    def _save(self) -> None:
        document = {"version": _FORMAT, "agreed": self._agreed()}
        try:
            write_private(self._place(), json.dumps(document, indent=1, sort_keys=True) + "\n")
        except FileError as error:
            self.unsaved = error


def needs_trust(spec: ServerSpec, store: TrustStore | None = None) -> TrustQuestion | None:
    """Return what the person has to agree to before `spec` may be started or contacted, or None where nothing has.

    Without a `store`, the person's own remembered agreements count.
    """
    return (store or TrustStore()).question(spec)


def _matters(spec: ServerSpec) -> bool:
    """Return whether reaching the server does more than asking an address: it runs something, or sends secrets."""
    return spec.transport == "stdio" or bool(filled_in(spec))


def _question(spec: ServerSpec, *, changed: bool) -> TrustQuestion:
    words = (spec.command, *spec.args)
    shown = (redact_argument(spec.command), *redact_args(spec.args, spec.command))
    file, folder = _file(spec), real_path(spec.directory)
    if spec.transport != "stdio":
        url = redact_url(spec.url)
        headers = (*spec.headers, *(value.name for value in spec.borrowed if value.kind != "env"))
        return TrustQuestion(
            server=spec.name,
            file=spec.source,
            project=folder if is_below(file, folder) else os.path.dirname(file),
            command="",
            masked=MASK in url,
            environment=(),
            working_directory="",
            changed=changed,
            url=url,
            headers=tuple(dict.fromkeys(headers)),
            sends=filled_in(spec),
        )
    return TrustQuestion(
        server=spec.name,
        file=spec.source,
        # A file such as .vscode/mcp.json speaks for the folder above its own.
        project=folder if is_below(file, folder) else os.path.dirname(file),
        # Quoted, so that one argument with spaces does not look like several.
        command=" ".join(_quoted(word) for word in shown),
        masked=shown != words,
        environment=_environment_names(spec),
        working_directory=_directory(spec),
        changed=changed,
    )


def _quoted(word: str) -> str:
    """Return `word`, in quotes where it would not look like one argument; variables and masks need none."""
    return word if word and not _NEEDS_QUOTES.search(word) else shlex.quote(word)


def _digest(spec: ServerSpec) -> str:
    """Return the digest of everything that decides what runs, or where what is sent; the server's name does not."""
    content: dict[str, object]
    if spec.transport != "stdio":
        borrowed = sorted((value.kind, value.name, value.variable) for value in spec.borrowed if value.kind != "env")
        # The transport does not count: it may be found out by trying, and what is sent is the same.
        content = {"url": spec.url, "headers": dict(spec.headers), "borrowed": borrowed, "expansion": spec.expansion}
        return _sha256(content)
    content = {
        "command": spec.command,
        "args": list(spec.args),
        "directory": _directory(spec),
        # Templates, not values: a variable of the person's own may change without anybody being asked.
        "env": dict(spec.env),
        "names": sorted(_environment_names(spec)),
        "files": _inserted_files(spec),
        "expansion": spec.expansion,
    }
    return _sha256(content)


def _sha256(content: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _environment_names(spec: ServerSpec) -> tuple[str, ...]:
    """Return the names the server would see set, those of its dotenv files included."""
    try:
        return tuple(expand(spec, _stand_ins(spec)).env)
    except MissingVariable:
        # It cannot be started as things are; once it can, it is asked about again.
        return tuple(spec.env)


def _inserted_files(spec: ServerSpec) -> dict[str, str]:
    """Return the digests of the files whose text would become part of the command line, by path."""
    found: dict[str, str] = {}

    def read(path: str) -> str:
        text = read_text(path)
        found[os.path.realpath(path)] = hashlib.sha256(text.encode()).hexdigest()
        return text

    with contextlib.suppress(MissingVariable):
        expand(replace(spec, env_files=(), borrowed=()), _stand_ins(spec), read=read)
    return found


def _stand_ins(spec: ServerSpec) -> dict[str, str]:
    """Return an environment in which nothing is missing: what values there are is not asked about."""
    return {**dict.fromkeys(variables(spec), "x"), **os.environ}


def _directory(spec: ServerSpec) -> str:
    """Return where the server starts, links resolved: a link that leads elsewhere later asks again."""
    folder = os.path.join(spec.directory, spec.cwd) if spec.cwd else spec.directory
    return real_path(folder) if folder else ""


def _file(spec: ServerSpec) -> str:
    return real_path(os.path.expanduser(spec.source))


def real_path(path: str) -> str:
    """Return the one name of what is at `path`, whatever links and spelling lead there."""
    real = os.path.realpath(path)
    swapped = real.swapcase()
    try:
        # macOS and Windows find a file under any case; on Linux two spellings are two files.
        same = swapped != real and os.path.samefile(real, swapped)
    except (OSError, ValueError):
        same = False
    return real.casefold() if same else real


def is_below(path: str, folder: str) -> bool:
    """Return whether one `real_path` lies in another."""
    try:
        return os.path.commonpath([path, folder]) == folder
    except ValueError:  # two Windows drives
        return False


def _read(path: Path) -> dict[str, dict[str, str]]:
    """Return digests with server names by file; empty for anything but a whole file of this version."""
    try:
        document = json.loads(read_text(path))
    except (FileError, ValueError, RecursionError):
        return {}
    if not isinstance(document, Mapping) or document.get("version") != _FORMAT:
        return {}
    found: dict[str, dict[str, str]] = {}
    agreed = document.get("agreed")
    for file, digests in agreed.items() if isinstance(agreed, Mapping) else ():
        if isinstance(digests, Mapping) and all(isinstance(name, str) for name in digests.values()):
            found[file] = dict(digests)
    return found
