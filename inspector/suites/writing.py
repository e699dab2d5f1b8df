"""Writing a suite as TOML, which `reading` takes back unchanged."""

from __future__ import annotations

from typing import Any

from inspector.suites.model import Case, Suite


def case_entry(case: Case) -> dict[str, Any]:
    """Return what a ``[[case]]`` table says of `case`, in the order it is written."""
    entry: dict[str, Any] = {"query": case.query, "relevant": list(case.relevant)}
    if case.host is not None:
        entry["host"] = case.host
    if case.note:
        entry["note"] = case.note
    return entry


def render_suite(suite: Suite) -> str:
    """Return the TOML text of `suite`: one ``[[case]]`` table a query, in order."""
    import tomli_w

    return tomli_w.dumps({"case": [case_entry(case) for case in suite.cases]})
