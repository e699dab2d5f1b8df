"""The rules of mcpproxy-go's releases in words, for their cards."""

from __future__ import annotations

from inspector.hosts.mcpproxy_go import query
from inspector.hosts.mcpproxy_go.releases import Release
from inspector.hosts.protocol import About, Rule

_BLEVE = "bleve 2 source: search/scorer, search/searcher, analysis/analyzer/standard"


def rules_of(release: Release) -> tuple[Rule, ...]:
    """Return the rules of `release`; numbers come from the query it builds."""

    def rule(about: About, words: str, source: str = release.version) -> Rule:
        return Rule(about, words, release.label, source)

    full_name = "server:tool" if release.qualified else "the bare name, as its discovery stores it"
    output = ", and the output schema there" if release.output_schema else ""
    segments = (
        f", all “_” segments of the query being segments of the tool name {query.SEGMENT_BOOST:g} (unless the plain "
        "query already finds a tool of exactly that name)"
        if release.segments
        else ""
    )
    return (
        rule(
            "names", "<server>:<tool>, as they came; the model calls them through call_tool_read, _write, _destructive"
        ),
        rule("refusals", "of two tools with one name in a server the index keeps the last"),
        rule("definitions", "an entry of the answer: annotations, call_with, description, inputSchema, name, server"),
        rule(
            "searched text",
            f"tool name, full name ({full_name}), description and the input schema as raw JSON, so “type” and “string” "
            f"are words of nearly every tool; server name and all of it once more in _all{output}. Lower case, "
            "English stop words dropped, no stems; “_” does not split, “-” does",
        ),
        rule(
            "ranking",
            "TF-IDF, not BM25: √tf × 1/√length × idf² × boost × queryNorm, times matching/all clauses at every level. "
            f"Clauses and boosts: tool name equals the whole query {query.TOOL_NAME_BOOST:g}, full name does "
            f"{query.FULL_NAME_BOOST:g}, tool name starts with it {query.PREFIX_BOOST:g}, contains it (only with “_”) "
            f"{query.WILDCARD_BOOST:g}, any word in _all {query.ALL_BOOST:g}, any word in the searched text "
            f"{query.TEXT_BOOST:g}{segments}. Ties by server:tool",
            _BLEVE,
        ),
        rule(
            "results",
            f"{query.DEFAULT_LIMIT} by default, at most {query.MAXIMUM_LIMIT}; the limit is applied before hidden "
            "tools are left out, so fewer may come",
        ),
        rule("deferral", "in routing_mode retrieve_tools, the default, no tool of a server is ever listed; no pins"),
        rule("prompt", "no list of names: retrieve_tools, describe_tool and three call tools stand for everything"),
    )
