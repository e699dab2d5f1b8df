"""Keeping values of the environment out of what a report says: shown is the variable's name, as configured.

`Reaching` puts every report and every step about a server through here, whoever asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from inspector.config import ServerSpec
from inspector.config.expansion import variables
from inspector.redaction import SHORTEST_SECRET, is_secret_name, scrub
from inspector.sources.report import Progress, ServerReport
from inspector.sources.reporting import masked_listing


def values_hidden(report: ServerReport, spec: ServerSpec, environment: Mapping[str, str]) -> ServerReport:
    """Return `report` with ``${NAME}`` for every value that the unexpanded `spec` took from `environment`.

    Tools stay as they were listed, save for values of variables whose name says that they are secret.
    """
    values = _values(spec, environment)
    if not values:
        return report
    hidden = partial(_hidden, values=values)
    listing = report.listing
    if listing is not None:
        listing = masked_listing(listing, (value for value, name in values.items() if is_secret_name(name)))
        problems = tuple(replace(each, message=hidden(each.message)) for each in listing.problems)
        listing = listing if problems == listing.problems else replace(listing, problems=problems)
    return replace(
        report,
        listing=listing,
        problem=hidden(report.problem),
        hint=hidden(report.hint),
        stderr=tuple(hidden(line) for line in report.stderr),
    )


def progress_hidden(step: Progress, spec: ServerSpec, environment: Mapping[str, str]) -> Progress:
    """Return `step` with its problem as `values_hidden` would show it."""
    return replace(step, problem=_hidden(step.problem, _values(spec, environment))) if step.problem else step


def _values(spec: ServerSpec, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the values to be hidden, the longest first, each with the name of its variable."""
    found = {environment[name]: name for name in reversed(variables(spec)) if name in environment}
    found = {value: name for value, name in found.items() if len(value) >= SHORTEST_SECRET}
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def _hidden(text: str, values: Mapping[str, str]) -> str:
    for value, name in values.items():
        text = text.replace(value, f"${{{name}}}")
        # Host names are told in lower case, and texts of others escape and cut what they quote.
        text = scrub(text, (value, value.lower()))
    return text
