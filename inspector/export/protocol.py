"""What every export target provides: one configuration for one product, and what it could not carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.export.warning_codes import ExportWarning
from inspector.hosts import Knob
from inspector.tuning.model import Tuning, server_of

Verified = Literal["consumer", "sdk type", "schema", "documented example"]
"""What proved that the target's product accepts the output."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is exported: the catalog, the person's tuning, and how the servers are reached.

    `servers` are unexpanded: placeholders stand as written. `unlisted` are servers that could not be listed,
    so that rules about their tools cannot be checked.
    """

    catalog: Catalog
    tuning: Tuning
    servers: Sequence[ServerSpec]
    unlisted: tuple[str, ...] = ()

    def server_of(self, key: str) -> str:
        """Return the server that an edited id (``server/tool`` or ``server/*``) belongs to."""
        return server_of(key, (*(spec.name for spec in self.servers), *(each.name for each in self.catalog.servers)))


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file of an export: a file name to suggest, its text, and its language for colouring (``json`` …)."""

    name: str
    text: str
    language: str


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
