"""Advice taken together, and measured on queries it was not learnt from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.suites import Adviser, Case, Subject, leave_one_out, run_case, run_suite, together
from inspector.tuning.model import ToolEdits
from tests.suites.conftest import shop

Make = Callable[..., Subject]
CASES = (
    Case("cashback please", ("shop/refund_payment",)),
    Case("give me my cashback", ("shop/refund_payment",)),
    Case("person", ("shop/list_orders",)),
    Case("this person", ("shop/find_customer",)),
    Case("bill", ("shop/create_invoice", "shop/list_invoices")),
    Case("stop my parcel", ("shop/cancel_order",)),
    Case("parcel bill", ("shop/list_invoices",)),
)


def test_words_that_one_query_brought_are_not_given_again(subject: Make) -> None:
    adviser = Adviser(subject("foundry", shop()), CASES[:2])
    learnt = together(adviser, list(adviser.all()))
    assert [fix.words for fix in learnt.fixes] == [("cashback",)]
    assert [each.case for each in learnt.needless] == [CASES[1]]


@pytest.mark.parametrize("host_id", ["foundry", "x-code-cli", "claude-code", "codex"])
@pytest.mark.parametrize("limit", [1, 2])
def test_no_query_loses_what_it_found(subject: Make, host_id: str, limit: int) -> None:
    tuned = subject(host_id, shop(), limit=limit, find_customer=ToolEdits(words="person"))
    adviser = Adviser(tuned, CASES)
    learnt = together(adviser, list(adviser.all()))
    before, after = run_suite(tuned, CASES), run_suite(learnt.subject, CASES)
    for one, two in zip(before.cases, after.cases, strict=True):
        assert set(two.missing) <= set(one.missing)
    assert after.metrics.recall_at_limit > before.metrics.recall_at_limit


@pytest.mark.parametrize("host_id", ["foundry", "x-code-cli", "claude-code"])
@pytest.mark.parametrize("limit", [1, 2])
def test_leaving_one_out_is_learning_without_it(subject: Make, host_id: str, limit: int) -> None:
    tuned = subject(host_id, shop(), limit=limit, find_customer=ToolEdits(words="person"))
    adviser = Adviser(tuned, CASES)
    left_out = list(leave_one_out(adviser, list(adviser.all())))
    for case, found in zip(CASES, left_out, strict=True):
        fresh = Adviser(tuned, [each for each in CASES if each is not case])
        subject_without = together(fresh, list(fresh.all())).subject
        assert found.before.expected == run_case(tuned, case).expected
        assert found.learnt.expected == run_case(subject_without, case).expected


def test_a_twin_query_profits_and_a_lonely_one_does_not(subject: Make) -> None:
    adviser = Adviser(subject("foundry", shop()), (*CASES[:2], CASES[5]))
    gained = [
        len(each.before.missing) > len(each.learnt.missing) for each in leave_one_out(adviser, list(adviser.all()))
    ]
    assert gained == [True, True, False]
