"""The rules of the Responses API's tool search in words, for the cards of its modes."""

from __future__ import annotations

from inspector.hosts.openai.deferral import ADVISED
from inspector.hosts.openai.modes import Mode
from inspector.hosts.openai.naming import LONGEST
from inspector.hosts.protocol import Rule

_GUIDE = "developers.openai.com and Microsoft Learn, “Tool search”, 2026-09"
_REPORTED = "answers of the API quoted by its users, 2026"
_OWN = "a program writes this itself"


def rules(mode: Mode) -> tuple[Rule, ...]:
    """Return the rules of `mode`, in the order a card tells them."""
    return (
        Rule(
            "names",
            "<namespace>.<function>: a namespace for each server; other characters than a-z A-Z 0-9 _ - become _, a "
            f"name already taken gets _2, _3 …; at most {LONGEST} characters each",
            "approximated",
            _OWN,
        ),
        Rule(
            "refusals",
            f"status 400: a name over {LONGEST} characters, parameters not of type object or with oneOf, anyOf, allOf, "
            "enum or not at their top level; defer_loading without tool_search, tool_search without a deferred tool",
            "approximated",
            _REPORTED,
        ),
        Rule(
            "definitions",
            '{"type": "function", "name", "description", "strict": false, "parameters"} in a namespace with name and '
            'description, with "defer_loading": true where deferred; strict is false here, since schemas of MCP tools '
            "seldom meet the rules of the default, true",
            "documented",
            _GUIDE,
        ),
        *(_hosted() if mode.hosted else _client(mode.default_limit)),
        Rule(
            "deferral",
            "by defer_loading on a function (an mcp entry: on the whole server), no threshold; gpt-5.4 and later; "
            f"fewer than {ADVISED} functions a namespace are advised",
            "documented",
            _GUIDE,
        ),
        Rule("prompt", _prompt(mode), "documented", _GUIDE),
    )


def _hosted() -> tuple[Rule, ...]:
    return (
        Rule("searched text", "name and description of each namespace, nothing of its functions", "documented", _GUIDE),
        Rule(
            "ranking",
            "none: the model names paths, there is no score; shown are namespaces that share a word with the query, "
            "stop words apart, in catalog order",
            "approximated",
            "shared words stand in for the model's choice",
        ),
        Rule("results", "a namespace is loaded whole; how many is the model's choice", "documented", _GUIDE),
    )


def _client(limit: int) -> tuple[Rule, ...]:
    return (
        Rule("searched text", "name, description, parameters, additional search words", "approximated", _OWN),
        Rule("ranking", "BM25 (k1 1.5, b 0.75); names cut at _ - . and camelCase; no stems", "approximated", _OWN),
        Rule("results", f"{limit}, as the program likes; found functions stay callable", "approximated", _OWN),
    )


def _prompt(mode: Mode) -> str:
    if mode.hosted:
        return (
            "name and description of each namespace, and functions without defer_loading; what is loaded is put at the "
            "end of the context, so the cached prefix stays"
        )
    return (
        "the tool_search the program describes, and functions without defer_loading; what the program returns is put "
        "at the end of the context, so the cached prefix stays"
    )
