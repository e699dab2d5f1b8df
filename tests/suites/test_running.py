"""Places, states and measures from the hosts' own searches; two runs side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.suites import Case, Subject, compare_results, run_case, run_suite
from inspector.tuning.model import ToolEdits
from tests.suites.conftest import shop

Make = Callable[..., Subject]


def test_places_go_on_behind_the_hosts_answer(subject: Make) -> None:
    case = Case("order", ("shop/cancel_order", "shop/list_payments", "shop/refund_payment"))
    result = run_case(subject("x-code-cli", shop(), limit=2), case)
    # The name part “order” earns most, then “orders” holds it; two tools have it in the description only.
    assert [(each.place, each.answered) for each in result.expected] == [(1, True), (3, False), (None, False)]
    assert [hit.key for hit in result.ranking.hits] == ["shop/cancel_order", "shop/list_orders"]
    assert result.missing == ("shop/list_payments", "shop/refund_payment")


def test_a_pinned_tool_needs_no_search_and_a_hidden_one_is_never_found(subject: Make) -> None:
    tuned = subject("x-code-cli", shop(), cancel_order=ToolEdits(pin=True), list_orders=ToolEdits(hide=True))
    result = run_case(tuned, Case("order", ("shop/cancel_order", "shop/list_orders", "shop/nothing")))
    assert [(each.place, each.state) for each in result.expected] == [
        (0, "pinned"),
        (None, "hidden"),
        (None, "unknown"),
    ]
    assert result.outcome.answered == 1


def test_places_are_found_beyond_a_hosts_own_maximum(subject: Make) -> None:
    many = shop(tuple((f"tool_{number:02}", "does work") for number in range(30)))
    result = run_case(subject("foundry", many), Case("work", ("shop/tool_29",)))
    assert result.expected[0].place == 30


def test_selecting_by_name_is_not_cut_at_the_limit(subject: Make) -> None:
    chosen = subject("x-code-cli", shop(), limit=1)
    keys = ("shop/cancel_order", "shop/find_customer", "shop/list_orders")
    names = chosen.host.names(chosen.catalog)
    case = Case("select:" + ",".join(names[key] for key in keys), keys)
    assert run_case(chosen, case).missing == ()


def test_a_host_without_search_measures_nothing_and_says_why(subject: Make) -> None:
    result = run_suite(subject("gemini-cli", shop()), [Case("order", ("shop/cancel_order",))])
    assert result.cases == ()
    assert "no tool search" in result.no_search


@pytest.mark.parametrize(
    ("before", "after", "won", "lost", "same"),
    [
        ({}, {"refund_payment": ToolEdits(words="cashback")}, ["cashback"], [], 1),
        ({"refund_payment": ToolEdits(words="cashback")}, {}, [], ["cashback"], 1),
        ({}, {"refund_payment": ToolEdits(pin=True)}, ["cashback"], [], 1),
        ({}, {}, [], [], 2),
    ],
)
def test_two_tunings_side_by_side(
    subject: Make,
    before: dict[str, ToolEdits],
    after: dict[str, ToolEdits],
    won: list[str],
    lost: list[str],
    same: int,
) -> None:
    cases = [Case("cashback", ("shop/refund_payment",)), Case("invoice", ("shop/create_invoice",))]
    one, two = (run_suite(subject("foundry", shop(), **edits), cases) for edits in (before, after))
    found = compare_results(one, two)
    assert [pair.after.case.query for pair in found.wins] == won
    assert [pair.after.case.query for pair in found.losses] == lost
    assert len(found.draws) == same


def test_only_cases_of_both_runs_are_compared(subject: Make) -> None:
    cases = [Case("order", ("shop/cancel_order",), line=1), Case("order", ("shop/cancel_order",), line=2)]
    one = run_suite(subject("foundry", shop()), cases[:1])
    two = run_suite(subject("x-code-cli", shop()), cases)
    found = compare_results(one, two)
    assert len(found.wins) + len(found.losses) + len(found.draws) == 1
