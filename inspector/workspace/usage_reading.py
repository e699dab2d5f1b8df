"""Reading the transcripts a person allowed to be read, and judging pins by them. Nothing leaves the machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Literal

from inspector.catalog import Catalog
from inspector.errors import FileError, InspectorError, UsageError
from inspector.hosts import host, hosts
from inspector.storage import exists, files_below, read_text
from inspector.usage import claude_code, codex, csv_counts
from inspector.usage.calls import Transcript, Usage, tally
from inspector.usage.pin_value import Assumptions, PinValue, pin_values
from inspector.workspace.inspection import Inspection

Kind = Literal["claude-code", "codex", "csv"]
KINDS: tuple[Kind, ...] = ("claude-code", "codex", "csv")
_TRANSCRIPTS: dict[str, ModuleType] = {"claude-code": claude_code, "codex": codex}


@dataclass(frozen=True, slots=True)
class UsageSource:
    """Where uses are read from: a kind, and a file or a folder of files. `named` tells whether the person named it."""

    kind: Kind
    path: str
    named: bool

    @classmethod
    def of(cls, text: str) -> UsageSource:
        """Return the source of ``KIND`` (that client's own folder) or ``KIND=PATH``; raise `UsageError` else."""
        kind, sign, path = text.partition("=")
        known = next((each for each in KINDS if each == kind.strip()), None)
        if known is None or (sign and not path.strip()):
            raise UsageError(f"“{text}” is no source of usage", "write claude-code, codex, or KIND=PATH; csv=FILE")
        if not sign and known == "csv":
            raise UsageError("csv has no place of its own", "write csv=FILE")
        folder = path.strip() or str(_TRANSCRIPTS[known].FOLDER)
        return cls(known, os.path.expanduser(folder), bool(sign))


@dataclass(frozen=True, slots=True)
class ReadSource:
    """What one source gave: its files, those that could not be read with the reason, and damaged lines."""

    source: UsageSource
    files: int
    unreadable: tuple[InspectorError, ...]
    damaged: int
    transcripts: tuple[Transcript, ...]

    @property
    def problems(self) -> tuple[InspectorError, ...]:
        """What is wrong with files, and with lines of files that people write."""
        return (*self.unreadable, *(problem for each in self.transcripts for problem in each.problems))


def read_source(source: UsageSource) -> ReadSource:
    """Read a source; a file that cannot be read is named and hides no other.

    Raises `FileError` where there is nothing at the path.
    """
    if not exists(source.path):
        raise FileError(f"{source.path}: there is no such file or folder", "name the place: KIND=PATH")
    paths = files_below(source.path, ".csv" if source.kind == "csv" else ".jsonl")
    read = csv_counts.read if source.kind == "csv" else partial(_TRANSCRIPTS[source.kind].read)
    transcripts: list[Transcript] = []
    unreadable: list[InspectorError] = []
    for path in paths:
        try:
            # A transcript without a session id is called by its file; a CSV tells its mistakes with the whole path.
            name = path if source.kind == "csv" else os.path.splitext(os.path.basename(path))[0]
            transcripts.append(read(read_text(path), name))
        except InspectorError as error:
            unreadable.append(error)
    damaged = sum(transcript.damaged for transcript in transcripts)
    return ReadSource(source, len(paths), tuple(unreadable), damaged, tuple(transcripts))


def usage(read: Sequence[ReadSource], catalog: Catalog) -> Usage:
    """Return the uses of the catalog's tools over all sources; names are mapped back as each client makes them."""
    transcripts = [transcript for each in read for transcript in each.transcripts]
    ids = list(catalog.by_id)
    wanted = dict.fromkeys(each.source.kind for each in read)
    clients: list[str] = [kind for kind in wanted if kind != "csv"]
    if "csv" in wanted:
        clients += [name for name in hosts() if name not in clients]
    names: dict[str, str] = {}
    for client in clients:
        for tool, name in host(client).names(catalog).items():
            names.setdefault(name, tool)
    return tally(transcripts, ids, names)


def value_pins(inspection: Inspection, used: Usage, assumed: Assumptions) -> tuple[PinValue, ...]:
    """Return what pinning each used tool is worth under the inspection's host, best first.

    Tools the host refuses or the person hid are left out.
    """
    usable = {each.tool: each.name for each in inspection.plan.of_state("loaded", "pinned", "deferred")}
    tokens = {tool: inspection.tool_tokens[tool] for tool in usable}
    listed = _listed(inspection, usable)
    return pin_values(tokens, listed, used.tools, used.conversations, assumed)


def _listed(inspection: Inspection, names: dict[str, str]) -> dict[str, int]:
    """Return the tokens of every name where the host lists the names of deferred tools, else none."""
    prompt = "\n".join(text.text for text in inspection.deferred_texts if text.every_turn and text.id != "tools-array")
    return {tool: inspection.tokens.count(name + "\n") for tool, name in names.items() if name in prompt}


def assumptions(
    inspection: Inspection,
    used: Usage,
    *,
    turns: float | None = None,
    cached: float | None = None,
    context: int | None = None,
    found: int | None = None,
) -> Assumptions:
    """Return the conversation pins are judged by: what was given, else what the files, prices and audit tell."""
    from inspector.workspace.audit import audit

    defaults = Assumptions()
    price = inspection.price
    if cached is None and price is not None and price.cached_per_million is not None and price.input_per_million:
        cached = float(price.cached_per_million / price.input_per_million)
    request = audit(inspection).request
    return Assumptions(
        turns=turns or used.turns_per_conversation or defaults.turns,
        cached=defaults.cached if cached is None else cached,
        context=request.system + request.tools + request.history if context is None else context,
        found=found or inspection.limit,
    )
