"""The Foundry toolbox's search on a second set of tools; every figure is worked out by hand.

`bm25` writes the formula out with this file's own counts: N tools, of which n hold the term, tf occurrences in a
tool of `length` words. The words of the five tools are counted in `TOOLS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import Conditions, host
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
FORECAST, ALERTS, BOOK = "weather.getForecast", "weather.list_alerts", "travel.book-flight"
CANCEL, ROUTE = "travel.cancelBooking.v2", "maps.find_route"
STOPS = {"type": "array", "items": {"properties": {"name": {"description": "Stop name"}}}}
TOOLS: dict[str, list[dict[str, Any]]] = {
    "weather": [
        {  # get forecast · forecast for a city · city: 7 words
            "name": "getForecast",
            "description": "Forecast for a city",
            "inputSchema": {"properties": {"city": {}}},
        },
        {  # list alerts · weather alerts storms floods · region, region code iso: 10 words
            "name": "list_alerts",
            "description": "Weather alerts: storms, floods",
            "inputSchema": {"properties": {"region": {"description": "Region code (ISO)"}}},
        },
    ],
    "travel": [
        {  # book flight · book a flight · from to: 7 words
            "name": "book-flight",
            "description": "Book a flight",
            "inputSchema": {"properties": {"from": {}, "to": {}}},
        },
        # cancel booking v2 · réserver annuler: 5 words
        {"name": "cancelBooking.v2", "description": "Réserver: annuler", "inputSchema": {"type": "object"}},
    ],
    "maps": [
        # find route · find a route · stops, name, stop name: 9 words
        {"name": "find_route", "description": "Find a route", "inputSchema": {"properties": {"stops": STOPS}}},
    ],
}
AVERAGE = (7 + 10 + 7 + 5 + 9) / 5


def bm25(n: int, tf: int, length: int, *, documents: int = 5, average: float = AVERAGE) -> float:
    idf = math.log(1 + (documents - n + 0.5) / (n + 0.5))
    return idf * tf * (1.5 + 1) / (tf + 1.5 * (1 - 0.75 + 0.75 * length / average))


@pytest.fixture(scope="module")
def tools() -> Catalog:
    return build_catalog([Listing(name, tuple(found)) for name, found in TOOLS.items()])


BOOKED = bm25(1, 2, 7)  # “book” and “flight” alike: in one of five tools, twice, seven words
A = [(FORECAST, bm25(3, 1, 7)), (BOOK, bm25(3, 1, 7)), (ROUTE, bm25(3, 1, 9))]
VECTORS: list[tuple[str, list[tuple[str, float]]]] = [
    ("forecast", [(FORECAST, bm25(1, 2, 7))]),
    ("forecasts", []),  # nothing is stemmed
    ("city", [(FORECAST, bm25(1, 2, 7))]),
    ("get", [(FORECAST, bm25(1, 1, 7))]),
    ("getForecast", [(FORECAST, bm25(1, 1, 7) + bm25(1, 2, 7))]),
    ("alerts", [(ALERTS, bm25(1, 2, 10))]),
    ("alert", []),
    ("storms, floods", [(ALERTS, bm25(1, 1, 10) + bm25(1, 1, 10))]),
    ("a", A),  # no stop words; equal scores in catalog order
    ("a a", [(name, 2 * points) for name, points in A]),
    ("book", [(BOOK, BOOKED)]),
    ("books", []),
    ("book flight", [(BOOK, BOOKED + BOOKED)]),
    ("bookFlight", [(BOOK, BOOKED + BOOKED)]),
    ("book_flight", [(BOOK, BOOKED + BOOKED)]),
    ("book-flight", [(BOOK, BOOKED + BOOKED)]),
    ("BOOK", [(BOOK, BOOKED)]),
    ("+book", [(BOOK, BOOKED)]),  # a sign is no part of a word
    ("select:book", [(BOOK, BOOKED)]),  # no selecting by name here
    ("flight forecast", [(FORECAST, BOOKED), (BOOK, BOOKED)]),  # a tie
    ("from to", [(BOOK, bm25(1, 1, 7) + bm25(1, 1, 7))]),
    ("booking", [(CANCEL, bm25(1, 1, 5))]),
    ("cancel booking", [(CANCEL, bm25(1, 1, 5) + bm25(1, 1, 5))]),
    ("cancelBooking.v2", [(CANCEL, 3 * bm25(1, 1, 5))]),
    ("v2", [(CANCEL, bm25(1, 1, 5))]),
    ("réserver", [(CANCEL, bm25(1, 1, 5))]),
    ("RÉSERVER", [(CANCEL, bm25(1, 1, 5))]),
    ("reserver", []),  # accents are kept
    ("weather", [(ALERTS, bm25(1, 1, 10))]),  # the description; servers are not searched
    ("travel", []),
    ("region iso", [(ALERTS, bm25(1, 2, 10) + bm25(1, 1, 10))]),
    ("name", [(ROUTE, bm25(1, 2, 9))]),  # within the items of a list
    ("stop stops", [(ROUTE, bm25(1, 1, 9) + bm25(1, 1, 9))]),
    ("route find route", [(ROUTE, 2 * bm25(1, 2, 9) + bm25(1, 2, 9))]),
    (
        "find a city",
        [
            (FORECAST, bm25(3, 1, 7) + bm25(1, 2, 7)),
            (ROUTE, bm25(1, 2, 9) + bm25(3, 1, 9)),
            (BOOK, bm25(3, 1, 7)),
        ],
    ),
    ("unicorn", []),
    ("", []),
    ("…", []),
]


@pytest.mark.parametrize(("query", "expected"), VECTORS, ids=[query for query, _ in VECTORS])
def test_scores(tools: Catalog, under: Under, query: str, expected: list[tuple[str, float]]) -> None:
    ranking = host("foundry").index(tools, under()).search(query)
    assert [hit.name for hit in ranking.hits] == [name for name, _ in expected]
    assert [hit.score for hit in ranking.hits] == pytest.approx([points for _, points in expected], abs=1e-12)


def test_a_limit_cuts_a_tie_in_catalog_order(tools: Catalog, under: Under) -> None:
    ranking = host("foundry").index(tools, under()).search("flight forecast", 1)
    assert ([hit.name for hit in ranking.hits], ranking.total) == ([FORECAST], 2)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("refund", [(CANCEL, bm25(1, 1, 7, average=40 / 5))]),
        ("refund money refund", [(CANCEL, 3 * bm25(1, 1, 7, average=40 / 5))]),
        ("city", [(FORECAST, bm25(1, 2, 7, average=40 / 5))]),
    ],
)
def test_additional_words_lengthen_their_tool(
    tools: Catalog, under: Under, query: str, expected: list[tuple[str, float]]
) -> None:
    conditions = under(edits={"travel/cancelBooking.v2": ToolEdits(words="refund money")})
    found = host("foundry").index(tools, conditions).search(query).hits
    assert [(hit.name, hit.score) for hit in found] == [(name, pytest.approx(points)) for name, points in expected]


def test_a_pinned_tool_leaves_the_counts(tools: Catalog, under: Under) -> None:
    index = host("foundry").index(tools, under(edits={"weather/getForecast": ToolEdits(pin=True)}))
    average = (10 + 7 + 5 + 9) / 4
    expected = [bm25(2, 1, length, documents=4, average=average) for length in (7, 9)]
    assert [(hit.name, hit.score) for hit in index.search("a").hits] == [
        (BOOK, pytest.approx(expected[0])),
        (ROUTE, pytest.approx(expected[1])),
    ]


def test_long_descriptions_are_searched_whole_and_schemas_eight_levels_deep(under: Under) -> None:
    schema: dict[str, Any] = {}
    for level in range(10, -1, -1):
        schema = {"properties": {f"p{level}": schema}}
    tool = {"name": "t", "description": "filler " * 3000 + "needle", "inputSchema": schema}
    index = host("foundry").index(build_catalog([Listing("s", (tool,))]), under())
    # t, 3,000 × filler, needle and p0 to p8: one tool, whose length is the average.
    length = 1 + 3000 + 1 + 9
    needle = bm25(1, 1, length, documents=1, average=length)
    found = {query: [hit.score for hit in index.search(query).hits] for query in ("needle", "p8", "p9")}
    assert found == {"needle": [pytest.approx(needle)], "p8": [pytest.approx(needle)], "p9": []}
