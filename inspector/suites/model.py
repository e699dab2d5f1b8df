"""The nouns of measuring: a case, a suite of them, and what is wrong with a line of a suite file."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.catalog import Catalog
from inspector.errors import nearest
from inspector.tuning.model import server_of


@dataclass(frozen=True, slots=True)
class Case:
    """One query and the tools (``server/tool``) that should be found for it, in the order they were written.

    `host` limits the case to one host: an id with its variant, or without one for all variants. `note` is for
    people. `line` is where the case stands in its file, None for cases made here.
    """

    query: str
    relevant: tuple[str, ...]
    host: str | None = None
    note: str = ""
    line: int | None = None

    def runs_in(self, host_id: str) -> bool:
        """Whether the case is meant for the host called `host_id`."""
        return self.host is None or self.host in (host_id, host_id.partition("@")[0])


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases in their order; `source` is the file they came from, empty for a suite made here."""

    cases: tuple[Case, ...]
    source: str = ""

    def for_host(self, host_id: str) -> tuple[Case, ...]:
        """Return the cases meant for the host called `host_id`."""
        return tuple(case for case in self.cases if case.runs_in(host_id))

    def without(self, case: Case) -> Suite:
        """Return the suite with `case` left out."""
        return Suite(tuple(each for each in self.cases if each is not case), self.source)


@dataclass(frozen=True, slots=True)
class SuiteProblem:
    """An entry of a suite that cannot be used as it stands: where, what, and what to do about it."""

    line: int | None
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SuiteReading:
    """A suite with what could be read, and the problems of the rest, in file order."""

    suite: Suite
    problems: tuple[SuiteProblem, ...] = ()


def unknown_tools(suite: Suite, catalog: Catalog) -> tuple[SuiteProblem, ...]:
    """Return a problem for every expected tool that `catalog` has not, naming the nearest; they count as not found."""
    servers = [server.name for server in catalog.servers]
    found = []
    for case in suite.cases:
        for key in case.relevant:
            if key in catalog.by_id:
                continue
            server = server_of(key, servers)
            known = [tool.id for tool in catalog if tool.server == server] or list(catalog.by_id)
            found.append(SuiteProblem(case.line, f"“{key}” names no tool here", nearest(key, known)))
    return tuple(found)
