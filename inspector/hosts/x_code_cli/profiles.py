"""The variants of x-code-cli, as tables: what its source does, and what the July 2026 article teaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from inspector.hosts.protocol import Label
from inspector.search.keyword_document import FieldRule


@dataclass(frozen=True, slots=True)
class Profile:
    """One variant. `prefix` stands before every tool name, `scales` are the points per kind of name,
    `equal_defers` tells whether an estimate that equals the threshold already defers. The last two are
    measured lengths (o200k) of the original instruction paragraph and search tool description.

    `models` are the beginnings of the model ids the variant is made for (none: all); elsewhere the rules of the
    source hold, and `unhonoured` says so. `uses_threshold` tells whether the share of the window is asked at all.
    """

    id: str
    title: str
    version: str
    label: Label
    summary: str
    prefix: str
    core_tools: tuple[str, ...]
    deferred_builtins: tuple[str, ...]
    weak_patterns: tuple[str, ...]
    equal_defers: bool
    scales: dict[str, tuple[FieldRule, ...]]
    instruction: Literal["short", "with core tools"]
    says_already_loaded: bool
    instruction_tokens: int
    search_description_tokens: int
    models: tuple[str, ...] = ()
    uses_threshold: bool = True
    unhonoured: bool = False


def _rules(equal: int, inside: int, word: int, *, otherwise: bool) -> tuple[FieldRule, ...]:
    return (
        FieldRule("name part", "strings", equal, inside),
        FieldRule("search text", "words", word, otherwise=otherwise),
    )


_SOURCE_SCALES = {
    # Its own tools have no mcp__ prefix; only a server that is itself called “mcp” gets the higher points.
    "plain": _rules(10, 5, 2, otherwise=False),
    "mcp": _rules(12, 6, 2, otherwise=False),
}

_CORE = (
    *("readFile", "writeFile", "edit", "shell", "grep", "glob", "listDir", "task", "askUser"),
    *("enterPlanMode", "exitPlanMode", "toolSearch"),
)
_RESOURCE_TOOLS = ("listMcpResources", "readMcpResource")

SOURCE = Profile(
    id="x-code-cli",
    title="x-code-cli",
    version="source a2fcf12 / 0ed1bc2 / 4ded888",
    label="documented",
    summary="Read from its source; its search, naming and search-text functions were run for the recordings.",
    prefix="",
    core_tools=_CORE,
    deferred_builtins=("webSearch", "webFetch", "todoWrite", "shellOutput", "killShell", *_RESOURCE_TOOLS),
    weak_patterns=("haiku", "nano", "glm-4v", "glm-5v"),
    equal_defers=True,
    scales=_SOURCE_SCALES,
    instruction="short",
    says_already_loaded=False,
    instruction_tokens=48,
    search_description_tokens=57,
)

ARTICLE = Profile(
    id="x-code-cli@article",
    title="x-code-cli as the July 2026 article teaches it",
    version="article of 2026-07-06",
    label="documented",
    summary="The rules of the article; the points of a search-text hit are not given there and taken as 2.",
    prefix="mcp__",
    core_tools=("readFile", "edit", "writeFile", "shell", "grep", "glob", "listDir", "task", "toolSearch"),
    deferred_builtins=("webSearch", "webFetch", "todoWrite", "activateSkill"),
    weak_patterns=("haiku", "nano", "glm-4v"),
    equal_defers=False,
    scales=dict.fromkeys(("plain", "mcp"), _rules(10, 0, 2, otherwise=True)),
    instruction="with core tools",
    says_already_loaded=True,
    instruction_tokens=96,
    search_description_tokens=74,
)

STANDARD = replace(
    SOURCE,
    id="x-code-cli@standard",
    title="x-code-cli with toolProfile standard",
    version="source 0ed1bc2 / 4ded888, toolProfile standard",
    summary="For a few strong models: defers whatever the estimate; any other model silently gets profile full.",
    core_tools=(*(name for name in _CORE if name not in ("task", "toolSearch")), "todoWrite", "toolSearch"),
    deferred_builtins=("task", "webSearch", "webFetch", "shellOutput", "killShell", *_RESOURCE_TOOLS),
    models=(
        *("anthropic:claude-sonnet-", "anthropic:claude-opus-"),
        *("openai:gpt-5.6-sol", "openai:gpt-5.6-terra"),
    ),
    uses_threshold=False,
)

SUB_AGENTS = (("explore", ("readFile", "glob", "grep", "listDir", "shell")),)
"""Sub-agents with the built-in tools they get (documented); the prompt they start with is not known."""

PROFILES = (SOURCE, STANDARD, ARTICLE)


def in_force(profile: Profile, model: str | None) -> Profile:
    """Return the profile that holds for `model` (``provider:model``): `profile`, or the source's rules in its place."""
    if not profile.models or (model or "").lower().startswith(profile.models):
        return profile
    return replace(
        profile,
        core_tools=SOURCE.core_tools,
        deferred_builtins=SOURCE.deferred_builtins,
        uses_threshold=True,
        unhonoured=True,
    )
