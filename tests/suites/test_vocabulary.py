"""The sample suite: what people say in words that the demo's tools lack, and how far advice helps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.suites import MOST_WORDS, Adviser, Subject, parse_suite, run_suite, unknown_tools
from inspector.suites.query_words import query_words
from tests.suites.conftest import demo

PATH = Path(__file__).resolve().parents[2] / "sample_configs" / "suites" / "vocabulary.toml"
SUITE = parse_suite(PATH.read_text("utf-8"), "vocabulary.toml").suite


def test_the_suite_is_sound() -> None:
    assert len(SUITE.cases) == 40
    assert unknown_tools(SUITE, demo()) == ()


@pytest.mark.parametrize("host_id", ["x-code-cli", "foundry", "claude-code"])
def test_few_words_fix_most_queries(subject: Callable[..., Subject], host_id: str) -> None:
    given = subject(host_id, demo())
    assert run_suite(given, SUITE.cases).metrics.recall_at_limit == 0
    advice = list(Adviser(given, SUITE.cases).all())
    assert len(advice) == 40
    by_words = [each for each in advice if each.fixed and all(fix.kind == "words" for fix in each.fixes)]
    assert len(by_words) >= 0.7 * 40
    for each in by_words:
        assert each.after.missing == ()
        assert all(0 < len(fix.words) <= MOST_WORDS for fix in each.fixes)


def test_fixes_that_repeat_the_whole_query_say_so(subject: Callable[..., Subject]) -> None:
    for each in Adviser(subject("x-code-cli", demo()), SUITE.cases).all():
        telling = {word for word, _ in query_words(each.case.query)}
        copies = any(len(fix.words) > 1 and telling <= set(fix.words) for fix in each.fixes)
        assert any("all the telling words" in note for note in each.notes) is copies
