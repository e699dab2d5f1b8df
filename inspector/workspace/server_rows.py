"""The servers of a session as rows, from the first moment of connecting on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field

from inspector.config.expansion import connection_environment, missing
from inspector.sources import ListingChange, ServerReport
from inspector.workspace.audit import server_tokens
from inspector.workspace.session import Session


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One server. `position` is its place in `opened.specs`, None for a saved listing; `name` its name in the
    catalog once listed. `tools`, `tokens` and `share` are None until it is listed; `page` counts pages so far.
    `relisted` is what it changed of its tools since it was connected to. `sign_in` says that signing in would help,
    `missing` which variables have no value where that made it fail.
    """

    position: int | None
    name: str
    source: str
    transport: str
    state: str
    seconds: float
    tools: int | None
    tokens: int | None
    share: float | None
    page: int = 0
    problem: str = ""
    hint: str = ""
    stderr: tuple[str, ...] = ()
    target: str = ""
    sign_in: bool = False
    missing: tuple[str, ...] = ()
    relisted: ListingChange = field(default_factory=ListingChange)

    @property
    def key(self) -> str:
        """What identifies the row while it changes."""
        return f"server {self.position}" if self.position is not None else f"listing {self.name}"

    @property
    def busy(self) -> bool:
        """Whether the server has not answered yet."""
        return self.state in ("waiting", "connecting", "listing")


def missing_variables(session: Session, position: int | None) -> tuple[str, ...]:
    """Return the variables without which the server at `position` cannot be connected; none for a saved listing."""
    if position is None:
        return ()
    environment = connection_environment({**os.environ, **session.opened.environment})
    return missing(session.opened.specs[position], environment)


def untrusted_beside(row: ServerRow, rows: Iterable[ServerRow]) -> list[int]:
    """Return the positions of all servers of the file of `row` that wait to be agreed to."""
    beside = (other for other in rows if other.state == "untrusted" and other.source == row.source)
    return [other.position for other in beside if other.position is not None]


def server_rows(session: Session) -> tuple[ServerRow, ...]:
    """Return one row per server in configuration order, saved listings last."""
    inspection = session.inspection
    tokens = server_tokens(inspection)
    whole = sum(tokens.values()) or 1
    names = iter(tokens)
    rows: list[ServerRow] = []

    def listed(report: ServerReport, position: int | None) -> ServerRow:
        name = next(names) if report.listing is not None else report.name
        server = inspection.catalog.server(name) if report.listing is not None else None
        return ServerRow(
            position=position,
            name=name,
            source=report.source,
            transport=report.transport,
            state=report.state,
            seconds=report.seconds,
            tools=None if server is None else len(server.tools),
            tokens=None if server is None else tokens[name],
            share=None if server is None else tokens[name] / whole,
            problem=report.problem,
            hint=report.hint,
            stderr=report.stderr,
            target=report.target,
            sign_in=report.sign_in,
            missing=missing_variables(session, position) if report.state == "failed" else (),
            relisted=ListingChange() if position is None else session.relisted.get(position, ListingChange()),
        )

    for position, spec in enumerate(session.opened.specs):
        report = session.reports.get(position)
        if report is not None:
            rows.append(listed(report, position))
            continue
        step = session.progress.get(position)
        state = "waiting" if step is None else "listing" if step.state == "ready" else step.state
        rows.append(
            ServerRow(
                position=position,
                name=spec.name,
                source=spec.source,
                transport=spec.transport,
                state=state,
                seconds=0.0 if step is None else step.seconds,
                tools=step.tools if step is not None and step.tools else None,
                tokens=None,
                share=None,
                page=0 if step is None else step.page,
            )
        )
    saved = session.gathered.reports[len(session.reports) :]
    return (*rows, *(listed(report, None) for report in saved))
