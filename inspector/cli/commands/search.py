"""``tsi search``: what a query finds, in the host's order, with the score of every term."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import write_data, write_json

if TYPE_CHECKING:
    from inspector.search import Ranking
    from inspector.workspace.inspection import Inspection


@click.command("search")
@click.argument("query", nargs=-1)
@click.option("--queries", metavar="FILE", help="Answer many: a JSON list of texts, or one query a line.")
@click.option("--why-not", "wanted", metavar="TOOL", help="Say why TOOL (server/tool) is not found, or not higher up.")
@input_options
@host_options
@connect_options
@json_option
def command(query: tuple[str, ...], queries: str | None, wanted: str | None, as_json: bool, **options: Any) -> int:
    """Show what QUERY finds, in the host's order, with the points of every term and the terms that match nothing.

    Every tool is ranked that is neither refused, hidden nor pinned, as if deferral were on; `state` is the real plan.
    """
    from inspector.cli.json_forms import by_host, search_form
    from inspector.cli.running import look
    from inspector.workspace.query_files import read_queries

    if not query and queries is None:
        raise click.UsageError("no query given: add words, or --queries FILE", click.get_current_context())
    texts = [" ".join(query)] if query else []
    texts += read_queries(queries) if queries is not None else []
    looked = look(options)
    results = [(inspection, [inspection.search(text) for text in texts]) for inspection in looked.inspections]
    if as_json:
        write_json(by_host([search_form(inspection, rankings, wanted) for inspection, rankings in results]))
    else:
        blocks = [
            _text(inspection, ranking) + (_why_not_text(inspection, ranking.query, wanted) if wanted else "")
            for inspection, rankings in results
            for ranking in rankings
        ]
        write_data("\n\n".join(blocks))
    return looked.exit_code


def _text(inspection: Inspection, ranking: Ranking) -> str:
    from inspector.cli.tables import cut_name, score, table

    rows = []
    for hit in ranking.hits:
        placement = inspection.placement(hit.key)
        state = placement.state if placement is not None else "built-in"
        rows.append([str(hit.rank), cut_name(hit.name), score(hit.score), state, cut_name(hit.key)])
    shown = f"{len(ranking.hits)} of {ranking.total} found" if ranking.total else "nothing found"
    lines = [f"{inspection.host.id} ({inspection.host.label}) · “{ranking.query}” · {shown} · {_mode(ranking)}"]
    lines += [f"  {note}" for note in ranking.notes.values()]
    if rows:
        lines.append(table(("", "name", "score", "state", "tool"), rows, right=(0, 2)))
    parts = [
        [str(hit.rank) if at == 0 else "", part.term, part.where, score(part.points), part.why]
        for hit in ranking.hits
        for at, part in enumerate(hit.contributions)
    ]
    if parts:
        lines.append(table(("", "term", "where", "points", "why"), parts, right=(0, 3)))
    if ranking.unmatched:
        lines.append("  no tool matches: " + ", ".join(ranking.unmatched))
    if ranking.missing:
        lines.append("  not found by name: " + ", ".join(ranking.missing))
    return "\n".join(lines)


def _why_not_text(inspection: Inspection, query: str, tool: str) -> str:
    from inspector.cli.tables import table
    from inspector.workspace.why_not import why_not

    reason = why_not(inspection, query, tool)
    lines = [f"\nwhy not {reason.tool}: {reason.verdict}"]
    if reason.misses:
        lines.append(table(("term", "why it earns nothing there"), [[miss.term, miss.why] for miss in reason.misses]))
    return "\n".join(lines)


def _mode(ranking: Ranking) -> str:
    meanings = {
        "keywords": "ranked by keywords",
        "select": "selected by name",
        "names": "every word is a name, so all are loaded",
        "exact name": "the query is a name",
        "prefix": "the query is the beginning of names",
    }
    return meanings[ranking.mode]
