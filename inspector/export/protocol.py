"""What every export target provides: one configuration for one product, and what it could not carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.export.report_rows import Report
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.tuning.model import Tuning, server_of

Verified = Literal["consumer", "sdk type", "schema", "documented example", "own format"]
"""What proved that the target's product accepts the output; ``own format`` is a report, which no product reads."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is exported: the catalog, the person's tuning, and how the servers are reached.

    `servers` are unexpanded: placeholders stand as written. `unlisted` are servers that could not be listed,
    so that rules about their tools cannot be checked. `form` is one of the target's `forms`, empty for its first;
    `client` the client that is to use an exported proxy, if any. `report` holds what a host makes of the tools, for
    reports. `toolbox` is the imported toolbox body, without the servers that are in `servers`.
    """

    catalog: Catalog
    tuning: Tuning
    servers: Sequence[ServerSpec]
    unlisted: tuple[str, ...] = ()
    form: str = ""
    client: str = ""
    report: Report | None = None
    toolbox: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def server_of(self, key: str) -> str:
        """Return the server that an edited id (``server/tool`` or ``server/*``) belongs to."""
        return server_of(key, (*(spec.name for spec in self.servers), *(each.name for each in self.catalog.servers)))


@dataclass(frozen=True, slots=True)
class MergeRule:
    """How an exported file goes into one that a person wrote.

    `servers` is the path of the object (or list, whose items are told apart by `key`) of servers. Of a server that
    is there already only `knobs` are decided here, and those not even for the servers in `untouched`. `lists` are
    paths of lists that gain what is new and lose nothing. `names` are other names a file of this kind may have.
    """

    servers: tuple[str, ...] = ()
    key: str = ""
    knobs: tuple[str, ...] = ()
    untouched: tuple[str, ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file of an export: a file name to suggest, its text, and its language for colouring (``json`` …).

    `place` is where the product looks for it, seen from the project (or with ``~``); `merge` is None where the file
    is always one of its own.
    """

    name: str
    text: str
    language: str
    place: str = ""
    merge: MergeRule | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """The files of one target and the warnings that belong to them."""

    target: str
    files: tuple[ExportedFile, ...]
    warnings: tuple[ExportWarning, ...]


class Exporter(Protocol):
    """One target. `knobs` says for each knob how the target carries it (missing: it cannot)."""

    id: str
    title: str
    knobs: Mapping[Knob, str]
    verified_by: Verified

    def render(self, request: ExportRequest) -> Export:
        """Return the target's configuration and what is lost in it; raise `InspectorError` for wrong settings."""
        ...
