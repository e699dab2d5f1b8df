"""Building keeps everything that has a name, exactly as it came, and says what is odd about it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Listing, Problem, build_catalog, build_server

NAMES = st.sampled_from(["a", "b", "a#2", "a#3", "b/a", "A"])


def test_raw_items_are_kept_untouched_and_in_order(raw: Callable[..., dict[str, Any]]) -> None:
    items = [raw("b", "x", vendor={"deep": [1, None]}), raw("a", None), {"name": "bare"}]  # type: ignore[arg-type]
    before = deepcopy(items)
    server = build_server(Listing("s", tuple(items), instructions="use it", title="S", version="2"))
    assert [tool.raw for tool in server.tools] == before
    assert all(tool.raw is item for tool, item in zip(server.tools, items, strict=True))
    assert (server.instructions, server.title, server.version) == ("use it", "S", "2")


def test_the_second_tool_of_a_name_gets_a_number_and_a_problem() -> None:
    server = build_server(Listing("s", ({"name": "x"}, {"name": "y"}, {"name": "x"}, {"name": "x"})))
    assert [tool.id for tool in server.tools] == ["s/x", "s/y", "s/x#2", "s/x#3"]
    assert [tool.name for tool in server.tools] == ["x", "y", "x", "x"]
    doubled = [any(problem.code == "duplicate-name" for problem in tool.problems) for tool in server.tools]
    assert doubled == [False, False, True, True]


@given(names=st.lists(st.tuples(st.sampled_from(["s", "s/b", "s-2"]), st.lists(NAMES, max_size=5)), max_size=4))
def test_ids_and_server_names_are_unique_in_a_catalog(names: list[tuple[str, list[str]]]) -> None:
    catalog = build_catalog(Listing(server, tuple({"name": name} for name in tools)) for server, tools in names)
    assert len(catalog) == sum(len(tools) for _, tools in names)
    assert len(catalog.by_id) == len(catalog)
    assert len({server.name for server in catalog.servers}) == len(names)
    assert all(tool.server == server.name for server in catalog.servers for tool in server.tools)


def test_a_repeated_server_name_is_told_apart() -> None:
    catalog = build_catalog([Listing("s", ({"name": "x"},)), Listing("s", ({"name": "y"},)), Listing("s-2", ())])
    assert [server.name for server in catalog.servers] == ["s", "s-2", "s-2-2"]
    assert [tool.id for tool in catalog] == ["s/x", "s-2/y"]
    assert catalog.server("s-2") is catalog.servers[1]
    assert catalog.server("nowhere") is None


@pytest.mark.parametrize(
    ("item", "code", "says"),
    [
        (None, "tool-not-object", "null"),
        (True, "tool-not-object", "a boolean"),
        (3, "tool-not-object", "a number"),
        ("x", "tool-not-object", "a text"),
        (["x"], "tool-not-object", "a list"),
        ({}, "tool-without-name", "no name"),
        ({"name": ""}, "tool-without-name", "no name"),
        ({"name": 7}, "tool-without-name", "no name"),
    ],
)
def test_what_is_no_tool_becomes_a_problem_of_the_server(item: Any, code: str, says: str) -> None:
    server = build_server(Listing("s", ({"name": "good"}, item), problems=(Problem("earlier", "before"),)))
    assert [tool.name for tool in server.tools] == ["good"]
    earlier, found = server.problems
    assert earlier.code == "earlier"
    assert (found.code, found.place) == (code, "tools[1]")
    assert says in found.message


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, set()),
        ({"inputSchema": None}, {"schema-not-object"}),
        ({"inputSchema": True}, {"schema-not-object"}),
        ({"inputSchema": {}}, {"schema-type"}),
        ({"inputSchema": {"type": ["object", "null"]}}, {"schema-type"}),
        ({"description": None}, {"description-missing"}),
        ({"description": ""}, {"description-missing"}),
        ({"description": 5}, {"description-not-text"}),
        ({"annotations": None, "outputSchema": None}, {"null-field"}),
        ({"title": None, "_meta": None, "icons": None}, {"null-field"}),
    ],
)
def test_odd_fields_become_problems_of_the_tool(change: dict[str, Any], codes: set[str]) -> None:
    item = {"name": "x", "description": "d", "inputSchema": {"type": "object"}} | change
    (tool,) = build_server(Listing("s", (item,))).tools
    assert {problem.code for problem in tool.problems} == codes
    assert all(problem.place.startswith("tools[0].") for problem in tool.problems)


def test_a_missing_schema_is_told_from_a_null_one() -> None:
    (tool,) = build_server(Listing("s", ({"name": "x", "description": "d"},))).tools
    assert [problem.code for problem in tool.problems] == ["schema-missing"]


@pytest.mark.parametrize("value", [None, 5, "text", [], True])
def test_fields_of_the_wrong_kind_read_as_empty(value: Any) -> None:
    item = {"name": "x", "annotations": value, "_meta": value, "title": value if value != "text" else None}
    (tool,) = build_server(Listing("s", (item,))).tools
    assert tool.annotations == {}
    assert tool.meta == {}
    assert tool.title == ""


@pytest.mark.parametrize(
    ("item", "title"),
    [
        ({"title": "A", "annotations": {"title": "B"}}, "A"),
        ({"annotations": {"title": "B"}}, "B"),
        ({"title": "", "annotations": {"title": "B"}}, "B"),
        ({"annotations": {"title": 3}}, ""),
    ],
)
def test_the_title_is_the_tools_own_before_the_annotation(item: dict[str, Any], title: str) -> None:
    (tool,) = build_server(Listing("s", ({"name": "x"} | item,))).tools
    assert tool.title == title


def test_an_empty_catalog_is_a_catalog() -> None:
    catalog = build_catalog([])
    assert (len(catalog), list(catalog), catalog.by_id) == (0, [], {})
    assert catalog.digest == build_catalog([]).digest
