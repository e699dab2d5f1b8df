"""The JSON of ``tsi verify``. Field names are promises to scripts."""

from __future__ import annotations

from typing import Any

from inspector.verification.agreement import Agreement, Names, QueryDifference, Standing


def agreement_form(found: Agreement) -> dict[str, Any]:
    """Return one client's comparison; what it does not have (names, searches) is null."""
    return {
        "client": found.client,
        "version": found.version,
        "host": found.host,
        "measured_on": found.measured_on,
        "model": found.model,
        "ranking_model": found.ranking_model,
        "limit": found.limit,
        "agrees": found.agrees,
        "agreement": {"queries": found.queries, "equal": found.queries_equal},
        "definitions": {"total": found.definitions, "equal": found.definitions_equal},
        "announced": None if found.announced is None else _names(found.announced),
        "decision": {
            "equal": found.decision_equal,
            "expected": found.expected_deferred,
            "observed": found.observed_deferred,
            "rule": found.rule,
            "counted": list(found.counted),
            "upfront": _names(found.upfront),
        },
        "first_difference": _query(found.differences[0]) if found.differences else None,
        "differences": [_query(each) for each in found.differences],
        "unanswered": list(found.unanswered),
        "definition_differences": [
            {"name": each.name, "where": each.where, "expected": each.expected, "observed": each.observed}
            for each in found.definition_differences
        ],
        "notes": list(found.notes),
    }


def _names(names: Names) -> dict[str, Any]:
    return {
        "total": names.total,
        "equal": names.equal,
        "same_order": names.same_order,
        "only_expected": list(names.only_expected),
        "only_observed": list(names.only_observed),
    }


def _query(found: QueryDifference) -> dict[str, Any]:
    return {
        "query": found.query,
        "place": found.place,
        "expected": _standing(found.expected),
        "observed": _standing(found.observed),
        "client": list(found.client),
        "host": list(found.host),
    }


def _standing(found: Standing | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "name": found.name,
        "rank": found.rank,
        "score": found.score,
        "contributions": [
            {"term": each.term, "where": each.where, "points": each.points, "why": each.why}
            for each in found.contributions
        ],
    }
