"""The prompt preview: every text the host writes, with tokens, and a digest of what is in every request."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.catalog import canonical_json, text_digest
from inspector.hosts import HostText
from inspector.workspace.inspection import Inspection


@dataclass(frozen=True, slots=True)
class CountedText:
    """A text of the host with its tokens, by the inspection's counter."""

    text: HostText
    tokens: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts and their digest (64 hex digits): equal digests mean that the prompt cache keeps its prefix."""

    texts: tuple[CountedText, ...]
    digest: str


def prompt(inspection: Inspection, query: str | None = None) -> Prompt:
    """Return the host's texts; with `query` also what its search tool answers to that query."""
    texts = list(inspection.texts)
    digest = text_digest(canonical_json([[text.id, text.text] for text in texts if text.every_turn]))
    if query is not None:
        answer = inspection.answer(inspection.search(query))
        texts.append(
            HostText("search-answer", f"Answer to “{query}”", answer, f"as {inspection.host.title} answers", False)
        )
    return Prompt(tuple(CountedText(text, inspection.tokens.count(text.text)) for text in texts), digest)
