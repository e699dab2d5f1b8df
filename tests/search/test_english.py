"""Short cuts of the English analyser give what the stemmer and the transliteration give without them."""

from __future__ import annotations

import pytest
import snowballstemmer
from hypothesis import example, given, settings
from hypothesis import strategies as st
from text_unidecode import unidecode

from inspector.search.english import english_tokens, stem

STEMMER = snowballstemmer.stemmer("english")
PARTS = (
    "mcp server gener commun arsen univers later emerg organ inter past list lists listed listing ies y yes say e be "
    "abe ly li ing ed eed eedly ional ization able ement ion fulness ogi s us ss 's ' 4xx v2 a i sky skis news b"
)
WORDS = st.lists(st.sampled_from(PARTS.split()) | st.text("aeiouybclstnrg'", max_size=6), min_size=1, max_size=6).map(
    "_".join
)


@settings(max_examples=2000, deadline=None)
@given(word=WORDS)
@example(word="mcp__shop_serverorders_listing")
@example(word="university_of_abcd_y")
@example(word="organs_e")
def test_an_identifier_has_the_stem_of_its_last_word(word: str) -> None:
    assert stem(word) == STEMMER.stemWord(word)


@settings(max_examples=200, deadline=None)
@given(
    text=st.text(
        st.characters(max_codepoint=0x20FF, exclude_characters="\u203c\u2049", exclude_categories=("Nd", "No", "Cs")),
        max_size=30,
    )
)
def test_only_what_is_not_ascii_is_transliterated(text: str) -> None:
    plain = "".join(letter for letter in text if letter.isprintable())
    assert english_tokens(plain) == english_tokens(unidecode(plain))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("one\ntwo é", ["one", "two", "e"]),
        ("é one\ntwo", ["e", "onetwo"]),
        ("é one.\n\nTwo", ["e", "one.two"]),
        ("é one\u2028two", ["e", "one", "two"]),
    ],
)
def test_line_ends_are_lost_behind_what_is_not_ascii(text: str, tokens: list[str]) -> None:
    assert english_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("💡TIP", ["bulb", "tip"]),
        ("✅ done", ["white", "check", "mark", "done"]),
        ("🔍", ["mag"]),
        ("⚠️ x", ["warn", "x"]),
    ],
)
def test_emoji_are_searched_by_name(text: str, tokens: list[str]) -> None:
    assert english_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"), [("价格", ["jia", "ge"]), ("什", ["shen"]), ("①", ["1"]), ("②③", ["23"]), ("b♭", ["bb"])]
)
def test_some_characters_are_read_as_the_client_reads_them(text: str, tokens: list[str]) -> None:
    assert english_tokens(text) == tokens


@pytest.mark.parametrize(
    ("word", "expected"), [("added", "ad"), ("adding", "ad"), ("organization", "organ"), ("add", "add")]
)
def test_stems_are_those_of_the_clients(word: str, expected: str) -> None:
    assert english_tokens(word) == [expected]
