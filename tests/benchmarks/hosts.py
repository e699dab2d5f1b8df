"""What each host takes: its index, an edit of one tool, a query; in several sizes, and against other ways to do it."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, replace

from inspector.catalog import Catalog
from inspector.cost import counter
from inspector.hosts import host
from inspector.tuning.model import ToolEdits, Tuning
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.inspection import Inspection
from tests.benchmarks.timing import QUERIES, median, nearly_all, once

SHOWN = 100
EDITS = 15
KINDS = (ToolEdits(words="create an issue basket"), ToolEdits(pin=True), ToolEdits(hide=True))


@dataclass(frozen=True, slots=True)
class HostFigures:
    """Milliseconds. `edit` is plan and index after one tool's words, pin or hide changed; `index_alone` without the
    plan; `query` is the ranking with its first hits, `explained` the same with the breakdown of every one of them read,
    `worst` what 95 of 100 such queries stay within.
    """

    plan: float
    index: float
    edit: float
    index_alone: float
    query: float
    explained: float
    worst: float


def host_figures(name: str, catalog: Catalog) -> HostFigures:
    """Measure one host on one catalog; the model's vocabulary and imports are warm."""
    fresh = inspection_of(name, catalog)
    plan, index = once(lambda: fresh.plan), once(lambda: fresh.index)
    edits, alone, latest = _edits(fresh)
    most = fresh.host.maximum_limit
    shown = SHOWN if most is None else min(SHOWN, most)
    queries = [median(lambda query=query: latest.index.search(query, shown)) for query in QUERIES]
    explained = [once(lambda query=query: _explained(latest, query, shown)) for query in QUERIES for _ in range(10)]
    return HostFigures(
        plan,
        index,
        statistics.median(edits),
        statistics.median(alone),
        statistics.median(queries),
        statistics.median(explained),
        nearly_all(explained),
    )


def _edits(fresh: Inspection) -> tuple[list[float], list[float], Inspection]:
    chosen = random.Random(1)
    tools = list(fresh.catalog.by_id)
    whole, alone, latest = [], [], fresh
    for kind in KINDS:
        for _ in range(EDITS):
            edits = {**latest.tuning.edits, chosen.choice(tools): kind}
            latest = latest.with_tuning(replace(latest.tuning, edits=edits))
            plan, index = once(lambda: latest.plan), once(lambda: latest.index)  # noqa: B023
            whole.append(plan + index)
            alone.append(index)
    return whole, alone, latest


def _explained(inspection: Inspection, query: str, shown: int) -> None:
    for hit in inspection.index.search(query, shown).hits:
        _ = (hit.score, hit.contributions)


def inspection_of(name: str, catalog: Catalog) -> Inspection:
    """Return a fresh inspection of `catalog`, which remembers nothing."""
    return Inspector(Catalog(catalog.servers), Overrides()).inspect(host(name), Tuning())


def get_scores(catalog: Catalog) -> float:
    """Return the median milliseconds of ``BM25Okapi.get_scores`` and argsort over every tool's tokens."""
    from rank_bm25 import BM25Okapi

    from inspector.hosts.foundry.search import document
    from inspector.search.name_parts import tokenise

    names = host("foundry").names(catalog)
    okapi = BM25Okapi([document(tool, names[tool.id], "").tokens() for tool in catalog])  # type: ignore[no-untyped-call]
    return statistics.median(
        median(lambda query=query: okapi.get_scores(tokenise(query)).argsort()) for query in QUERIES
    )


def counting(catalog: Catalog) -> Mapping[str, float]:
    """Return the milliseconds of counting every definition anew, and of asking for what was counted."""
    fresh = inspection_of("x-code-cli", catalog)
    texts = [definition.text for definition in fresh.definitions.values()]
    counter("o200k").count_many(texts[:10])
    anew = once(lambda: counter("o200k").count_many(texts))
    fresh.tokens.count_many(texts)
    return {"counted anew": anew, "asked for again": median(lambda: fresh.tokens.count_many(texts), 5)}
