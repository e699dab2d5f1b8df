"""What differs between two catalogs: each kind, renames by similarity, and a diff that shows the lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.history.differences import differences, text_diff

CatalogOf = Callable[[Mapping[str, Sequence[Any]]], Catalog]
LONG = "Make an issue in a repository, with a title, a body and labels, and return its number."


def tool(name: str, description: str = LONG, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **more}


def test_each_kind_is_told(catalog_of: CatalogOf) -> None:
    before = catalog_of({"s": [tool("same"), tool("gone", "Something else."), tool("make"), tool("edit", "Old text.")]})
    after = catalog_of({"s": [tool("edit", "New text."), tool("same"), tool("make_issue"), tool("new", "Brand new.")]})
    found = differences(before, after)
    assert [(change.kind, change.tool, change.was) for change in found.tools] == [
        ("changed", "s/edit", None),
        ("renamed", "s/make_issue", "s/make"),
        ("added", "s/new", None),
        ("removed", "s/gone", None),
    ]
    assert found.tools[0].fields == ("description",)
    assert found.tools[1].fields == ()
    assert found.servers == ()


def test_nearly_the_same_definition_is_a_rename_with_the_fields_that_changed(catalog_of: CatalogOf) -> None:
    before = catalog_of({"s": [tool("make")], "t": []})
    (change,) = differences(before, catalog_of({"s": [tool("make_issue", LONG + " Now with links.")], "t": []})).tools
    assert (change.kind, change.was, change.fields) == ("renamed", "s/make", ("description",))
    # On another server it is another tool.
    moved = differences(before, catalog_of({"s": [], "t": [tool("make")]}))
    assert [change.kind for change in moved.tools] == ["added", "removed"]


def test_tools_without_description_are_not_guessed_to_be_renamed(catalog_of: CatalogOf) -> None:
    before = catalog_of({"s": [tool("a", ""), tool("b", "")]})
    after = catalog_of({"s": [tool("c", "", annotations={"title": "C"}), tool("d", "", annotations={"title": "D"})]})
    assert {change.kind for change in differences(before, after).tools} == {"added", "removed"}


def test_servers_come_and_go_and_change() -> None:
    before = build_catalog([Listing("a", (tool("x"),), version="1"), Listing("b", (tool("y"),))])
    after = build_catalog([Listing("a", (tool("x"),), version="2", instructions="Now ask first."), Listing("c", ())])
    found = differences(before, after)
    assert [(change.server, change.kind, change.what) for change in found.servers] == [
        ("a", "changed", "version 1 → 2"),
        ("a", "changed", "its instructions"),
        ("c", "added", "0 tools"),
        ("b", "removed", "1 tools"),
    ]


def test_a_server_that_is_not_listed_now_removed_nothing(catalog_of: CatalogOf) -> None:
    before, after = catalog_of({"s": [tool("a")], "t": [tool("b", "Other.")]}), catalog_of({"s": [tool("a")]})
    assert differences(before, after)
    assert not differences(before, after, unlisted=["t"])


def test_changed_instructions_come_with_their_lines() -> None:
    before, after = (
        build_catalog([Listing("s", (), instructions=text)]) for text in ("Be kind.\nAlways.", "Send.\nAlways.")
    )
    (change,) = differences(before, after).servers
    assert change.what == "its instructions"
    assert "-Be kind.\n+Send.\n Always." in change.lines


def test_the_diff_shows_the_lines(catalog_of: CatalogOf) -> None:
    before = catalog_of({"s": [tool("a", "One.\nTwo.\nThree.")]})
    (change,) = differences(before, catalog_of({"s": [tool("a", "One.\n2.\nThree.")]})).tools
    diff = text_diff(change).splitlines()
    assert diff[:2] == ["--- s/a", "+++ s/a"]
    assert "-Two." in diff
    assert "+2." in diff


TOOLS = st.dictionaries(
    st.sampled_from(["a", "b", "c", "d"]), st.sampled_from(["x", "y", LONG, LONG + "!"]), max_size=4
)


@given(TOOLS, TOOLS)
def test_every_tool_is_accounted_for_once(old: dict[str, str], new: dict[str, str]) -> None:
    before = build_catalog([Listing("s", tuple(tool(name, text) for name, text in old.items()))])
    after = build_catalog([Listing("s", tuple(tool(name, text) for name, text in new.items()))])
    found = differences(before, after)
    gained = [change.after.id for change in found.tools if change.before is None and change.after]
    lost = [change.before.id for change in found.tools if change.after is None and change.before]
    renamed = [(change.was, change.tool) for change in found.of_kind("renamed")]
    assert len(before) - len(lost) + len(gained) == len(after)
    assert {tool.id for tool in before} - {tool.id for tool in after} == {*lost, *(was for was, _ in renamed)}
    assert {tool.id for tool in after} - {tool.id for tool in before} == {*gained, *(now for _, now in renamed)}
    assert bool(found) == (old != new)
    assert not differences(before, before)
