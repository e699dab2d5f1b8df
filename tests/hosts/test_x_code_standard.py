"""x-code-cli's profile standard: a few models defer whatever the estimate, all others get profile full."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host

Under = Callable[..., Conditions]
FULL, STANDARD = host("x-code-cli"), host("x-code-cli@standard")
SONNET = "anthropic:claude-sonnet-5"
NAMES = ["task", "webSearch", "webFetch", "shellOutput", "killShell", "listMcpResources", "readMcpResource"]


@pytest.mark.parametrize(
    ("model", "honoured"),
    [
        (SONNET, True),
        ("Anthropic:Claude-Opus-5", True),
        ("openai:gpt-5.6-sol", True),
        ("openai:gpt-5.6-terra-2026", True),
        ("openai:gpt-5.6-luna", False),
        ("claude-sonnet-5", False),  # the id begins with its provider
        ("bedrock:anthropic:claude-sonnet-5", False),
        ("anthropic:claude-haiku-4-5", False),
        (None, False),
    ],
)
def test_only_listed_models_skip_the_threshold(
    golden_tools: Catalog, under: Under, model: str | None, honoured: bool
) -> None:
    conditions = under(model=model, window=10_000_000, builtins=True)
    decision = STANDARD.plan(golden_tools, conditions).decision
    full = FULL.plan(golden_tools, conditions).decision
    assert decision.deferred is honoured
    assert not full.deferred
    builtins = [hit.name for hit in STANDARD.index(golden_tools, conditions).search("select:" + ",".join(NAMES)).hits]
    if honoured:
        assert decision.limit is None
        assert "skips the threshold" in decision.rule
        assert builtins == NAMES
        # Built-ins count with their names: “task” is five characters shorter than “todoWrite”, and three make a token.
        assert full.counted - decision.counted in (1, 2)
    else:
        assert (decision.counted, decision.limit) == (full.counted, full.limit)
        assert decision.rule.startswith(full.rule)
        assert "anthropic:claude-sonnet-" in decision.rule
        assert "profile full" in decision.rule
        assert builtins == NAMES[1:]


def test_the_prompt_lists_the_deferred_builtins_of_the_profile_in_force(golden_tools: Catalog, under: Under) -> None:
    for model, listed in ((SONNET, "- task, webSearch, webFetch, "), (None, "- webSearch, webFetch, todoWrite, ")):
        conditions = under(model=model, window=100, builtins=True)
        section = STANDARD.texts(golden_tools, conditions, STANDARD.plan(golden_tools, conditions))[0]
        assert f"### Built-in\n{listed}" in section.text


def test_built_ins_alone_are_deferred_too(under: Under) -> None:
    assert STANDARD.plan(Catalog(), under(model=SONNET, builtins=True)).decision.deferred
    assert not STANDARD.plan(Catalog(), under(model=SONNET)).decision.deferred


def test_sub_agents_and_search_are_as_in_profile_full(golden_tools: Catalog, under: Under) -> None:
    assert not STANDARD.plan(golden_tools, under(model=SONNET, subagent=True)).decision.deferred
    for model in (SONNET, None):
        conditions = under(model=model)
        for query in ("create issue", "+slack message", "github__create_issue"):
            rankings = [each.index(golden_tools, conditions).search(query) for each in (FULL, STANDARD)]
            full, standard = ([(hit.name, hit.score) for hit in ranking.hits] for ranking in rankings)
            assert full == standard
