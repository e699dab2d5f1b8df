"""Why a query term earned nothing in a tool, in words: what a person would otherwise have to guess.

A reason says only what is certain from the texts and the rule; the plainest that applies comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from inspector.search.javascript_text import ascii_words, is_ascii_word
from inspector.search.ranking import Miss

_PIECES = re.compile(r"[\W_]+")
_SHORTEST_PIECE = 2


def keyword_miss(
    term: str, word_texts: Mapping[str, str], strings: Iterable[str], outside: Mapping[str, str] = {}
) -> Miss:
    """Return why `term` earned nothing by keyword points.

    `word_texts` are the lower-cased texts searched for whole words, by place; `strings` the name parts and names.
    `outside` are texts of the tool that the host does not search, by a description of the place.
    """
    words = {word for text in word_texts.values() for word in ascii_words(text)}
    words |= {piece for string in strings for piece in _PIECES.split(string)}
    reason = (
        _not_a_whole_word(term, word_texts)
        or _standing_outside(term, outside)
        or _joined(term, words.__contains__)
        or _another_form(term, words.__contains__)
        or "it stands in no text of this tool that this host searches"
    )
    return Miss(term, reason)


def token_misses(
    words: Sequence[str],
    tokens_of: Callable[[str], Sequence[str]],
    held: Iterable[str],
    outside: Mapping[str, str] = {},
) -> tuple[Miss, ...]:
    """Return the `words` of a query that earn nothing where a document holds the tokens `held`, with reasons.

    `tokens_of` is the host's analyser; a word of which it leaves nothing is a stop word or no word at all.
    """
    document = set(held)
    found: list[Miss] = []
    for word in dict.fromkeys(words):
        tokens = tuple(tokens_of(word))
        if not tokens:
            found.append(Miss(word, "the host drops it from queries: a stop word, or no letters or digits"))
        elif not document.intersection(tokens):
            found.append(Miss(word, _token_reason(word, tokens_of, document, outside)))
    return tuple(found)


def _token_reason(
    word: str, tokens_of: Callable[[str], Sequence[str]], document: set[str], outside: Mapping[str, str]
) -> str:
    def is_found(other: str) -> bool:
        return not document.isdisjoint(tokens_of(other))

    lowered = word.lower()
    tokens = tokens_of(word)
    searched = tokens[0]
    as_searched = "" if len(tokens) > 1 or searched == lowered else f" (searched for as “{searched}”)"
    longer = next((held for held in sorted(document) if len(lowered) > _SHORTEST_PIECE and lowered in held), None)
    if longer is not None and len(tokens) == 1:
        return f"it stands only inside the longer word “{longer}”: this host compares whole words{as_searched}"
    return (
        _standing_outside(lowered, outside)
        or _joined(lowered, is_found)
        or _another_form(lowered, is_found)
        or f"no word of this tool equals it{as_searched}"
    )


def _not_a_whole_word(term: str, texts: Mapping[str, str]) -> str | None:
    for where, text in texts.items():
        if term not in text:
            continue
        if not term.isascii():
            return f"it stands in the {where}, but word matching is ASCII only there"
        longer = next((word for word in ascii_words(text) if term in word), None)
        if longer is None or not is_ascii_word(term):
            return f"it stands in the {where}, but not as a whole word: it begins or ends with a sign, not a letter"
        if "_" in longer and term in longer.split("_"):
            return f"it stands in the {where} only inside “{longer}”: “_” is a word character there"
        return f"it stands in the {where} only inside the longer word “{longer}”: whole words count there"
    return None


def _standing_outside(term: str, outside: Mapping[str, str]) -> str | None:
    for where, text in outside.items():
        if term in text.lower():
            return f"it stands only {where}"
    return None


def _joined(term: str, is_found: Callable[[str], bool]) -> str | None:
    pieces = [piece for piece in _PIECES.split(term) if len(piece) >= _SHORTEST_PIECE]
    if len(pieces) > 1 and all(map(is_found, pieces)):
        return f"it is compared as one word here; “{' '.join(pieces)}” would match"
    return None


def _another_form(term: str, is_found: Callable[[str], bool]) -> str | None:
    forms = {term + "s", term + "es", term.removesuffix("s"), term.removesuffix("es")} - {term, ""}
    other = next((form for form in sorted(forms) if is_found(form)), None)
    return f"the tool says “{other}”, which is another word for this host" if other else None
