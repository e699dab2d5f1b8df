"""Verifying a host module against the person's installed client: over the same catalog, model and setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import Host, host
from inspector.tuning.model import Tuning
from inspector.verification.agreement import Agreement
from inspector.verification.clients.driver import Asked, Observation
from inspector.verification.clients.registry import driver, measured_as
from inspector.verification.comparing import compare
from inspector.verification.installed import installed
from inspector.verification.observing import OnStep, observe
from inspector.verification.recordings import recording
from inspector.verification.sample_queries import sample_queries
from inspector.workspace.inspection import Inspection

SECONDS = 120.0
"""How long one start of the client may take when the person says nothing."""


@dataclass(frozen=True)
class Verified:
    """What a verification gave: the comparison, what was seen, and the recording as files by relative path."""

    agreement: Agreement
    observed: Observation
    files: dict[str, str]


async def verify(
    inspection: Inspection,
    listings: Sequence[Listing],
    queries: Sequence[str] = (),
    *,
    program: str | None = None,
    limit: int | None = None,
    seconds: float = SECONDS,
    on_step: OnStep = lambda step: None,
) -> Verified:
    """Return how far the installed client behind the inspection's host agrees with the host module.

    `queries` are made from the catalog when none are given; `limit` is how many results each may have. The module
    measured on the installed version is used where there is one. The person's pins, words and hidden tools are set
    aside: the catalog is compared as the servers list it. Raises `UsageError` and `VerificationError`.
    """
    asking = driver(inspection.host.id)
    client = await installed(asking, program)
    module = host(measured_as(inspection.host.id, client.version))
    kept = [each for each in listings if asking.refuses(each.server) is None]
    catalog = build_catalog(kept)
    asked = Asked(
        queries=tuple(dict.fromkeys(queries or sample_queries(catalog))) if asking.searches else (),
        limit=limit or asking.search_limit,
        model=inspection.model or "",
        setting=setting_of(inspection.tuning),
        result_bytes=_result_bytes(module, catalog),
    )
    observed = await observe(
        asking, client, listings, asked, count=inspection.tokens.count, seconds=seconds, on_step=on_step
    )
    untuned = replace(inspection.conditions, tuning=without_edits(inspection.tuning), builtins=False, subagent=False)
    agreement = compare(asking, module, catalog, untuned, observed)
    return Verified(agreement, observed, recording(asking, observed, listings))


def _result_bytes(module: Host, catalog: Catalog) -> int:
    """Return the size of a large definition, one that nine out of ten do not exceed."""
    names = module.names(catalog)
    sizes = sorted(len(module.definition(tool, names[tool.id]).text.encode("utf-8", "replace")) for tool in catalog)
    return sizes[len(sizes) * 9 // 10] if sizes else 0


def setting_of(tuning: Tuning) -> str | None:
    """Return the host's own switch as the tuning sets it, a threshold written as the switch has it."""
    if tuning.tool_search is not None or tuning.threshold is None:
        return tuning.tool_search
    return f"auto:{tuning.threshold * 100:g}"


def without_edits(tuning: Tuning) -> Tuning:
    """Return `tuning` with its settings and without what it says of single tools."""
    return replace(tuning, edits={}, imported={})
