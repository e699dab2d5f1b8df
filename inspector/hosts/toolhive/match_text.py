"""What ToolHive's optimizer makes of a query: words to look for, each quoted, any of them enough."""

from __future__ import annotations

DROPPED = frozenset(
    (
        *("name", "description", "schema", "input", "output", "type", "properties", "required", "title", "id", "tool"),
        *("server", "meta", "data", "content", "text", "value", "field", "column", "table", "index", "key", "primary"),
    )
)
"""Words that are deleted from every query, case ignored: names of its own columns among them."""


def words_of(query: str) -> tuple[str, ...]:
    """Return the words looked for, in order and once each; dropped ones and ones without a letter or digit are out."""
    kept = (word for word in query.split() if word.lower() not in DROPPED)
    return tuple(dict.fromkeys(word for word in kept if any(character.isalnum() for character in word)))


def quoted(word: str) -> str:
    """Return `word` as an FTS5 string: what the tokeniser cuts in it becomes a phrase."""
    return '"' + word.replace('"', '""') + '"'
