"""From an attempt to the report people see: diagnosed, and free of the secrets of its configuration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from inspector.catalog import Listing, Problem
from inspector.config import ServerSpec
from inspector.redaction import is_secret_name, looks_secret, scrub, secret_values, show_server
from inspector.sources.attempt import Attempt
from inspector.sources.diagnosis import diagnose, lost
from inspector.sources.oauth_refresh import token_secrets
from inspector.sources.report import ServerReport

SHORTEST_IN_TOOLS = 8
"""Shorter secrets are left alone inside tools: blotting out common words would falsify what they cost and say."""


def blank_report(spec: ServerSpec) -> ServerReport:
    """Return the report of a server that was not connected to."""
    # Shown as configured, not as expanded: a variable's name says more and hides its value.
    shown = show_server(command=spec.command, args=spec.args, url=spec.url)
    return ServerReport(
        name=spec.name, transport=spec.transport, source=spec.source, target=shown.target, state="failed"
    )


def report_of(
    blank: ServerReport, spec: ServerSpec, outcome: Attempt, connect_timeout: float, list_timeout: float
) -> ServerReport:
    """Return the report of a finished attempt with the expanded `spec`, on top of the `blank` one."""
    secrets = known_secrets(spec)
    report = replace(
        blank,
        transport=spec.transport,
        seconds=outcome.seconds,
        stderr=tuple(scrub(line, secrets) for line in outcome.evidence.stderr_lines),
    )
    if outcome.phase == "listed" and not outcome.lost:
        assert outcome.listing is not None
        return replace(report, state="ready", listing=cleaned(outcome.listing, spec))
    if outcome.phase == "listed":
        found = lost(spec, outcome)
        return replace(report, problem=scrub(found.problem, secrets), hint=scrub(found.hint, secrets))
    found = diagnose(spec, outcome, list_timeout if outcome.phase == "listing" else connect_timeout)
    problem = scrub(found.problem, secrets)
    report = replace(report, hint=scrub(found.hint, secrets), sign_in=found.sign_in, open_url=found.open_url)
    if outcome.listing is None:
        return replace(report, problem=problem)
    problem = f"only {outcome.listing.pages} of its pages came: {problem}"
    listing = cleaned(outcome.listing, spec)
    listing = replace(listing, problems=(*listing.problems, Problem("listing-incomplete", problem)))
    return replace(report, state="ready", listing=listing, problem=problem)


def live_report(blank: ServerReport, spec: ServerSpec, listing: Listing, seconds: float) -> ServerReport:
    """Return the report of a connection that is open and has just been listed."""
    stale = next((problem.message for problem in listing.problems if problem.code == "listing-stale"), "")
    return replace(
        blank,
        transport=spec.transport,
        state="ready",
        seconds=seconds,
        listing=cleaned(listing, spec),
        problem=scrub(stale, known_secrets(spec)),
        hint="reconnect to list it anew" if stale else "",
    )


def cleaned(listing: Listing, spec: ServerSpec) -> Listing:
    """Return `listing` without the credentials of `spec`, should the server have written them into its tools.

    Otherwise the very same listing: what servers say is never changed without need, and never silently.
    """
    secrets = known_secrets(spec)
    problems = tuple(replace(each, message=scrub(each.message, secrets)) for each in listing.problems)
    listing = listing if problems == listing.problems else replace(listing, problems=problems)
    return masked_listing(listing, _credentials(spec))


def masked_listing(listing: Listing, credentials: Iterable[str]) -> Listing:
    """Return `listing` with its tools and texts free of `credentials` long enough to be no ordinary words.

    A problem says so; where there is none of them in it, it is the very same listing.
    """
    unmistakable = frozenset(secret for secret in credentials if len(secret) >= SHORTEST_IN_TOOLS)
    if not unmistakable or not _holds((listing.tools, listing.instructions, listing.title), unmistakable):
        return listing
    told = Problem("secret-in-listing", "the server writes a credential of its configuration into its tools: masked")
    return replace(
        listing,
        tools=tuple(_masked(tool, unmistakable) for tool in listing.tools),
        instructions=_masked(listing.instructions, unmistakable),
        title=_masked(listing.title, unmistakable),
        problems=listing.problems if told in listing.problems else (*listing.problems, told),
    )


def known_secrets(spec: ServerSpec) -> frozenset[str]:
    """Return what no text about the expanded `spec` may hold: secrets of its configuration, and its tokens."""
    return secret_values(
        env=spec.env, headers=spec.headers, url=spec.url, args=spec.args, command=spec.command
    ) | token_secrets(spec)


def _credentials(spec: ServerSpec) -> frozenset[str]:
    """Return the secrets that are certainly credentials, by their name or their look."""
    env = {name: value for name, value in spec.env.items() if is_secret_name(name) or looks_secret(value)}
    headers = {name: value for name, value in spec.headers.items() if is_secret_name(name) or looks_secret(value)}
    named = {value for name, value in _query(spec.url) if is_secret_name(name)}
    return secret_values(env=env, headers=headers, args=spec.args, command=spec.command) | frozenset(
        value
        for value in secret_values(url=spec.url) | token_secrets(spec)
        if value in named or looks_secret(value) or f"{value}@" in spec.url
    )


def _query(url: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(urlsplit(url).query)
    except ValueError:
        return []


def _holds(value: Any, secrets: frozenset[str]) -> bool:
    if isinstance(value, str):
        return any(secret in value for secret in secrets)
    if isinstance(value, dict):
        return any(_holds(key, secrets) or _holds(inner, secrets) for key, inner in value.items())
    return isinstance(value, list | tuple) and any(_holds(inner, secrets) for inner in value)


def _masked(value: Any, secrets: frozenset[str]) -> Any:
    if isinstance(value, str):
        return scrub(value, secrets)
    if isinstance(value, dict):
        return {scrub(key, secrets): _masked(inner, secrets) for key, inner in value.items()}
    return [_masked(inner, secrets) for inner in value] if isinstance(value, list) else value
