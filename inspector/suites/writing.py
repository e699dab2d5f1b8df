"""Writing a suite as TOML, which `reading` takes back unchanged."""

from __future__ import annotations

from typing import Any

from inspector.suites.model import Suite


def render_suite(suite: Suite) -> str:
    """Return the TOML text of `suite`: one ``[[case]]`` table a query, in order."""
    import tomli_w

    cases: list[dict[str, Any]] = []
    for case in suite.cases:
        entry: dict[str, Any] = {"query": case.query, "relevant": list(case.relevant)}
        if case.host is not None:
            entry["host"] = case.host
        if case.note:
            entry["note"] = case.note
        cases.append(entry)
    return tomli_w.dumps({"case": cases})
