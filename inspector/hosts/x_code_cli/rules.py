"""The rules of x-code-cli's variants in words, for its card."""

from __future__ import annotations

from inspector.hosts.protocol import About, Rule
from inspector.hosts.x_code_cli.profiles import Profile


def rules_of(profile: Profile) -> tuple[Rule, ...]:
    """Return the rules of `profile`; numbers come from its tables."""
    part, text = profile.scales["plain"]
    version = profile.version

    def rule(about: About, words: str) -> Rule:
        return Rule(about, words, profile.label, version)

    compares = "not below" if profile.equal_defers else "above"
    inside = f", else inside one {part.inside}" if part.inside else ""
    words = "otherwise " if text.otherwise else ""
    threshold = f"when characters of the deferrable definitions ÷ 3 are {compares} 10 % of the window"
    if not profile.uses_threshold:
        threshold = (
            f"always, for model ids that begin with {', '.join(profile.models)}; silently as profile full for all "
            f"others: {threshold}"
        )
    return (
        rule(
            "names",
            f"{profile.prefix}<server>__<tool>; runs of other characters than A-Z a-z 0-9 _ become one _; over 64 "
            "characters cut and hashed",
        ),
        rule("refusals", "none"),
        rule("definitions", "description cut to 200 characters, the input schema as it came"),
        rule(
            "searched text",
            "name, its words, server, the whole description, searchHint, property names and descriptions of the schema "
            "down to four levels",
        ),
        rule(
            "ranking",
            f"points per term: equals a name part {part.equal}{inside}; {words}whole word of the searched text "
            f"{text.equal}. “_” is a word character; no stems, no stop words; +word is required; ties in catalog order",
        ),
        rule(
            "results",
            "select:A,B and queries of names only load them all, whatever the limit; else 5 by default",
        ),
        rule(
            "deferral",
            f"{threshold}; never for models with {', '.join(profile.weak_patterns)} in their name, nor for sub-agents",
        ),
        rule("prompt", "a Deferred Tools section: built-ins, then a line of names a server"),
    )
