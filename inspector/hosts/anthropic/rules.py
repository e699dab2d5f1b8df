"""The rules of the Messages API's tool search in words, for the cards of its editions."""

from __future__ import annotations

from inspector.hosts.anthropic.editions import LARGEST_LIMIT, LONGEST_PATTERN, LONGEST_QUERY, MOST_DEFERRED, Edition
from inspector.hosts.anthropic.naming import LONGEST
from inspector.hosts.protocol import Rule

_PAGE = "platform.claude.com, “Tool search tool”"
_2025 = f"{_PAGE}, 2025-11"
_2026 = f"{_PAGE}, 2026-09-11"
_REPORTED = "answers of the API quoted by its users, 2025 to 2026"
_OWN = "a program writes this itself"


def rules(edition: Edition) -> tuple[Rule, ...]:
    """Return the rules of `edition`, in the order a card tells them."""
    source = _2025 if edition.version.endswith("2025-11") else _2026
    return (
        Rule(
            "names",
            "<server>_<tool>: custom tools in one tools array; other characters than a-z A-Z 0-9 _ - become _, a name "
            f"already taken gets _2, _3 …; at most {LONGEST} characters, each name once",
            "approximated",
            _OWN,
        ),
        Rule(
            "refusals",
            f"status 400: a name over {LONGEST} characters, an input schema not of type object or with anyOf, oneOf or "
            "allOf at its top level",
            "approximated",
            _REPORTED,
        ),
        Rule(
            "definitions",
            '{"name", "description", "input_schema"}, with "defer_loading": true where deferred; counted as the line '
            "<function>{…}</function> in which Claude models read a tool, as recorded from Claude Code",
            "documented",
            source,
        ),
        Rule(
            "searched text",
            "tool name, description, argument names, argument descriptions; only properties at the top of the schema, "
            "since the page does not speak of nested ones",
            "documented",
            source,
        ),
        *_ranking(edition, source),
        Rule("results", _results(edition), "documented", source),
        Rule(
            "deferral",
            "by defer_loading on each tool, no threshold; at least one tool stays loaded, the search tool always does "
            f"(all deferred: 400); at most {MOST_DEFERRED:,} deferred tools; models from version 4.5 on",
            "documented",
            _2026,
        ),
        Rule(
            "prompt",
            "the search tool and tools without defer_loading, no list of deferred names; what is found is put at the "
            "end of the context, so the cached prefix stays",
            "documented",
            source,
        ),
    )


def _ranking(edition: Edition, source: str) -> tuple[Rule, ...]:
    if not edition.uses_patterns:
        text = (
            f"BM25 (k1 1.5, b 0.75); names cut at _ - . and camelCase; no stems; queries to {LONGEST_QUERY} characters"
        )
        return (Rule("ranking", text, "approximated", "rank_bm25's defaults stand in for what is not published"),)
    case = "case does not count" if edition.ignores_case else "case counts unless the pattern begins with (?i)"
    codes = ", ".join(dict.fromkeys((edition.invalid, edition.too_long)))
    matching = (
        f"the query is one Python pattern for re.search, {case}, at most {LONGEST_PATTERN} characters; a malformed or "
        f"longer one is answered with {codes}"
    )
    order = (
        "each text is tried on its own and there is no score; matches come in catalog order, since the order of the "
        "service is not published"
    )
    return (
        Rule("ranking", matching, "documented", source),
        Rule("ranking", order, "approximated", "chosen here"),
    )


def _results(edition: Edition) -> str:
    if edition.maximum_limit is None:
        return "3 to 5, without a parameter to ask for more"
    return f"up to 5 by default, limit from 1 to {LARGEST_LIMIT:,}"
