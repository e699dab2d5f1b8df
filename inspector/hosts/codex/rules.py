"""The rules of Codex CLI in words, for its card."""

from __future__ import annotations

from inspector.hosts.codex.ranking import K1, B
from inspector.hosts.protocol import Rule

_VERSION = "0.171.0"

RULES = (
    Rule(
        "names",
        "namespace mcp__<server>, function <tool>; characters outside A-Z a-z 0-9 _ become _; beyond 128 characters "
        "the function is cut and ends in _ and 12 hex digits",
        "measured",
        _VERSION,
    ),
    Rule("refusals", "none seen: boolean subschemas and null annotations are tolerated", "measured", _VERSION),
    Rule(
        "definitions",
        "namespaces with the server's instructions; properties sorted; format, pattern, minLength, minimum, maximum, "
        "default and $schema removed; const becomes a one-item enum; a bare array gets string items",
        "measured",
        _VERSION,
    ),
    Rule(
        "searched text",
        "namespace and name as one token, function name, tool name, server name, title, description, server "
        "instructions, names of top-level properties",
        "measured",
        _VERSION,
    ),
    Rule(
        "ranking",
        f"BM25 (k1 {K1}, b {B}, idf never negative) over English stems; transliterated to ASCII; “_” does not split "
        "words, “-” does; NLTK stop words dropped; query words count as often as they occur",
        "measured",
        _VERSION,
    ),
    Rule("results", "8 by default; equal scores come in random order; grouped by server", "measured", _VERSION),
    Rule(
        "deferral",
        "by model, no threshold, no pin: gpt-5.5 and gpt-5.5-mini defer every MCP tool; gpt-5.6-sol, -terra and -luna "
        "reach tools from code; other models get all in full",
        "measured",
        _VERSION,
    ),
    Rule("prompt", "no list of names: the search tool stands for what is deferred", "measured", _VERSION),
)
"""What was recorded from the running client."""
