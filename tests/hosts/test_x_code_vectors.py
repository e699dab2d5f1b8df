"""x-code-cli's search on a second set of tools; every figure is worked out by hand from the rules.

10 for a term that equals a part of the name, else 5 for one inside a part; 2 for a whole word of the search text
(name, its words, server, description, hint, schema). The tables spell the sums.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.catalog import Catalog, Listing, build_catalog
from inspector.hosts import Conditions, host
from inspector.tuning.model import ToolEdits

Under = Callable[..., Conditions]
SEND, EMAILS, READ = "mail__sendEmail", "mail__list_emails", "files__read_file"
MOVE, CREATE, DELETE, SEARCH = "files__move_file", "cal__create_event", "cal__delete_event", "notes__search"
# Four levels are read: the name level5 stands in the fourth, its description would be the fifth.
DEEP = {"properties": {"level3": {"properties": {"level4": {"properties": {"level5": {"description": "bottom"}}}}}}}


@pytest.fixture(scope="module")
def tools() -> Catalog:
    text = {"type": "string"}
    recipients = {"type": "array", "items": {"type": "string", "description": "Address of one recipient"}}
    options = {"properties": {"overwrite": {"description": "Replace what is there"}, "deep": DEEP}}
    servers: dict[str, list[dict[str, Any]]] = {
        "mail": [
            {
                "name": "sendEmail",
                "description": "Send an email to one or more recipients.",
                "inputSchema": {
                    "properties": {
                        "recipients": recipients,
                        "subject": {**text, "description": "Line shown in the inbox"},
                    }
                },
            },
            {
                "name": "list_emails",
                "description": "Lists emails of a folder.",
                "inputSchema": {"properties": {"folder": text}},
            },
        ],
        "files": [
            {
                "name": "read_file",
                "description": "Read a file from disk. The path is absolute.",
                "inputSchema": {"properties": {"path": {"description": "Absolute path"}}},
            },
            {
                "name": "move_file",
                "description": "Move a file to another folder.",
                "inputSchema": {"properties": {"source": {}, "options": options}},
            },
        ],
        "cal": [
            {
                "name": "create_event",
                "description": "创建 日程 Créer un événement",
                "inputSchema": {"properties": {"title": text}},
            },
            {
                "name": "delete-event",
                "inputSchema": {"properties": {"id": text}},
                "annotations": {"searchHint": "remove cancel meeting"},
            },
        ],
        "notes": [
            {
                "name": "search",
                "description": "Search the notes; the most recent come first. " + "x " * 150 + "needle",
                "inputSchema": {"properties": {"query": text}},
            }
        ],
    }
    return build_catalog([Listing(name, tuple(found)) for name, found in servers.items()])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("send", [(SEND, 10 + 2)]),
        ("email", [(SEND, 10 + 2), (EMAILS, 5)]),  # inside “emails”, where it is no whole word
        ("emails", [(EMAILS, 10 + 2)]),
        ("sendEmail", []),  # two parts; in the text “_” stands before it
        ("send email", [(SEND, 10 + 2 + 10 + 2), (EMAILS, 5)]),
        ("send_email", []),
        ("recipient", [(SEND, 2)]),  # the description of the items
        ("recipients", [(SEND, 2)]),
        ("file", [(READ, 10 + 2), (MOVE, 10 + 2)]),
        ("files", [(READ, 10 + 2), (MOVE, 10 + 2)]),
        ("file file", [(READ, 12 + 12), (MOVE, 12 + 12)]),
        ("read file", [(READ, 12 + 12), (MOVE, 12)]),
        ("READ", [(READ, 10 + 2)]),
        ("eat", [(CREATE, 5)]),  # inside “create”
        ("the", [(SEND, 2), (READ, 2), (SEARCH, 2)]),  # no stop words; ties in catalog order
        ("the the", [(SEND, 2 + 2), (READ, 2 + 2), (SEARCH, 2 + 2)]),
        (
            "a",  # inside mail, read, cal, search; a word of three descriptions
            [(EMAILS, 5 + 2), (READ, 5 + 2), (SEND, 5), (CREATE, 5), (DELETE, 5), (SEARCH, 5), (MOVE, 2)],
        ),
        ("path", [(READ, 2)]),  # three times in the text, counted once
        ("absolute path", [(READ, 2 + 2)]),
        ("folder", [(EMAILS, 2), (MOVE, 2)]),
        ("first.", []),  # nothing is stripped, and after “.” no word begins
        ("create_event", []),
        ("event", [(CREATE, 10 + 2), (DELETE, 10 + 2)]),
        ("delete-event", []),
        ("meeting", [(DELETE, 2)]),
        ("cancel meeting event", [(DELETE, 2 + 2 + 12), (CREATE, 12)]),
        ("needle", [(SEARCH, 2)]),  # far beyond the 200 characters that are shown
        ("创建", []),  # words are ASCII words
        ("créer", [(CREATE, 2)]),  # begins and ends with an ASCII letter
        ("événement", []),
        ("overwrite replace", [(MOVE, 2 + 2)]),
        ("level4 level5", [(MOVE, 2 + 2)]),
        ("bottom", []),
        ("+mail list", [(EMAILS, 12 + 12), (SEND, 12)]),
        ("list +mail", [(EMAILS, 12 + 12), (SEND, 12)]),
        ("+needle the", [(SEARCH, 2 + 2)]),
        ("+email +send", [(SEND, 12 + 12)]),
        ("+unicorn mail", []),
        ("+ event", [(CREATE, 12), (DELETE, 12)]),
        ("no such tool", [(SEARCH, 5)]),  # “no” is inside “notes”
        ("issue", []),
        ("", []),
        ("   ", []),
    ],
)
def test_points(tools: Catalog, under: Under, query: str, expected: list[tuple[str, int]]) -> None:
    ranking = host("x-code-cli").index(tools, under()).search(query)
    assert [(hit.name, hit.score) for hit in ranking.hits] == expected
    assert [sum(each.points for each in hit.contributions) for hit in ranking.hits] == [p for _, p in expected]


@pytest.mark.parametrize(
    ("query", "mode", "names", "missing"),
    [
        ("cal__create_event", "names", [CREATE], ()),
        ("CAL__CREATE_EVENT mail__list_emails", "names", [CREATE, EMAILS], ()),
        ("files__move_file, files__read_file", "names", [MOVE, READ], ()),
        ("mail__sendemail", "names", [SEND], ()),
        ("select:cal__delete_event,nope,MAIL__SENDEMAIL", "select", [DELETE, SEND], ("nope",)),
        ("Select: notes__search , notes__search", "select", [SEARCH], ()),
        ("select:readFile", "select", [], ("readFile",)),
        ("select: , ", "select", [], ()),
    ],
)
def test_names(tools: Catalog, under: Under, query: str, mode: str, names: list[str], missing: tuple[str, ...]) -> None:
    ranking = host("x-code-cli").index(tools, under()).search(query, 1)
    assert (ranking.mode, [hit.name for hit in ranking.hits], ranking.missing) == (mode, names, missing)
    assert {hit.score for hit in ranking.hits} <= {None}


@pytest.mark.parametrize(
    ("query", "limit", "names", "total"),
    [("file", 1, [READ], 2), ("the", 2, [SEND, READ], 3), ("a", 5, [EMAILS, READ, SEND, CREATE, DELETE], 7)],
)
def test_limits(tools: Catalog, under: Under, query: str, limit: int, names: list[str], total: int) -> None:
    ranking = host("x-code-cli").index(tools, under()).search(query, limit)
    assert ([hit.name for hit in ranking.hits], ranking.total) == (names, total)


def test_additional_words_count_as_the_hint_does(tools: Catalog, under: Under) -> None:
    conditions = under(edits={"files/read_file": ToolEdits(words="invoice billing"), "cal/*": ToolEdits(words="diary")})
    index = host("x-code-cli").index(tools, conditions)
    found = {
        query: [(hit.name, hit.score) for hit in index.search(query).hits] for query in ("billing", "diary cancel")
    }
    assert found == {"billing": [(READ, 2)], "diary cancel": [(DELETE, 2 + 2), (CREATE, 2)]}
