"""Editing a case as text: what was left stays exactly, and what cannot be meant is refused."""

from __future__ import annotations

import pytest

from inspector.catalog import Listing, build_catalog
from inspector.errors import UsageError
from inspector.suites import Case
from inspector.workspace.case_editing import CaseTexts, edited_case

CATALOG = build_catalog([Listing("shop", ({"name": "refund"}, {"name": "order"}))])
CASE = Case("money\nback \u202e", ("shop/refund", "gone/tool"), "codex", "why\x1b", 7)


def test_what_is_shown_is_harmless_and_what_is_left_stays() -> None:
    shown = CaseTexts.of(CASE)
    assert shown == CaseTexts("money back \\u{202e}", "shop/refund, gone/tool", "codex", "why␛")
    assert edited_case(CASE, shown, CATALOG) == CASE


def test_each_part_is_taken_alone() -> None:
    edited = edited_case(CASE, CaseTexts("refund", " shop/order ,other/new,, shop/order", "", ""), CATALOG)
    assert edited == Case("refund", ("shop/order", "other/new"), None, "", 7)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (CaseTexts(" ", "shop/refund"), "needs a query"),
        (CaseTexts("q", " , "), "at least one tool"),
        (CaseTexts("q", "refund"), "is no server/tool"),
        (CaseTexts("q", "shop/refnd"), "names no tool here"),
        (CaseTexts("q", "shop/refund", "codx"), "is no host"),
    ],
)
def test_what_cannot_be_meant_is_refused(texts: CaseTexts, message: str) -> None:
    with pytest.raises(UsageError, match=message) as raised:
        edited_case(CASE, texts, CATALOG)
    assert raised.value.hint
