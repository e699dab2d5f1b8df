"""The texts x-code-cli writes: layout of the section, the search tool, overrides, and byte-equal repetition."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, HostText, host
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
CatalogOf = Callable[[Any], Catalog]
VARIANTS = pytest.mark.parametrize("variant", ["x-code-cli", "x-code-cli@article"])


def texts_of(variant: str, catalog: Catalog, conditions: Conditions) -> Mapping[str, HostText]:
    chosen = host(variant)
    return {text.id: text for text in chosen.texts(catalog, conditions, chosen.plan(catalog, conditions))}


@VARIANTS
def test_the_section_line_by_line(article_tools: Catalog, under: Under, variant: str) -> None:
    texts = texts_of(variant, article_tools, under(window=100))
    prefix = "mcp__" if variant.endswith("article") else ""
    gate = f"{prefix}gate__"
    section = texts["deferred-tools"].text
    instruction = section.split("\n\n")[1]
    assert section.split("\n") == [
        "## Deferred Tools",
        "",
        instruction,
        "",
        "### Server: gate",
        f"- {gate}cex_spot_get_ticker, {gate}cex_spot_create_order, {gate}cex_spot_cancel_order",
        "",
        "### Server: github",
        f"- {prefix}github__create_issue",
    ]
    for word in ("`toolSearch`", "`select:<exact_name>`", "next step"):
        assert word in instruction
    assert [text.every_turn for text in texts.values()] == [True, True, True]
    assert list(texts) == ["deferred-tools", "search-tool", "tools-array"]


def test_the_article_names_the_core_tools_it_has_or_is_given(article_tools: Catalog, under: Under) -> None:
    texts = texts_of("x-code-cli@article", article_tools, under(window=100))
    core = "(readFile, edit, writeFile, shell, grep, glob, listDir, task)"
    assert core in texts["deferred-tools"].text
    given = texts_of("x-code-cli@article", article_tools, under(window=100, core_tools=("shell", "toolSearch")))
    assert "(shell)" in given["deferred-tools"].text
    assert core not in texts_of("x-code-cli", article_tools, under(window=100))["deferred-tools"].text


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        (
            "x-code-cli",
            "webSearch, webFetch, todoWrite, shellOutput, killShell, listMcpResources, readMcpResource",
        ),
        ("x-code-cli@article", "webSearch, webFetch, todoWrite, activateSkill"),
    ],
)
def test_builtins_stand_first_and_only_when_asked_for(
    article_tools: Catalog, under: Under, variant: str, names: str
) -> None:
    without = texts_of(variant, article_tools, under(window=100))["deferred-tools"].text
    assert "### Built-in" not in without
    section = texts_of(variant, article_tools, under(window=100, builtins=True))["deferred-tools"].text
    assert section.split("\n\n")[2] == f"### Built-in\n- {names}"
    assert section.replace(f"### Built-in\n- {names}\n\n", "") == without
    own = texts_of(variant, article_tools, under(window=100, builtins=True, core_tools=("webFetch",)))
    assert "### Built-in\n- webSearch, todoWrite" in own["deferred-tools"].text


def test_only_deferred_tools_are_listed_and_pinned_ones_are_sent(article_tools: Catalog, under: Under) -> None:
    edits = {
        "gate/cex_spot_create_order": ToolEdits(pin=True),
        "gate/cex_spot_cancel_order": ToolEdits(hide=True),
        "github/*": ToolEdits(hide=True),
    }
    texts = texts_of("x-code-cli", article_tools, under(window=100, edits=edits))
    assert texts["deferred-tools"].text.endswith("### Server: gate\n- gate__cex_spot_get_ticker")
    assert [tool["name"] for tool in json.loads(texts["tools-array"].text)] == ["gate__cex_spot_create_order"]


@VARIANTS
def test_without_deferral_there_is_only_the_tools_array(article_tools: Catalog, under: Under, variant: str) -> None:
    texts = texts_of(variant, article_tools, under(window=10_000_000))
    assert list(texts) == ["tools-array"]
    assert len(json.loads(texts["tools-array"].text)) == len(article_tools)


def test_the_search_tool(article_tools: Catalog, under: Under) -> None:
    tool = json.loads(texts_of("x-code-cli", article_tools, under(window=100))["search-tool"].text)
    assert tool["name"] == "toolSearch"
    assert {name: value["type"] for name, value in tool["inputSchema"]["properties"].items()} == {
        "query": "string",
        "max_results": "number",
    }
    assert tool["inputSchema"]["required"] == ["query"]
    assert "select:<exact_name>,<exact_name>" in tool["description"]


@VARIANTS
def test_the_persons_own_sentences_replace_ours(article_tools: Catalog, under: Under, variant: str) -> None:
    own = {"instruction": "Use {core} braces.", "search-tool": ""}
    given = texts_of(variant, article_tools, under(window=100, texts={variant: own}))
    assert given["deferred-tools"].text.split("\n\n")[1] == "Use {core} braces."
    assert json.loads(given["search-tool"].text)["description"] == ""
    assert "as given in the toolset" in given["deferred-tools"].origin
    ours = texts_of(variant, article_tools, under(window=100, texts={"foundry": own}))
    assert "in our own wording" in ours["deferred-tools"].origin
    assert "tokens (o200k)" in ours["deferred-tools"].origin
    assert ours == texts_of(variant, article_tools, under(window=100))


PROGRAM = """
import json, sys
from inspector.catalog import build_catalog, listing_from_json
from inspector.hosts import Conditions, hosts
from inspector.tuning.model import ToolEdits, Tuning
catalog = build_catalog(listing_from_json(json.load(open(path, encoding="utf-8")), path) for path in sys.argv[1:])
edits = {tool.id: ToolEdits(pin=True, words="x y") for tool in list(catalog)[::7]}
for host in hosts().values():
    conditions = Conditions(Tuning(edits=edits), None, 1000, builtins=True)
    for text in host.texts(catalog, conditions, host.plan(catalog, conditions)):
        sys.stdout.buffer.write(f"{host.id} {text.id}\\n{text.text}\\n".encode())
    for query in ("spot ticker", "issue", "search files"):
        print([(hit.key, hit.score) for hit in host.index(catalog, conditions).search(query).hits])
"""


def test_the_same_bytes_come_out_of_every_process(conformance_files: tuple[Path, ...]) -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, *map(str, conformance_files)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert outputs[0] == outputs[1]
    assert b"## Deferred Tools" in outputs[0]
