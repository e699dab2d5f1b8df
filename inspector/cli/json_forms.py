"""The JSON that commands print, one function a form. Field names are promises to scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.search import Hit, Ranking
from inspector.sources import ServerReport
from inspector.workspace.audit import Audit, server_tokens
from inspector.workspace.inspection import Inspection
from inspector.workspace.prompt_texts import Prompt
from inspector.workspace.tool_rows import ToolRow


def servers_form(reports: Sequence[ServerReport], inspection: Inspection) -> list[dict[str, Any]]:
    """Return the servers with tools and tokens (null where a server could not be listed)."""
    tokens = server_tokens(inspection)
    names = iter(tokens)
    found = []
    for report in reports:
        name = next(names) if report.listing is not None else report.name
        server = inspection.catalog.server(name) if report.listing is not None else None
        found.append(
            {
                "name": name,
                "source": report.source,
                "transport": report.transport,
                "state": report.state,
                "tools": None if server is None else len(server.tools),
                "tokens": None if server is None else tokens[name],
                "seconds": round(report.seconds, 3),
                "problem": report.problem or None,
                "hint": report.hint or None,
            }
        )
    return found


def audit_form(audit: Audit, inspection: Inspection, reports: Sequence[ServerReport]) -> dict[str, Any]:
    """Return the audit."""
    totals, decision, request = audit.totals, audit.decision, audit.request
    return {
        "host": inspection.host.id,
        "version": inspection.host.version,
        "model": inspection.model,
        "window": inspection.window.tokens,
        "counter": {"name": inspection.counter.name, "label": inspection.counter.label},
        "servers": servers_form(reports, inspection),
        "totals": {
            "tools": totals.tools,
            "upfront": totals.upfront,
            "deferred": totals.deferred,
            "loaded": totals.loaded,
            "saved": totals.saved,
        },
        "decision": {
            "deferred": decision.deferred,
            "counted": decision.counted,
            "limit": decision.limit,
            "unit": decision.unit,
            "rule": decision.rule,
        },
        "request": {
            "system": request.system,
            "tools": request.tools,
            "history": request.history,
            "room": request.room,
        },
    }


def tools_form(rows: Sequence[ToolRow]) -> dict[str, Any]:
    """Return the tool rows."""
    return {
        "tools": [
            {
                "tool": row.tool,
                "name": row.name,
                "state": row.state,
                "reason": row.reason,
                "tokens": row.tokens,
                "words": row.words,
            }
            for row in rows
        ]
    }


def search_form(inspection: Inspection, rankings: Sequence[Ranking], wanted: str | None = None) -> dict[str, Any]:
    """Return the results of every query; with `wanted` also why each does not show that tool."""
    return {
        "host": inspection.host.id,
        "version": inspection.host.version,
        "results": [
            {
                "query": ranking.query,
                "hits": [_hit(inspection, hit) for hit in ranking.hits],
                "unmatched": [*ranking.unmatched, *ranking.missing],
                **({} if wanted is None else {"why_not": _why_not(inspection, ranking.query, wanted)}),
            }
            for ranking in rankings
        ],
    }


def _why_not(inspection: Inspection, query: str, wanted: str) -> dict[str, Any]:
    from inspector.workspace.why_not import why_not

    reason = why_not(inspection, query, wanted)
    return {
        "tool": reason.tool,
        "verdict": reason.verdict,
        "rank": None if reason.hit is None else reason.hit.rank,
        "misses": [{"term": miss.term, "why": miss.why} for miss in reason.misses],
        "outranked_by": [hit.key for hit in reason.above],
    }


def _hit(inspection: Inspection, hit: Hit) -> dict[str, Any]:
    placement = inspection.placement(hit.key)
    return {
        "rank": hit.rank,
        "tool": hit.key,
        "name": hit.name,
        "score": hit.score,
        "state": placement.state if placement is not None else "deferred",
        "contributions": [
            {"term": part.term, "where": part.where, "points": part.points, "why": part.why}
            for part in hit.contributions
        ],
    }


def prompt_form(prompt: Prompt) -> dict[str, Any]:
    """Return the host's texts with their tokens, and the digest of those in every request."""
    return {
        "texts": [
            {"id": item.text.id, "text": item.text.text, "tokens": item.tokens, "origin": item.text.origin}
            for item in prompt.texts
        ],
        "digest": prompt.digest,
    }


def by_host(forms: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the only form, or all of them under ``hosts`` where several hosts were asked for."""
    return forms[0] if len(forms) == 1 else {"hosts": list(forms)}
