"""The two search transforms of FastMCP, as variants of the host."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = "4.2.3"
RESULTS = 5
"""How many tools a search gives; the constructor's ``max_results``, which the model cannot ask to change."""


@dataclass(frozen=True, slots=True)
class SearchTransform:
    """One transform: the host `id`, FastMCP's class name, the search tool's parameter."""

    id: str
    title: str
    name: str
    parameter: str
    summary: str

    @property
    def uses_patterns(self) -> bool:
        """Whether the search takes a regular expression."""
        return self.parameter == "pattern"


BM25 = SearchTransform(
    id="fastmcp",
    title="FastMCP, BM25 search",
    name="BM25SearchTransform",
    parameter="query",
    summary="Compared with the installed library: names, definitions, scores and full order.",
)
REGEX = SearchTransform(
    id="fastmcp@regex",
    title="FastMCP, regex search",
    name="RegexSearchTransform",
    parameter="pattern",
    summary="Compared with the installed library: what matches, in catalog order. It has no score.",
)
TRANSFORMS = (BM25, REGEX)
