"""The shipped vocabulary against published token lists and tiktoken's own description of the encoding."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.cost import counter, o200k
from inspector.errors import FileError


# Published in the OpenAI cookbook ("How to count tokens with tiktoken").
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("hello world", [24912, 2375]),
        ("antidisestablishmentarianism", [493, 129901, 376, 160388, 21203, 2367]),
        ("2 + 2 = 4", [17, 659, 220, 17, 314, 220, 19]),
        ("お誕生日おめでとう", [8930, 9697, 243, 128225, 8930, 17693, 4344, 48669]),
    ],
)
def test_the_vocabulary_gives_the_published_tokens(text: str, tokens: list[int]) -> None:
    assert o200k.encoding().encode_ordinary(text) == tokens
    assert counter("o200k").count(text) == len(tokens)


def test_the_pattern_is_the_one_tiktoken_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    from tiktoken_ext import openai_public

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda _url, expected_hash: {b"": expected_hash})
    published = openai_public.o200k_base()
    assert published["pat_str"] == o200k.PATTERN
    assert published["mergeable_ranks"] == {b"": o200k.SHA256}


@pytest.mark.parametrize("text", ["<|endoftext|>", "<|endofprompt|>", "a <|endoftext|> b"])
def test_text_that_spells_a_special_token_is_plain_text(text: str) -> None:
    assert counter("o200k").count(text) > 1


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\ud83d\ude00", "\x00", "\u202e"])
def test_no_text_is_refused(text: str) -> None:
    assert counter("o200k").count(text) > 0


def test_the_empty_text_costs_nothing_and_many_are_counted_as_one_by_one() -> None:
    texts = ["", "hello world", "你好"]
    counts = counter("o200k").count_many(texts)
    assert counts[:2] == [0, 2]
    assert counts == [counter("o200k").count(text) for text in texts]


def test_loading_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert o200k.load_encoding(o200k.VOCABULARY).n_vocab == 199_998


def test_the_encoding_is_loaded_once() -> None:
    assert o200k.encoding() is o200k.encoding()


def test_threads_that_ask_at_once_load_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[object] = []

    def load(_path: Path) -> object:
        sleep(0.02)
        loaded.append(object())
        return loaded[-1]

    monkeypatch.setattr(o200k, "_encoding", None)
    monkeypatch.setattr(o200k, "load_encoding", load)
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda _: o200k.encoding(), range(16)))
    assert len(loaded) == 1
    assert all(one is loaded[0] for one in got)


def test_a_missing_vocabulary_says_to_reinstall(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="could not be read") as caught:
        o200k.load_encoding(tmp_path / "none.tiktoken")
    assert "reinstall" in caught.value.hint


def test_a_damaged_vocabulary_says_to_reinstall(tmp_path: Path) -> None:
    damaged = tmp_path / "o200k_base.tiktoken"
    damaged.write_bytes(b"IQ== 0\n")
    with pytest.raises(FileError, match="damaged") as caught:
        o200k.load_encoding(damaged)
    assert "reinstall" in caught.value.hint


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o",
        "gpt-4o-mini",
        "chatgpt-4o-latest",
        "gpt-4.1",
        "gpt-4.1-nano",
        "gpt-4.5-preview",
        "gpt-5",
        "gpt-5.5",
        "gpt-5.2-codex",
        "gpt-oss-120b",
        "o1",
        "o3-mini",
        "o4-mini",
        "openai:gpt-5.5",
        "openai/gpt-5",
        "azure/gpt-5",
        "ft:gpt-4o-2024-08-06:acme::x",
        "GPT-5.5",
    ],
)
def test_it_is_exact_for_openai_models_of_that_vocabulary(model: str) -> None:
    by = counter("o200k", model)
    assert (by.exact, by.label) == (True, "tiktoken o200k_base, exact for GPT models")


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4",
        "gpt-4-turbo",
        "gpt-3.5-turbo",
        "gpt-6-sol",
        "gpt-50",
        "o9",
        "o10",
        "foo3",
        "claude-sonnet-5",
        "gemini-2.5-pro",
    ],
)
def test_it_is_a_stand_in_for_all_other_models(model: str) -> None:
    by = counter("o200k", model)
    assert not by.exact
    assert by.label == f"tiktoken o200k_base as a stand-in: estimate for {model}"


def test_it_is_a_stand_in_without_a_model() -> None:
    assert not counter("o200k").exact
    assert "stand-in: estimate" in counter("o200k").label


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4.1-mini", "gpt-5.5", "o1", "o3-mini", "o4-mini", "gpt-4"])
def test_tiktoken_agrees_on_which_models_use_it(model: str) -> None:
    from tiktoken.model import encoding_name_for_model

    assert counter("o200k", model).exact is (encoding_name_for_model(model) == "o200k_base")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ['{"name":"', "name", '":', ',"', "file", "'s", " ", "\n", "\u540d", "1", "NAME", "}]", "\ud83d"]
        )
        | st.text(max_size=4),
        max_size=12,
    ).map("".join)
)
def test_pieces_counted_apart_add_up(text: str) -> None:
    counter = o200k.for_model(None)
    pieces = counter.pieces(text)
    assert "".join(pieces) == text
    assert sum(map(counter.count, pieces)) == counter.count(text)


def test_a_list_of_definitions_is_one_piece_a_tool() -> None:
    pieces = o200k.for_model(None).pieces('[{"name":"a","schema":{}},{"name":"b"}]')
    assert pieces == ['[{"name', '":"a","schema":{}},{"name', '":"b"}]']
