"""The rules of Claude Code in words, for its card."""

from __future__ import annotations

from inspector.hosts.claude_code.deferral import MARGIN
from inspector.hosts.claude_code.ranking import RULES
from inspector.hosts.claude_code.releases import Release
from inspector.hosts.protocol import Rule


def rules_of(release: Release) -> tuple[Rule, ...]:
    """Return the rules of `release`; numbers come from the code that applies them."""
    version = release.version
    part, name, hint, description = RULES
    return (
        Rule(
            "names",
            "mcp__<server>__<tool>; characters outside A-Z a-z 0-9 _ - become _. All text of a tool is first brought "
            "into Unicode's form NFKC and loses characters that cannot be seen",
            "measured",
            version,
        ),
        Rule("refusals", _refusals(release), "measured", version),
        Rule(
            "definitions",
            f"name, description (cut to {release.description_limit:,} characters) and input schema as it came; title, "
            "annotations, output schema and _meta are not sent",
            "measured",
            version,
        ),
        Rule(
            "searched text",
            f"the original server and tool names, the hint, and the first {release.description_limit:,} characters of "
            "the description; no parameters",
            "measured",
            version,
        ),
        Rule(
            "ranking",
            f"points per term: equals a name part {part.equal}, else inside one {part.inside}; equals the server or "
            f"tool name {name.equal}, else inside it {name.inside}; whole word of the hint {hint.equal}; whole word of "
            f"the description {description.equal}. Words are ASCII (\\b); no stems, no stop words, a repeated word "
            "counts again; +word is required; ties by name as JavaScript collates",
            "measured",
            version,
        ),
        Rule(
            "results",
            "select:A,B loads names; a query that is a name finds that tool alone, one that begins with mcp__ the "
            "names beginning so; else 5 results by default",
            "measured",
            version,
        ),
        Rule(
            "deferral",
            "ENABLE_TOOL_SEARCH unset or true: every MCP tool but pinned ones; auto:N: exactly when the count of all "
            f"deferrable definitions − {MARGIN} ≥ N % of the window (auto: 10); false: none"
            + ("; claude-3 models get everything in full" if release.gates_claude_3 else ""),
            "measured",
            version,
        ),
        Rule("prompt", "one paragraph, then a bare name a line, by code point", "measured", version),
    )


def _refusals(release: Release) -> str:
    common = (
        "a null where an object is optional (annotations: null) costs the whole server; of two tools of one name the "
        "first is sent"
    )
    if release.refuses_boolean_properties:
        return (
            f"{common}; so does a property schema of true or false; a tool with anyOf, oneOf or allOf at the top of "
            "its schema is dropped"
        )
    return (
        f"{common}; a full name over {release.name_limit} characters drops the tool; anyOf, oneOf and allOf at the top "
        "of a schema are flattened"
    )
