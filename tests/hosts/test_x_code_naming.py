"""x-code-cli's names: made safe, never empty, cut at 64, told apart where they meet."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import host

CatalogOf = Callable[[Any], Catalog]


def hexadecimal(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


def names_of(catalog: Catalog, host_id: str = "x-code-cli") -> list[str]:
    return list(host(host_id).names(catalog).values())


@pytest.mark.parametrize(
    ("server", "tool", "name"),
    [
        ("gate", "get", "gate__get"),
        ("Gate", "getAddress", "Gate__getAddress"),
        ("big-files", "read-file", "big_files__read_file"),
        ("a b", "x...y", "a_b__x_y"),
        ("_a_", "__x__", "a__x"),
        ("a__b", "x__y", "a__b__x__y"),
        ("quirks", "名字_cjk", "quirks__cjk"),
        ("weather", "get_café_menu", "weather__get_caf__menu"),
        ("s", "😀x😀", "s__x"),
        ("服务", "get", f"{hexadecimal('服务', 6)}__get"),
        ("s", "获取", f"s__{hexadecimal('获取', 6)}"),
        ("s", "---", f"s__{hexadecimal('---', 6)}"),
        ("s", "x" * 61, "s__" + "x" * 61),
        ("s", "x" * 62, "s__" + "x" * 54 + "_" + hexadecimal("s::" + "x" * 62, 6)),
        ("se-rver", "é" + "y" * 80, "se_rver__" + "y" * 48 + "_" + hexadecimal("se-rver::é" + "y" * 80, 6)),
    ],
)
def test_one_name(catalog_of: CatalogOf, server: str, tool: str, name: str) -> None:
    assert names_of(catalog_of({server: [tool]})) == [name]
    assert len(name) <= 64


def test_the_article_puts_mcp_in_front_and_counts_it(catalog_of: CatalogOf) -> None:
    tools = ["get", "x" * 56, "x" * 57]
    assert names_of(catalog_of({"s": tools}), "x-code-cli@article") == [
        "mcp__s__get",
        "mcp__s__" + "x" * 56,
        "mcp__s__" + "x" * 49 + "_" + hexadecimal("s::" + "x" * 57, 6),
    ]


def test_a_taken_name_gets_four_digits_of_the_servers_digest(catalog_of: CatalogOf) -> None:
    names = names_of(catalog_of({"a-b": ["get"], "a_b": ["get"], "a.b": ["get"]}))
    assert names == ["a_b__get", f"a_b__get_{hexadecimal('a_b', 4)}", f"a_b__get_{hexadecimal('a.b', 4)}"]


def test_more_digits_where_four_are_taken_too(catalog_of: CatalogOf) -> None:
    clash = f"x_{hexadecimal('s', 4)}"
    names = names_of(catalog_of({"s": ["x", clash, "-x"]}))
    assert names == ["s__x", f"s__{clash}", f"s__x_{hexadecimal('s', 5)}"]


def test_many_equal_names_of_one_server_use_up_the_digits_and_are_numbered(catalog_of: CatalogOf) -> None:
    names = names_of(catalog_of({"s": ["x"] * 13}))
    digits = [len(name) - len("s__x_") for name in names[1:10]]
    assert digits == list(range(4, 13))
    full = f"s__x_{hexadecimal('s', 12)}"
    assert names[10:] == [f"{full}_2", f"{full}_3", f"{full}_4"]


PARTS = st.text("ab_-é.", min_size=1, max_size=3) | st.sampled_from(["x" * 70, "x" * 60 + "-", "x" * 60 + "."])


@given(
    servers=st.lists(st.tuples(PARTS, st.lists(PARTS, max_size=6)), max_size=4),
    variant=st.sampled_from(["x-code-cli", "x-code-cli@article"]),
)
def test_names_are_safe_and_unique(servers: list[tuple[str, list[str]]], variant: str) -> None:
    catalog = build_catalog(Listing(server, tuple({"name": tool} for tool in tools)) for server, tools in servers)
    names = names_of(catalog, variant)
    assert len(set(names)) == len(names) == len(catalog)
    assert all(re.fullmatch(r"[A-Za-z0-9_]+", name) for name in names)


@pytest.mark.parametrize("variant", ["x-code-cli", "x-code-cli@article", "foundry"])
def test_no_tools_no_names(variant: str) -> None:
    assert dict(host(variant).names(Catalog())) == {}
