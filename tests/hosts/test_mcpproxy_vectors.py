"""mcpproxy-go's search on tools of its own; every score is worked out by hand from bleve's formula.

A row gives all leaves of the query as (boost, tools that hold the term), which make queryNorm, and for each tool
found the share of clauses that match (coord) and the leaves that match it: (boost, tools, times in the field,
words of the field, coord within the clause). The fields' words are counted in `TOOLS`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import Conditions, host
from inspector.search.ranking import total_points
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
Leaf = tuple[float, int]
Match = tuple[float, int, int, int, float]
ADD, LIST, PAY, CREATE = "shop:add_item", "shop:list_items", "Bank:payInvoice", "日程:create"
ID = {"type": "string", "description": "see <b>"}
TOOLS: dict[str, list[dict[str, Any]]] = {
    "日程": [
        # create · 日 程 create · 创 建 日 程 b · type object: 11 words of text.
        # _all: those, three names, five and two words again, title agenda: 11 + 3 + 7 + 2 = 23.
        {
            "name": "create",
            "description": "创建 日程 <b>",
            "inputSchema": {"type": "object"},
            "outputSchema": {"title": "Agenda"},
        },
    ],
    "shop": [
        # list_items · shop:list_items · list items items cart · type object: 8; _all 8 + 3 + 6 = 17.
        {"name": "list_items", "description": "List items; items of a cart.", "inputSchema": {"type": "object"}},
        # add_item · shop:add_item · add item cart · type object: 7; _all 7 + 3 + 5 = 15.
        {"name": "add_item", "description": "Add an item to the cart.", "inputSchema": {"type": "object"}},
    ],
    "Bank": [
        # payinvoice · bank:payinvoice · pay user's invoice · type object properties id type string description see
        # u003cb u003e: 15; _all 15 + 3 + 13 = 31.
        {
            "name": "payInvoice",
            "description": "Pay the user's invoice.",
            "inputSchema": {"type": "object", "properties": {"id": ID}},
        },
    ],
}
ALL = {ADD: 15, LIST: 17, PAY: 31, CREATE: 23}
TEXT = {ADD: 7, LIST: 8, PAY: 15, CREATE: 11}
NO_NAME: list[Leaf] = [(5, 0), (4, 0), (3, 0)]
"""No tool is called like the whole query, nor begins with it: three leaves that count in queryNorm all the same."""


def word(name: str, tools: int, in_all: int, in_text: int, coord: float = 1) -> list[Match]:
    """One word that stands in a tool `in_all` times in ``_all`` (boost 1) and `in_text` in the text (boost 1.5)."""
    return [(1, tools, in_all, ALL[name], coord), (1.5, tools, in_text, TEXT[name], coord)]


def idf(tools: int) -> float:
    return 1 + math.log(4 / (tools + 1))


def score(leaves: Sequence[Leaf], coord: float, matches: Sequence[Match]) -> float:
    query_norm = 1 / math.sqrt(sum((boost * idf(tools)) ** 2 for boost, tools in leaves))
    points = 0.0
    for boost, tools, times, length, inner in matches:
        (norm,) = struct.unpack("f", struct.pack("f", 1 / math.sqrt(length)))
        points += math.sqrt(times) * norm * idf(tools) * (boost * idf(tools) * query_norm) * inner
    return points * coord


ONE_IN_1, ONE_IN_2 = [*NO_NAME, (1, 1), (1.5, 1)], [*NO_NAME, (1, 2), (1.5, 2)]
TWO_IN_1 = [*NO_NAME, (1, 1), (1, 1), (1.5, 1), (1.5, 1)]
CART = [(ADD, 2 / 5, word(ADD, 2, 2, 1)), (LIST, 2 / 5, word(LIST, 2, 2, 1))]
Row = tuple[str, list[Leaf], list[tuple[str, float, list[Match]]]]
VECTORS: list[Row] = [
    ("cart", ONE_IN_2, CART),
    ("CART?", ONE_IN_2, CART),
    ("+cart", ONE_IN_2, CART),  # no required words
    ("the cart", ONE_IN_2, CART),  # a stop word
    ("carts", [], []),  # nothing is stemmed
    ("the", [], []),
    ("select:cart", [], []),  # one word: “:” joins letters
    ("item", ONE_IN_1, [(ADD, 2 / 5, word(ADD, 1, 2, 1))]),
    ("items", ONE_IN_1, [(LIST, 2 / 5, word(LIST, 1, 4, 2))]),
    (
        "cart cart",  # a repeated word is a leaf more
        [*NO_NAME, (1, 2), (1, 2), (1.5, 2), (1.5, 2)],
        [(name, 2 / 5, 2 * word(name, 2, 2, 1)) for name in (ADD, LIST)],
    ),
    (
        "cart unicorn",  # half of each match clause
        [*NO_NAME, (1, 2), (1, 0), (1.5, 2), (1.5, 0)],
        [(name, 2 / 5, word(name, 2, 2, 1, 1 / 2)) for name in (ADD, LIST)],
    ),
    ("ADD ITEM", TWO_IN_1, [(ADD, 2 / 5, 2 * word(ADD, 1, 2, 1))]),
    (
        "list items cart",
        [*NO_NAME, (1, 1), (1, 1), (1, 2), (1.5, 1), (1.5, 1), (1.5, 2)],
        [
            (LIST, 2 / 5, word(LIST, 1, 2, 1) + word(LIST, 1, 4, 2) + word(LIST, 2, 2, 1)),
            (ADD, 2 / 5, word(ADD, 2, 2, 1, 1 / 3)),
        ],
    ),
    (
        "add_item",  # the tool's name: whole, as a prefix that is the name itself, and in a wildcard
        [(5, 1), (4, 0), (3, 1), (2.5, 1), (1, 1), (1.5, 1)],
        [(ADD, 5 / 6, [(5, 1, 1, 1, 1), (3, 1, 1, 1, 1), (2.5, 1, 1, 1, 1), *word(ADD, 1, 2, 1)])],
    ),
    (
        "shop:add_item",  # its full name; the wildcard clause is there and finds no name
        [(5, 0), (4, 1), (3, 0), (1, 1), (1.5, 1)],
        [(ADD, 3 / 6, [(4, 1, 1, 1, 1), *word(ADD, 1, 2, 1)])],
    ),
    ("ADD_ITEM", [*NO_NAME, (1, 1), (1.5, 1)], [(ADD, 2 / 6, word(ADD, 1, 2, 1))]),  # names keep their case
    (
        "add_",
        [(5, 0), (4, 0), (3, 1), (2.5, 1), (1, 0), (1.5, 0)],
        [(ADD, 2 / 6, [(3, 1, 1, 1, 1), (2.5, 1, 1, 1, 1)])],
    ),
    (
        "_item",  # two names fit, each tool has one of them; the tie is broken by server:tool
        [*NO_NAME, (2.5, 1), (2.5, 1), (1, 0), (1.5, 0)],
        [(ADD, 1 / 6, [(2.5, 1, 1, 1, 1 / 2)]), (LIST, 1 / 6, [(2.5, 1, 1, 1, 1 / 2)])],
    ),
    (
        "d_?tem",  # “?” is any character
        [*NO_NAME, (2.5, 1), (1, 0), (1, 0), (1.5, 0), (1.5, 0)],
        [(ADD, 1 / 6, [(2.5, 1, 1, 1, 1)])],
    ),
    ("item_add", [], []),
    (
        "list_",
        [(5, 0), (4, 0), (3, 1), (2.5, 1), (1, 0), (1.5, 0)],
        [
            (LIST, 2 / 6, [(3, 1, 1, 1, 1), (2.5, 1, 1, 1, 1)]),
        ],
    ),
    (
        "create",
        [(5, 1), (4, 0), (3, 1), (1, 1), (1.5, 1)],
        [(CREATE, 4 / 5, [(5, 1, 1, 1, 1), (3, 1, 1, 1, 1), *word(CREATE, 1, 3, 2)])],
    ),
    ("创建", TWO_IN_1, [(CREATE, 2 / 5, 2 * word(CREATE, 1, 2, 1))]),  # each character is a word
    ("日程", TWO_IN_1, [(CREATE, 2 / 5, 2 * word(CREATE, 1, 3, 2))]),
    (
        "日程:create",
        [(5, 0), (4, 1), (3, 0), *[(1, 1)] * 3, *[(1.5, 1)] * 3],
        [
            (CREATE, 3 / 5, [(4, 1, 1, 1, 1), *word(CREATE, 1, 3, 2) * 3]),
        ],
    ),
    ("shop", [*NO_NAME, (1, 2), (1.5, 0)], [(ADD, 1 / 5, [(1, 2, 1, 15, 1)]), (LIST, 1 / 5, [(1, 2, 1, 17, 1)])]),
    ("Bank", [], []),  # a server's name keeps its capital in the index, the query loses it
    (
        "payInvoice",
        [(5, 1), (4, 0), (3, 1), (1, 1), (1.5, 1)],
        [(PAY, 4 / 5, [(5, 1, 1, 1, 1), (3, 1, 1, 1, 1), *word(PAY, 1, 1, 1)])],
    ),
    ("payinvoice", ONE_IN_1, [(PAY, 2 / 5, word(PAY, 1, 1, 1))]),
    (
        "pay",  # the beginning of one name, and a word
        [(5, 0), (4, 0), (3, 1), (1, 1), (1.5, 1)],
        [(PAY, 3 / 5, [(3, 1, 1, 1, 1), *word(PAY, 1, 2, 1)])],
    ),
    ("pay invoice", TWO_IN_1, [(PAY, 2 / 5, 2 * word(PAY, 1, 2, 1))]),
    ("user's", ONE_IN_1, [(PAY, 2 / 5, word(PAY, 1, 2, 1))]),
    ("user", [], []),
    ("properties", ONE_IN_1, [(PAY, 2 / 5, word(PAY, 1, 2, 1))]),
    (
        "type",  # the schema's own words
        [*NO_NAME, (1, 4), (1.5, 4)],
        [
            (ADD, 2 / 5, word(ADD, 4, 2, 1)),
            (PAY, 2 / 5, word(PAY, 4, 4, 2)),
            (LIST, 2 / 5, word(LIST, 4, 2, 1)),
            (CREATE, 2 / 5, word(CREATE, 4, 2, 1)),
        ],
    ),
    ("b", ONE_IN_1, [(CREATE, 2 / 5, word(CREATE, 1, 2, 1))]),  # in a schema “<b” is one word with its escape
    ("u003cb", ONE_IN_1, [(PAY, 2 / 5, word(PAY, 1, 2, 1))]),
    ("agenda", [*NO_NAME, (1, 1), (1.5, 0)], [(CREATE, 1 / 5, [(1, 1, 1, 23, 1)])]),  # the output schema
    ("", [], []),
    ("  ", [], []),
]


@pytest.fixture(scope="module")
def tools() -> Catalog:
    return build_catalog([Listing(name, tuple(found)) for name, found in TOOLS.items()])


def scores(catalog: Catalog, conditions: Conditions, query: str, host_id: str = "mcpproxy-go") -> list[tuple[str, Any]]:
    hits = host(host_id).index(catalog, conditions).search(query).hits
    assert all(hit.score == total_points(hit.contributions) for hit in hits)
    return [(hit.name, hit.score) for hit in hits]


def as_expected(row: Row) -> list[tuple[str, Any]]:
    _, leaves, found = row
    return [(name, pytest.approx(score(leaves, coord, matches), abs=1e-12)) for name, coord, matches in found]


@pytest.mark.parametrize("row", VECTORS, ids=[query for query, _, _ in VECTORS])
def test_scores(tools: Catalog, under: Under, row: Row) -> None:
    assert scores(tools, under(), row[0]) == as_expected(row)


def test_a_limit_cuts_and_hidden_tools_take_places_before_they_are_left_out(tools: Catalog, under: Under) -> None:
    index = host("mcpproxy-go").index(tools, under())
    cut = index.search("cart", 1)
    assert ([hit.name for hit in cut.hits], cut.total) == ([ADD], 2)
    conditions = under(edits={"shop/add_item": ToolEdits(hide=True)})
    hidden = host("mcpproxy-go").index(tools, conditions)
    assert [hit.name for hit in hidden.search("cart", 2).hits] == [LIST]
    first = hidden.search("cart", 1)
    assert (first.hits, first.total) == ((), 1)
    assert "1 hidden" in first.notes["hidden"]
    assert scores(tools, conditions, "cart") == as_expected(("cart", ONE_IN_2, CART[1:]))


def test_additional_words_lengthen_the_description(tools: Catalog, under: Under) -> None:
    conditions = under(edits={"shop/add_item": ToolEdits(words="basket")})
    matches: list[Match] = [(1, 1, 2, 15 + 2, 1), (1.5, 1, 1, 7 + 1, 1)]
    assert scores(tools, conditions, "basket") == as_expected(("basket", ONE_IN_1, [(ADD, 2 / 5, matches)]))


# With index schema 2 the full name is the bare one: the same lengths, but the name's words twice in every field.
BARE: list[Row] = [
    (
        "add_item",
        [(5, 1), (4, 1), (3, 1), (2.5, 1), (1, 1), (1.5, 1)],
        [(ADD, 1, [*[(boost, 1, 1, 1, 1) for boost in (5, 4, 3, 2.5)], *word(ADD, 1, 4, 2)])],
    ),
    ("shop:add_item", [], []),
    ("agenda", [], []),  # output schemas are not searched there
    (
        "item_add",  # each segment by four ways, of which one finds the name: as its last and as its first
        [*NO_NAME, (1, 0), (1.5, 0), (5, 0), (5, 0), (5, 1), (5, 0), (5, 1)],
        [(ADD, 1 / 7, [(5, 1, 1, 1, 1 / 4), (5, 1, 1, 1, 1 / 4)])],
    ),
    (
        "add_",  # an empty segment: no clause for segments
        [(5, 0), (4, 0), (3, 1), (2.5, 1), (1, 0), (1.5, 0)],
        [(ADD, 2 / 6, [(3, 1, 1, 1, 1), (2.5, 1, 1, 1, 1)])],
    ),
]


@pytest.mark.parametrize("row", BARE, ids=[query for query, _, _ in BARE])
def test_scores_with_index_schema_2(tools: Catalog, under: Under, row: Row) -> None:
    assert scores(tools, under(), row[0], "mcpproxy-go@index-2") == as_expected(row)
