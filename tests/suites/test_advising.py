"""The cheapest fix for a failing query, in hosts that rank and are set in different ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.suites import Adviser, Case, Fix, Subject, applied, edits, run_case
from inspector.tuning.edits import SetPin, SetWords, Together
from inspector.tuning.model import ToolEdits
from tests.suites.conftest import shop

Make = Callable[..., Subject]
ROOM = shop(tuple((f"tool_{number}", "works with customer data") for number in range(9)))


def one(subject: Subject, *cases: Case) -> tuple[Adviser, Fix]:
    """Return the adviser and the only fix of its first case."""
    adviser = Adviser(subject, cases)
    (fix,) = adviser.advise(0).fixes
    return adviser, fix


@pytest.mark.parametrize("host_id", ["x-code-cli", "claude-code", "foundry"])
def test_a_word_that_no_tool_has_is_enough(subject: Make, host_id: str) -> None:
    adviser, fix = one(subject(host_id, shop()), Case("please get my cashback", ("shop/refund_payment",)))
    assert (fix.tool, fix.kind, fix.words, fix.tokens) == ("shop/refund_payment", "words", ("cashback",), 0)
    assert run_case(applied([fix], adviser.subject), adviser.cases[0]).missing == ()


def test_the_fewest_words_are_given(subject: Make) -> None:
    # Eight tools say “customer” first; one more point in the same query word is not enough, a second word is.
    case = Case("customer churn", ("shop/tool_8",))
    _, fix = one(subject("x-code-cli", ROOM, limit=1), case)
    assert fix.words == ("churn",)


def test_new_words_stand_behind_the_old_ones(subject: Make) -> None:
    tuned = subject("foundry", shop(), refund_payment=ToolEdits(words="money cashback"))
    adviser, fix = one(tuned, Case("reimburse", ("shop/refund_payment",)))
    (edit,) = edits([fix], adviser.subject)
    assert edit == SetWords("shop/refund_payment", "money cashback reimburse")


def test_words_are_not_given_where_they_push_out_another_querys_tool(subject: Make) -> None:
    crowded = subject("foundry", shop(), limit=1, find_customer=ToolEdits(words="person"))
    cases = [Case("person", ("shop/list_orders",)), Case("person", ("shop/find_customer",))]
    advice = Adviser(crowded, cases).advise(0)
    assert [(fix.kind, fix.tool) for fix in advice.fixes] == [("pin", "shop/list_orders")]
    assert advice.fixes[0].tokens > 10
    assert advice.fixed
    alone = Adviser(crowded, cases[:1]).advise(0)
    assert [fix.kind for fix in alone.fixes] in (["words"], ["pin"])


def test_a_pin_is_what_remains(subject: Make) -> None:
    adviser, fix = one(subject("foundry", shop()), Case("42", ("shop/refund_payment",)))
    assert edits([fix], adviser.subject) == (SetPin("shop/refund_payment", True),)
    definition = adviser.subject.host.definition(adviser.subject.catalog.by_id[fix.tool], "shop.refund_payment")
    assert fix.tokens == adviser.subject.conditions.count(definition.text)


@pytest.mark.parametrize("word", ["café", "余额"])
def test_no_words_help_where_the_host_cannot_match_them(subject: Make, word: str) -> None:
    advice = Adviser(subject("claude-code", shop()), [Case(word, ("shop/refund_payment",))]).advise(0)
    assert [fix.kind for fix in advice.fixes] == ["pin"]
    (note,) = advice.notes
    assert f"no words can help here, because “{word}”" in note
    fix = Fix("shop/refund_payment", "words", (word,))
    helped = applied([fix], subject("claude-code", shop()))
    assert run_case(helped, Case(word, ("shop/refund_payment",))).missing == ("shop/refund_payment",)


def test_the_description_is_changed_where_there_are_no_search_words(subject: Make) -> None:
    adviser, fix = one(subject("codex", shop()), Case("cashback", ("shop/refund_payment",)))
    assert (fix.kind, fix.words, fix.in_toolset) == ("description", ("cashback",), True)
    assert fix.tokens == adviser.subject.conditions.count(" cashback")
    by_hand = Fix(fix.tool, "description", fix.words, in_toolset=False)
    assert edits([by_hand], adviser.subject) == ()
    changed = applied([by_hand], adviser.subject)
    assert changed.catalog.by_id[fix.tool].description == "Return the money of a payment cashback"
    assert run_case(changed, adviser.cases[0]).missing == ()
    # The toolset's words are the same change to this host.
    assert applied([fix], adviser.subject).index.search("cashback").hits == changed.index.search("cashback").hits


@pytest.mark.parametrize(
    ("host_id", "query", "tool", "because"),
    [
        ("foundry", "cashback", "shop/cancel_order", "it is hidden: hidden by the toolset"),
        ("foundry", "cashback", "shop/gone", "no tool of this name is in the catalog"),
        ("codex", "42", "shop/refund_payment", "this host lets nobody pin a tool"),
        ("gemini-cli", "cashback", "shop/refund_payment", "this host has no tool search"),
    ],
)
def test_why_nothing_helps(subject: Make, host_id: str, query: str, tool: str, because: str) -> None:
    tuned = subject(host_id, shop(), cancel_order=ToolEdits(hide=True))
    advice = Adviser(tuned, [Case(query, (tool,))]).advise(0)
    assert advice.fixes == ()
    assert not advice.fixed
    assert because in advice.unhelped[0].because


def test_every_missing_tool_of_a_query_is_helped_as_far_as_the_answer_has_room(subject: Make) -> None:
    wanted = ("shop/refund_payment", "shop/list_payments", "shop/list_invoices")
    adviser = Adviser(subject("foundry", shop(), limit=2), [Case("cashback bonus", wanted)])
    advice = adviser.advise(0)
    assert [fix.tool for fix in advice.fixes] == list(wanted[:2])
    assert advice.fixed
    assert advice.after.outcome.answered == 2


def test_advice_leaves_the_subject_alone_and_its_edits_do_what_was_tried(subject: Make) -> None:
    given = subject("x-code-cli", shop())
    adviser = Adviser(given, [Case("cashback", ("shop/refund_payment",))])
    (advice,) = adviser.all()
    assert given.conditions.tuning.edits == {}
    tuning = Together(edits(advice.fixes, given)).apply(given.conditions.tuning)
    assert run_case(given.with_tuning(tuning), advice.case).expected == advice.after.expected
