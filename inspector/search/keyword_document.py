"""What keyword points look at: the fields of a document, and the rule by which each of them earns points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class FieldRule:
    """How one field of a document earns points for a term.

    `kind` ``strings``: the field holds strings; a term that equals one earns `equal`, one that is inside
    any earns `inside`. `kind` ``words``: the field is a text; a term that stands in it as a whole word
    (ASCII ``\\b``) earns `equal`. With `otherwise` the field counts only if no earlier field matched the
    term; with `required` a match here satisfies a ``+term``.
    """

    where: str
    kind: Literal["strings", "words"]
    equal: int
    inside: int = 0
    otherwise: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class KeywordDocument:
    """One tool as the index sees it: a value per rule (strings, or a lower-cased text). `scale` names the rule set."""

    key: str
    name: str
    fields: tuple[Sequence[str] | str, ...]
    scale: str = ""
