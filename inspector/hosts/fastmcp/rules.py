"""The rules of FastMCP's search transforms in words, for their cards."""

from __future__ import annotations

from inspector.hosts.fastmcp import bm25_search, regex_search
from inspector.hosts.fastmcp.transforms import RESULTS, VERSION, SearchTransform
from inspector.hosts.protocol import About, Rule

_BM25 = (
    f"Okapi BM25, k1 {bm25_search.K1:g}, b {bm25_search.B:g}, idf ln(1 + (N − n + 0.5)/(n + 0.5)); a word repeated in "
    "the query counts again; ties keep catalog order. Words: letters and digits of any script, NFKC, case folded, "
    f"{bm25_search.SHORTEST} characters or more; “_” splits, camelCase does not; no stop words, no stems"
)
_REGEX = (
    "none: matches in catalog order, without a score. Rust's regex crate, case ignored, no look-around, no back "
    f"references; an invalid pattern or one over {regex_search.LONGEST:,} characters gives an empty list; the search "
    f"stops after {regex_search.SECONDS:g} s"
)


def rules_of(transform: SearchTransform) -> tuple[Rule, ...]:
    """Return the rules of `transform`."""

    def rule(about: About, words: str) -> Rule:
        return Rule(about, words, "measured", f"fastmcp {VERSION}")

    return (
        rule("names", "<server>_<tool> as they came; the bare tool name where the proxy has one server only"),
        rule(
            "refusals",
            "a server with one malformed tool is left out whole; of two tools with one name the first is kept; "
            "searches do not find a tool whose _meta.ui.visibility lacks “model”",
        ),
        rule(
            "definitions",
            "the item of tools/list: a title is always added, local $ref are replaced by what they name and $defs "
            "removed, _meta gets fastmcp.tags, unknown keys are dropped",
        ),
        rule(
            "searched text",
            "name in the proxy, description, then names and descriptions of top-level parameters. Search words have "
            "no place of their own: the exported proxy writes them into the description",
        ),
        rule("ranking", _REGEX if transform.uses_patterns else _BM25),
        rule("results", f"{RESULTS} (max_results of the transform); the model cannot ask for another number"),
        rule("deferral", f"{transform.name}: every tool that is not in always_visible; there is no threshold"),
        rule("prompt", "no list of names: search_tools, call_tool and the pinned tools"),
    )
