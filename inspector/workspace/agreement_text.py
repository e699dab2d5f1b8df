"""A verification in words: the same rows and sentences for the terminal and the app."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.verification.agreement import Agreement, DefinitionDifference, Names, QueryDifference, Standing

_NAMED = 5
_CONTRIBUTIONS = 6
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was compared: what, whether it is alike (None: not compared), and the result in words."""

    what: str
    equal: bool | None
    said: str


def verdict(found: Agreement) -> str:
    """Return the result in one sentence."""
    which = (
        "the version it was measured on" if found.version == found.measured_on else f"measured on {found.measured_on}"
    )
    client = f"{found.client} {found.version}"
    if found.agrees:
        return f"{client} does what the host module “{found.host}” ({which}) says."
    return f"{client} does not do all that the host module “{found.host}” ({which}) says."


def lines(found: Agreement) -> tuple[Line, ...]:
    """Return what was compared, in the order people ask for it."""
    return (
        _queries(found),
        Line(
            "definitions",
            found.definitions_equal == found.definitions,
            f"{found.definitions_equal:,} of {found.definitions:,} equal, as sent when nothing is deferred",
        ),
        _announced(found),
        _decision(found),
    )


def _queries(found: Agreement) -> Line:
    if not found.queries:
        said = "the client offers its model no tool search" if found.ranking_model is None else "none asked"
        return Line("searches", None, said)
    said = f"{found.queries_equal:,} of {found.queries:,} in the same order, {found.limit} results each"
    if found.slack:
        said += ", ties apart"
    if found.unanswered:
        said += f"; {len(found.unanswered):,} got no answer: {_some(found.unanswered)}"
    return Line("searches", found.queries_equal == found.queries, said)


def _announced(found: Agreement) -> Line:
    names = found.announced
    if names is None:
        return Line("names told", None, "this client writes no list of deferred names")
    return Line("names told", names.equal, _names(names))


def _decision(found: Agreement) -> Line:
    same = found.expected_deferred == found.observed_deferred
    told = {True: "tools are deferred", False: "nothing is deferred"}
    said = told[found.observed_deferred] + (
        f", as said: {found.rule}" if same else f"; the host module says: {found.rule}"
    )
    if found.counted:
        said += f" (it asked for a count and was told {', '.join(f'{each:,}' for each in found.counted[:3])})"
    if not found.upfront.equal:
        said += f"; loaded from the start: {_names(found.upfront)}"
    return Line("deferral", found.decision_equal, said)


def _names(names: Names) -> str:
    alike = names.total - len(names.only_expected) - len(names.only_observed)
    said = f"{alike:,} of {names.total:,} equal" + (", in the same order" if names.same_order else ", in another order")
    if names.only_observed:
        said += f"; only the client: {_some(names.only_observed)}"
    if names.only_expected:
        said += f"; only the host module: {_some(names.only_expected)}"
    return said


def query_difference(found: QueryDifference) -> tuple[str, ...]:
    """Return how one query was answered differently, with the host module's breakdown of both tools."""
    client = "nothing more" if found.observed is None else short(found.observed.name)
    host = "nothing more" if found.expected is None else short(found.expected.name)
    lines = [f"“{short(found.query)}”, place {found.place}: the client has {client}, the host module {host}"]
    lines += [_standing(each) for each in (found.observed, found.expected) if each is not None]
    return tuple(lines)


def _standing(found: Standing) -> str:
    name = short(found.name)
    if found.rank is None:
        return f"{name}: not found by the host module"
    if found.score is None:
        return f"{name}: rank {found.rank}, looked up by name"
    first = sorted(found.contributions, key=lambda each: -abs(each.points))[:_CONTRIBUTIONS]
    parts = ", ".join(f"{short(each.term)} {each.points:+.4g} ({each.where})" for each in first)
    rest = found.contributions[_CONTRIBUTIONS:]
    if rest:
        points = sum(each.points for each in found.contributions) - sum(each.points for each in first)
        parts += f", {len(rest):,} more {points:+.4g}"
    return f"{name}: rank {found.rank}, {found.score:.4g} = {parts}"


def definition_place(found: DefinitionDifference) -> str:
    """Return which definition differs, and where in it."""
    return short(found.name) + (f" at {short(found.where)}" if found.where else "")


def short(text: str) -> str:
    """Return `text` on one line, its middle left out where it is long: names and queries may have any length."""
    line = " ".join(text.split())
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]}…{line[-_LONGEST // 3 :]}"


def _some(names: tuple[str, ...]) -> str:
    rest = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(map(short, names[:_NAMED])) + rest
