"""Comparing what an installed client did with what its host module says it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inspector.catalog import Catalog
from inspector.hosts import Conditions, Host
from inspector.search import Hit, SearchIndex
from inspector.verification.agreement import Agreement, Names, QueryDifference, Standing
from inspector.verification.clients.driver import ClientDriver, Observation, Ranked
from inspector.verification.definition_differences import definition_differences


def compare(
    driver: ClientDriver, host: Host, catalog: Catalog, conditions: Conditions, observed: Observation
) -> Agreement:
    """Return where `observed` and `host` agree over `catalog`, which holds the servers that the client was given."""
    plan = host.plan(catalog, conditions)
    names = host.names(catalog)
    sent = {
        tool.id: host.definition(tool, names[tool.id])
        for tool in catalog
        if plan.by_tool[tool.id].state not in ("refused", "hidden")
    }
    expected = driver.expected(host.tools_array(catalog, sent))
    loaded = [each.name for each in plan.of_state("loaded", "pinned")]
    announced = driver.expected_announced(host.texts(catalog, conditions, plan))
    index = host.index(catalog, conditions)
    compared = {query: _query(driver, index, query, observed) for query in observed.ranked}
    own = set(names.values())
    searched = observed.ranking_model is not None
    return Agreement(
        host=host.id,
        client=observed.title,
        version=observed.version,
        measured_on=host.version,
        model=observed.asked.model,
        ranking_model=observed.ranking_model,
        limit=observed.asked.limit,
        queries=len(set(observed.asked.queries)) if searched else 0,
        unanswered=tuple(
            query for query in dict.fromkeys(observed.asked.queries) if searched and query not in observed.ranked
        ),
        differences=tuple(each for each in compared.values() if each is not None),
        definitions=len({*expected, *observed.definitions}),
        definition_differences=definition_differences(expected, observed.definitions),
        expected_deferred=plan.decision.deferred,
        # Without a tool there is nothing to defer, whatever the client would do with one.
        observed_deferred=observed.deferred and bool(sent),
        rule=plan.decision.rule,
        counted=observed.counted,
        upfront=_names(sorted(loaded), sorted(name for name in observed.upfront if name in own)),
        announced=None
        if announced is None or observed.announced is None
        else _names(announced, [name for name in observed.announced if _of_mcp(driver, name)]),
        slack=driver.slack,
        notes=(*_nothing_taken(catalog, names, expected, observed), *_notes(driver, observed, len({*expected} - own))),
    )


def _query(driver: ClientDriver, index: SearchIndex, query: str, observed: Observation) -> QueryDifference | None:
    """Return how the answers to `query` differ, or None where they agree as far as the client's order is fixed."""
    hits = index.search(query, None).hits
    groups = observed.ranked[query]
    mcp = tuple(tuple(name for name in group if _of_mcp(driver, name)) for group in groups)
    # The client's own tools take places among the results; what they pushed out is not missing.
    full = sum(map(len, groups)) >= observed.asked.limit
    return (_in_order if driver.ties == "ordered" else _by_score)(query, hits, mcp, full, driver.slack)


def _in_order(query: str, hits: Sequence[Hit], groups: Ranked, full: bool, slack: float) -> QueryDifference | None:
    client = tuple(name for group in groups for name in group)
    host = tuple(hit.name for hit in hits)
    host = host[: len(client)] if full else host
    place = next((at for at, pair in enumerate(zip(client, host, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        if len(client) == len(host):
            return None
        place = min(len(client), len(host))
    return _difference(query, place, hits, host, client)


def _by_score(query: str, hits: Sequence[Hit], groups: Ranked, full: bool, slack: float) -> QueryDifference | None:
    """Compare where equal scores come in any order: no group may stand above one with higher scores."""
    scores = {hit.name: hit.score or 0.0 for hit in hits}
    client = tuple(name for group in groups for name in group)
    host = tuple(hit.name for hit in hits)
    floor, place = float("inf"), 0
    for group in filter(None, groups):
        known = [scores[name] for name in group if name in scores]
        if len(known) < len(group) or max(known) > floor * (1 + slack):
            return _difference(query, place, hits, host[: len(client)], client)
        floor, place = min(floor, *known), place + len(group)
    missing = [name for name in host if name not in client]
    if missing and (not full or (client and scores[missing[0]] > floor * (1 + slack))):
        return _difference(query, min(host.index(missing[0]), len(client)), hits, host[: max(len(client), 1)], client)
    return None


def _difference(
    query: str, place: int, hits: Sequence[Hit], host: tuple[str, ...], client: tuple[str, ...]
) -> QueryDifference:
    def standing(names: tuple[str, ...]) -> Standing | None:
        if place >= len(names):
            return None
        hit = next((each for each in hits if each.name == names[place]), None)
        if hit is None:
            return Standing(names[place], None, None)
        return Standing(hit.name, hit.rank, hit.score, hit.contributions)

    return QueryDifference(query, place + 1, standing(host), standing(client), client, host)


def _names(expected: Iterable[str], observed: Iterable[str]) -> Names:
    wanted, found = list(expected), list(observed)
    return Names(
        total=len({*wanted, *found}),
        only_expected=tuple(name for name in wanted if name not in set(found)),
        only_observed=tuple(name for name in found if name not in set(wanted)),
        same_order=[name for name in wanted if name in set(found)] == [name for name in found if name in set(wanted)],
    )


def _of_mcp(driver: ClientDriver, name: str) -> bool:
    return name.startswith(driver.prefix)


def _nothing_taken(
    catalog: Catalog, names: Mapping[str, str], expected: Mapping[str, object], observed: Observation
) -> Iterable[str]:
    """Say of servers none of whose definitions were sent that the whole list may have been refused."""
    for server in catalog.servers:
        own = [names[tool.id] for tool in server.tools if names[tool.id] in expected]
        if len(own) > 1 and not any(name in observed.definitions for name in own):
            yield (
                f"server “{server.name}”: the client took none of its {len(own):,} tools; "
                "it may refuse a whole list for one tool it cannot read (see `tsi check`), or not take the name"
            )


def _notes(driver: ClientDriver, observed: Observation, namespaces: int) -> tuple[str, ...]:
    notes = [f"server “{name}” was left out: {why}" for name, why in observed.left_out.items()]
    if driver.searches and observed.ranking_model is None:
        notes.append("the model was offered no search: if this version should have one, its protocol may have changed")
    for run in observed.instead:
        notes.append(f"definitions were asked under {run.model}: this version has a search under the usual model")
    if namespaces:
        notes.append(f"{namespaces:,} of the definitions are the words of a namespace, the others tools")
    if observed.ranking_model not in (None, observed.asked.model):
        notes.append(f"searches were asked under {observed.ranking_model}: {observed.asked.model} has none here")
    notes += driver.remarks(observed.asked)
    if driver.ties == "random":
        notes.append("equal scores count as equal: the client puts them in random order")
    if observed.refused:
        notes.append(f"the network was closed to it; it asked for {', '.join(observed.refused[:5])}")
    return tuple(notes)
