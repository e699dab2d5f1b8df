"""Names made to be taken for another tool's, and names that are alike by honest chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from inspector.catalog import Catalog
from inspector.checks.imitation import imitations, skeleton

CatalogOf = Callable[[Mapping[str, Sequence[Any]]], Catalog]


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("list_pods", "list_p0ds", True),
        ("list_pods", "Iist_pods", True),
        ("list_pods", "lіst_pods", True),
        ("create_issue", "creaate_issue", True),
        ("create_issue", "craete_issue", True),
        ("create_issue", "create_isssue", True),
        ("get_charm", "get_chann", False),
        ("list_issue", "list_issues", False),
        ("create_issue", "create_issue", False),
        ("create_issue", "Create_Issue", False),
        ("get_user_v1", "get_user_v2", False),
        ("send_email", "read_email", False),
        ("get_post", "get_cost", False),
    ],
)
def test_between_two_servers(catalog_of: CatalogOf, one: str, other: str, found: bool) -> None:
    catalog = catalog_of({"honest": [one, "list_pods_now"], "other": [other]})
    assert bool(list(imitations(catalog))) is found


def test_a_word_that_others_use_too_is_no_slip(catalog_of: CatalogOf) -> None:
    catalog = catalog_of({"a": ["get_place"], "b": ["get_plane"], "c": ["list_plane"], "d": ["list_place"]})
    assert list(imitations(catalog)) == []


def test_the_plain_name_is_the_imitated_one(catalog_of: CatalogOf) -> None:
    ((tool, imitated, _),) = imitations(catalog_of({"a": ["раy"], "b": ["pay"]}))
    assert (tool.server, imitated.server) == ("a", "b")


def test_within_a_server_only_other_scripts_imitate(catalog_of: CatalogOf) -> None:
    assert list(imitations(catalog_of({"a": ["get_l1", "get_ll"]}))) == []
    assert len(list(imitations(catalog_of({"a": ["pay", "рay"]})))) == 1


def test_a_skeleton_is_what_a_name_looks_like() -> None:
    assert skeleton("Ｐаyрal") == skeleton("paypa1") == "paypal"
