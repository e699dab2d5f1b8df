"""Which words of a query may describe a tool, and which tell little about it."""

from __future__ import annotations

import pytest

from inspector.suites.query_words import everyday_words, query_words


@pytest.mark.parametrize(
    ("query", "telling", "everyday"),
    [
        ("What's on my agenda today?", ["agenda", "today"], ["what's", "on", "my"]),
        ("give the ticket to Anna", ["ticket"], ["give", "the", "to", "anna"]),
        ("which KPIs, and what SQL", ["kpis", "sql"], ["which", "and", "what"]),
        ("open config.yaml at 10:30 for a@b.io", ["open"], ["config.yaml", "at", "for", "a@b.io"]),
        ("+slack (send)", ["slack", "send"], []),
        ("café 余额", ["café", "余额"], []),
        ("查询我的账户余额和交易记录", [], []),
        ("42 - !", [], []),
        ("bug bug BUG", ["bug"], []),
    ],
)
def test_words(query: str, telling: list[str], everyday: list[str]) -> None:
    assert [word for word, _ in query_words(query)] == telling
    assert [word for word, _ in everyday_words(query)] == everyday
