"""Words as bleve's segmenter cuts them: each row was checked against that segmenter itself."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.hosts.mcpproxy_go.analysis import standard_counts, standard_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Create a new Issue", ["create", "new", "issue"]),
        ("create_issue _a_ __ a__b", ["create_issue", "_a_", "__", "a__b"]),
        ("read-only sub-query", ["read", "sub", "query"]),  # “only” is a stop word
        ("github:create_issue a.b.c x: :y", ["github:create_issue", "a.b.c", "x", "y"]),
        ("3.14 1,000 1;2 v1.2 1a.b 1.z", ["3.14", "1,000", "1;2", "v1.2", "1a.b", "1", "z"]),
        ("a_.b c._d", ["a_", "b", "c", "_d"]),
        ("can't user's 'quoted'", ["user's", "quoted"]),
        ('{"type":"object","a b":1}', ["type", "object", "b", "1"]),
        (r"one\ntwo \u003cb\u003e", ["one", "ntwo", "u003cb", "u003e"]),
        ("创建 issue 日程", ["创", "建", "issue", "日", "程"]),
        ("カタカナ ひらがな", ["カタカナ", "ひ", "ら", "が", "な"]),
        ("naïve ÉTÉ Straße ΣΟΦΟΣ İzmir", ["naïve", "été", "straße", "σοφος", "izmir"]),
        ("สวัสดี ① 😀 …", []),
        ("don’t “quote” – dash", ["don’t", "quote", "dash"]),
        ("\u00a0x\u202fy\u2003z", ["x", "y", "z"]),
        ("", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert standard_tokens(text) == tokens


@given(st.text(), st.text(alphabet="aB_.:'-1,; é创\n", max_size=30))
def test_counting_and_listing_agree_and_white_space_always_parts_words(first: str, second: str) -> None:
    for text in (first, second):
        assert standard_counts(text) == Counter(standard_tokens(text))
    if first.isascii():
        assert standard_tokens(f"{first} {second}") == standard_tokens(first) + standard_tokens(second)
        # The two ways through the text, for ASCII alone and for any text, are one.
        assert standard_tokens(f"{first} é") == [*standard_tokens(first), "é"]
