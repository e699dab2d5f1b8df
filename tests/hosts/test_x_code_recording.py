"""x-code-cli as recorded: names, definition characters, threshold estimate, and all 160 rankings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.hosts import Conditions, host
from inspector.hosts.x_code_cli.definitions import counted_characters
from inspector.search import SearchIndex
from inspector.tuning.model import Tuning

RECORDING: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "conformance" / "x-code-cli.ranking.json").read_text("utf-8")
)
CONDITIONS = Conditions(Tuning(), None, 200_000)
HOST = host("x-code-cli")


@pytest.fixture(scope="module")
def index(conformance: Catalog) -> SearchIndex:
    return HOST.index(conformance, CONDITIONS)


def test_every_tool_but_the_pinned_one_takes_part(conformance: Catalog) -> None:
    plan = HOST.plan(conformance, CONDITIONS)
    assert [placement.tool for placement in plan.of_state("pinned")] == ["pinned/annot_pin"]
    assert [placement.tool for placement in plan.of_state("loaded", "deferred")] == list(RECORDING["names"])
    assert len(conformance) == 67


def test_names(conformance: Catalog) -> None:
    names = dict(HOST.names(conformance))
    assert names.pop("pinned/annot_pin") == "pinned__annot_pin"
    assert names == RECORDING["names"]


def test_definition_characters_and_estimate(conformance: Catalog) -> None:
    names = HOST.names(conformance)
    counted = {tool: counted_characters(conformance.by_id[tool], names[tool]) for tool in RECORDING["names"]}
    assert counted == RECORDING["definition_chars"]
    assert sum(counted.values()) == RECORDING["estimate"]["chars"]
    assert HOST.plan(conformance, CONDITIONS).decision.counted == RECORDING["estimate"]["tokens"]


def test_the_recording_has_160_queries() -> None:
    assert len({result["query"] for result in RECORDING["results"]}) == 160


@pytest.mark.parametrize("result", RECORDING["results"], ids=lambda result: result["query"])
def test_ranking(result: dict[str, Any], index: SearchIndex) -> None:
    ranking = index.search(result["query"], RECORDING["limit"])
    assert [[hit.name, hit.score] for hit in ranking.hits] == result["ranked"]
    assert ranking.total == len(ranking.hits)
    assert all(hit.score == sum(each.points for each in hit.contributions) for hit in ranking.hits)


def test_the_file_order_does_not_leak_from_the_listing_order(conformance: Catalog, index: SearchIndex) -> None:
    """Ties stand in catalog order: turning the servers round turns the ties round and nothing else."""
    turned = Catalog(tuple(reversed(conformance.servers)))
    other = HOST.index(turned, CONDITIONS)
    for result in RECORDING["results"]:
        ranked = other.search(result["query"]).hits
        assert sorted((hit.name, hit.score) for hit in ranked) == sorted(map(tuple, result["ranked"]))
        places = [(-(hit.score or 0), list(turned.by_id).index(hit.key)) for hit in ranked]
        assert places == sorted(places)
