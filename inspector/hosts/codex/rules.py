"""The rules of Codex CLI in words, for its card."""

from __future__ import annotations

from inspector.hosts.codex.deferred_namespaces import CODE_MODE, LONGEST_WORDS
from inspector.hosts.codex.ranking import K1, B
from inspector.hosts.codex.schema_budget import DEEPEST, LARGEST_BYTES
from inspector.hosts.protocol import Rule

_VERSION = "0.171.0"

RULES = (
    Rule(
        "names",
        "namespace mcp__<server>, function <tool>; characters outside A-Z a-z 0-9 _ become _; beyond 128 characters "
        "the function is cut and ends in _ and 12 hex digits; so do servers, and tools of one server, that would get "
        "the same name",
        "measured",
        _VERSION,
    ),
    Rule(
        "refusals",
        "boolean subschemas and null annotations are tolerated; of two tools of the very same name the first is sent",
        "measured",
        _VERSION,
    ),
    Rule(
        "definitions",
        "namespaces with the server's instructions, or a line made of the name; properties sorted; format, pattern, "
        "minLength, minimum, maximum, default and $schema removed; const becomes a one-item enum; a bare array gets "
        f"string items; a schema that says no type becomes {{}}. A schema of more than {LARGEST_BYTES:,} bytes loses, "
        f"until it fits, descriptions, definitions, what is complex below level {DEEPEST}, combinations",
        "measured",
        _VERSION,
    ),
    Rule(
        "searched text",
        "namespace and name as one token, function name, tool name, server name, the tool's own title, description, "
        "server instructions, names of top-level properties",
        "measured",
        _VERSION,
    ),
    Rule(
        "ranking",
        f"BM25 (k1 {K1}, b {B}, idf never negative) over English stems; transliterated to ASCII, emoji by name, where "
        "behind the first character that is not ASCII line ends are lost; “_” does not split words, “-” does; NLTK "
        "stop words dropped; query words count as often as they occur; five tools of its own count in the statistics",
        "measured",
        _VERSION,
    ),
    Rule("results", "8 by default; equal scores come in random order; grouped by server", "measured", _VERSION),
    Rule(
        "deferral",
        "by model, no threshold, no pin: gpt-5.5 and gpt-5.5-mini defer every MCP tool; the models its "
        f"catalog names ({', '.join(CODE_MODE)}) reach tools from code; other models get all in full",
        "measured",
        _VERSION,
    ),
    Rule(
        "prompt",
        "no list of tools: a line a server, by name, with the first line of its instructions, "
        f"{LONGEST_WORDS} characters at most",
        "measured",
        _VERSION,
    ),
)
"""What was recorded from the running client."""
