"""Sentences recorded from an installed client stand in previews, under what a toolset gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.hosts import host
from inspector.tuning.model import Tuning
from inspector.workspace.client_texts import keep_texts, kept_texts
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspecting import Inspector
from tests.conftest import CatalogOf


@pytest.mark.parametrize(("host_id", "text_id", "shown"), [("claude-code", "reminder", 0), ("codex", "search-tool", 1)])
def test_a_recorded_sentence_is_previewed_until_a_toolset_gives_its_own(
    catalog_of: CatalogOf, host_id: str, text_id: str, shown: int
) -> None:
    catalog = catalog_of({"s": ["t"]})
    keep_texts(host_id, "The Client 9.8.7", {text_id: "what it really says"})
    text = Inspector(catalog, Overrides()).inspect(host(host_id), Tuning()).texts[shown]
    assert "what it really says" in text.text
    assert "recorded from The Client 9.8.7" in text.origin
    own = Tuning(texts={host_id: {text_id: "as I wrote it"}})
    text = Inspector(catalog, Overrides()).inspect(host(host_id), own).texts[shown]
    assert "as I wrote it" in text.text
    assert "as given in the toolset" in text.origin


def test_later_sentences_take_the_place_of_earlier_ones_and_none_change_nothing(own_data: Path) -> None:
    keep_texts("codex", "A 1", {"search-tool": "one"})
    keep_texts("codex", "A 2", {"search-tool": "two, longer"})
    keep_texts("codex", "A 3", {})
    assert kept_texts("codex").texts == (("search-tool", "two, longer"),)
    assert kept_texts("foundry").texts == ()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"texts": 1, "recorded_from": ""}'])
def test_a_damaged_file_is_passed_over(own_data: Path, content: str) -> None:
    keep_texts("codex", "A 1", {"search-tool": "one"})
    (own_data / "client-texts" / "codex.json").write_text(content, encoding="utf-8")
    assert kept_texts("codex").texts == ()
