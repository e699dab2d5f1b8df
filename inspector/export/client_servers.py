"""The servers of one client export: which go in, their values in the client's form, and the warnings they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.config.expansion import variables
from inspector.config.model import Expansion, ServerSpec
from inspector.errors import FileError, UsageError
from inspector.export.client_losses import server_losses
from inspector.export.protocol import ExportRequest
from inspector.export.reference_syntax import ReferenceTranslation
from inspector.export.secret_references import VariableNames
from inspector.export.server_values import ServerValues, server_values
from inspector.export.tool_decisions import ToolDecisions, tool_decisions
from inspector.export.unchecked_rules import left_out, unchecked
from inspector.export.warning_codes import ExportWarning


@dataclass(frozen=True, slots=True)
class ClientServer:
    """One server of the export: how it was written, how it is to be written, and what holds for its tools."""

    spec: ServerSpec
    values: ServerValues
    tools: ToolDecisions


def exported_specs(request: ExportRequest, product: str) -> tuple[ServerSpec, ...]:
    """Return the enabled servers that go into an export; raise `UsageError` when there is none."""
    found = tuple(spec for spec in request.servers if spec.enabled and not left_out(spec.name, request))
    if not found:
        raise UsageError(
            f"no server of this toolset can be written for {product}: none is enabled, or all are hidden",
            "enable a server, or add one with --config",
        )
    return found


def translation_to(target: Expansion, specs: Sequence[ServerSpec]) -> ReferenceTranslation:
    """Return the translation of references for `specs`, which gives no name twice."""
    return ReferenceTranslation(target, VariableNames(name for spec in specs for name in variables(spec)))


def client_servers(request: ExportRequest, target: Expansion, product: str) -> tuple[ClientServer, ...]:
    """Return the servers to be written for `product`, references in the form `target`."""
    specs = exported_specs(request, product)
    translation = translation_to(target, specs)
    return tuple(
        ClientServer(spec, server_values(spec, translation), tool_decisions(spec.name, request)) for spec in specs
    )


def common_warnings(
    request: ExportRequest, servers: Sequence[ClientServer], product: str, *, cwd: bool = True
) -> Iterator[ExportWarning]:
    """Yield what is lost of how the servers are reached, and the rules that could not be checked."""
    for server in servers:
        yield from server_losses(server.spec, server.values, product, cwd=cwd)
    yield from unchecked(request, [server.spec.name for server in servers])


def unlisted(servers: Sequence[ClientServer]) -> tuple[str, ...]:
    """Return the names of servers whose tools are not known, so that their rules in an existing file stay."""
    return tuple(server.spec.name for server in servers if not server.tools.listed)


def milliseconds(spec: ServerSpec) -> int | None:
    """Return what one call may take, None where nothing is said."""
    return None if spec.timeout is None else round(spec.timeout * 1000)


def refuse_settings(request: ExportRequest, target: str) -> None:
    """Raise `FileError` when the toolset has settings for a target that takes none."""
    for key in request.tuning.exports.get(target, {}):
        source = request.tuning.path or "toolset"
        raise FileError(f"{source}: export.{target}.{key} is not a setting", "this target has none; remove the table")
