"""Every host tells its rules in words, with label and source, and the numbers in them are those it applies."""

from __future__ import annotations

import re

import pytest

from inspector.hosts import host, hosts


@pytest.mark.parametrize("host_id", list(hosts()))
def test_every_card_is_complete(host_id: str) -> None:
    found = host(host_id)
    told = {rule.about for rule in found.rules}
    assert {"names", "definitions", "deferral"} <= told
    if "no tool search" not in " ".join(rule.text for rule in found.rules):
        assert {"searched text", "ranking", "results"} <= told
    for rule in found.rules:
        assert rule.text.strip()
        assert rule.source.strip()
        assert rule.label in ("measured", "documented", "approximated")


@pytest.mark.parametrize(
    ("host_id", "about", "numbers"),
    [
        ("claude-code", "ranking", ["12", "6", "12", "4", "4", "2"]),
        ("claude-code", "searched text", ["4,096"]),
        ("claude-code@2.1.197", "searched text", ["2,048"]),
        ("x-code-cli", "ranking", ["10", "5", "2"]),
        ("x-code-cli@article", "ranking", ["10", "2"]),
        ("foundry", "results", ["5", "10"]),
        ("codex", "ranking", ["25", "1", "1.2", "0.75"]),
    ],
)
def test_numbers_of_the_rules(host_id: str, about: str, numbers: list[str]) -> None:
    (text,) = (rule.text for rule in host(host_id).rules if rule.about == about)
    assert re.findall(r"\d[\d.,]*\d|\d", text) == numbers
