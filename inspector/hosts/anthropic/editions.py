"""The two search tools of the Messages API, and what the documentation said of them at which time.

Read: platform.claude.com, “Tool search tool”, as of November 2025 and as of 11 September 2026. Between the two the
page turned from case-sensitive to case-insensitive patterns and renamed the input and the error codes.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.hosts.protocol import Label

RESULTS = 5
"""Most tools a search returns: “3 to 5” in 2025, “up to 5 by default” in 2026."""

LARGEST_LIMIT = 10_000
MOST_DEFERRED = 10_000
LONGEST_PATTERN = 200
LONGEST_QUERY = 500


@dataclass(frozen=True, slots=True)
class Edition:
    """One search tool as documented at one time.

    `input_key` names the search tool's input; `invalid`, `too_long` and `timed_out` are the error codes of a search.
    `maximum_limit` is the most results one can ask for, None where there is nothing to ask with.
    """

    id: str
    title: str
    version: str
    label: Label
    summary: str
    tool_type: str
    tool_name: str
    input_key: str
    ignores_case: bool
    longest: int
    invalid: str
    too_long: str
    timed_out: str
    maximum_limit: int | None

    @property
    def uses_patterns(self) -> bool:
        """Whether the query is a regular expression; else it is natural language."""
        return self.tool_name == "tool_search_tool_regex"


REGEX = Edition(
    id="anthropic",
    title="Anthropic Messages API",
    version="documentation of 2025-11",
    label="documented",
    summary=(
        "Regex tool search, one Python re.search over every field: matching documented, order approximated. "
        "Case counts; documentation of 2026-09 says it does not: anthropic@2026-09."
    ),
    tool_type="tool_search_tool_regex_20251119",
    tool_name="tool_search_tool_regex",
    input_key="query",
    ignores_case=False,
    longest=LONGEST_PATTERN,
    invalid="invalid_pattern",
    too_long="pattern_too_long",
    timed_out="unavailable",
    maximum_limit=None,
)

REGEX_2026 = Edition(
    id="anthropic@2026-09",
    title="Anthropic Messages API",
    version="documentation of 2026-09",
    label="documented",
    summary="Regex tool search whose patterns ignore case: matching documented, order of results approximated.",
    tool_type="tool_search_tool_regex_20251119",
    tool_name="tool_search_tool_regex",
    input_key="pattern",
    ignores_case=True,
    longest=LONGEST_PATTERN,
    invalid="invalid_tool_input",
    too_long="invalid_tool_input",
    timed_out="execution_time_exceeded",
    maximum_limit=LARGEST_LIMIT,
)

BM25 = Edition(
    id="anthropic@bm25",
    title="Anthropic Messages API",
    version="documentation of 2026-09",
    label="approximated",
    summary=(
        "BM25 tool search: fields and limits documented; ranking approximated: "
        "k1, b, tokeniser and ties are not published."
    ),
    tool_type="tool_search_tool_bm25_20251119",
    tool_name="tool_search_tool_bm25",
    input_key="query",
    ignores_case=True,
    longest=LONGEST_QUERY,
    invalid="invalid_tool_input",
    too_long="invalid_tool_input",
    timed_out="execution_time_exceeded",
    maximum_limit=LARGEST_LIMIT,
)

EDITIONS = (REGEX, REGEX_2026, BM25)
