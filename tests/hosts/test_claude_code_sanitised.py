"""Claude Code brings foreign text into one form before it looks at it (recorded from 2.1.332)."""

from __future__ import annotations

import pytest

from inspector.hosts import Conditions, host
from inspector.hosts.claude_code.sanitised import sanitised, sanitised_text
from inspector.tuning.model import Tuning
from tests.conftest import CatalogOf, raw_tool

CLAUDE = host("claude-code")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("页码，从1开始：…", "页码,从1开始:..."),
        ("NAICS\u2011style", "NAICS\u2010style"),
        ("①ﬁ ｆｕｌｌ", "1fi full"),
        ("zero\u200bwidth \u202ebidi", "zerowidth bidi"),
        ("tag\U000e0041 pua\ue000 soft\u00ad bom\ufeff", "tag pua soft bom"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("unassigned \u0378", "unassigned "),
    ],
)
def test_texts(text: str, expected: str) -> None:
    assert sanitised_text(text) == expected


def test_names_definitions_and_search_see_the_same_text(catalog_of: CatalogOf) -> None:
    schema = {
        "type": "object",
        "properties": {"ｋey\u200b": {"enum": ["ａ"], "description": "①"}},
        "required": ["ｋey\u200b"],
    }
    raw = {
        **raw_tool("ｆｕｌｌ", "full …"),
        "inputSchema": schema,
        "_meta": {"anthropic/searchHint": "ｈint\u200bword"},
    }
    catalog = catalog_of({"s": [raw, raw_tool("na😀me", "x")]})
    names = CLAUDE.names(catalog)
    assert list(names.values()) == ["mcp__s__full", "mcp__s__na__me"]
    assert CLAUDE.definition(catalog.tools[0], names["s/ｆｕｌｌ"]).value == {
        "name": "mcp__s__full",
        "description": "full ...",
        "input_schema": {
            "type": "object",
            "properties": {"key": {"enum": ["a"], "description": "1"}},
            "required": ["key"],
        },
    }
    index = CLAUDE.index(catalog, Conditions(Tuning(), "claude-sonnet-5", 200_000))
    assert [hit.name for hit in index.search("hintword").hits] == ["mcp__s__full"]


def test_a_plain_tool_is_not_copied(catalog_of: CatalogOf) -> None:
    tool = catalog_of({"s": ["plain"]}).tools[0]
    assert sanitised(tool) is tool


def test_descriptions_are_cut_where_javascript_cuts(catalog_of: CatalogOf) -> None:
    tool = catalog_of({"s": [raw_tool("t", "😀" * 2100)]}).tools[0]
    assert CLAUDE.definition(tool, "mcp__s__t").value["description"] == "😀" * 2048 + "… [truncated]"


def test_of_two_tools_of_one_name_the_first_is_sent(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"s": ["a.b", "a_b"]})
    plan = CLAUDE.plan(catalog, Conditions(Tuning(), "claude-sonnet-5", 200_000))
    assert [(each.tool, each.state) for each in plan.placements] == [("s/a.b", "deferred"), ("s/a_b", "refused")]
    assert "s/a.b has the same name" in plan.by_tool["s/a_b"].reason
