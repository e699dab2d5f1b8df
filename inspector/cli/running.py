"""Running the asynchronous part of a command: connecting with progress on stderr, then handing values on."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from inspector.cli.exit_codes import ExitCode
from inspector.cli.listing_told import listing_told
from inspector.cli.options import inputs_of
from inspector.cli.tables import cut_name
from inspector.cli.terminal import one_line, write_notice

if TYPE_CHECKING:
    from inspector.config.model import ConfigProblem
    from inspector.sources import Progress
    from inspector.workspace.connecting import Gathered
    from inspector.workspace.inspection import Inspection
    from inspector.workspace.opening import Opened


@dataclass(frozen=True)
class Looked:
    """What a command looks at: the opened inputs, what was gathered, and one inspection per host asked for."""

    opened: Opened
    gathered: Gathered
    inspections: tuple[Inspection, ...]

    @property
    def exit_code(self) -> ExitCode:
        """3 when a server failed or was listed in part, 4 when a file could only be read in part, else 0."""
        if self.gathered.failed:
            return ExitCode.SERVER
        return ExitCode.FILE if self.opened.problems else ExitCode.OK


def look(options: dict[str, Any], toolset: str | None = None) -> Looked:
    """Open the inputs of `options`, connect to their servers, and return it all; failures go to stderr as notices."""
    from inspector.workspace.connecting import gather
    from inspector.workspace.inspecting import Inspector
    from inspector.workspace.opening import open_inputs

    inputs = inputs_of(options, toolset)
    opened = open_inputs(inputs)
    for problem in opened.problems:
        write_notice(problem_line(problem, read_others=bool(opened.specs or opened.listings)))
    for note in opened.notes:
        write_notice(one_line(f"tsi: {note}"))
    _notice_of_trust(opened)
    progress = ProgressLine(len(opened.specs))
    try:
        gathered = asyncio.run(
            gather(
                opened,
                connect_timeout=options.get("connect_timeout", 30.0),
                list_timeout=options.get("list_timeout", 30.0),
                on_progress=progress.show,
            )
        )
    finally:
        progress.clear()
    for report in gathered.reports:
        if report.problem:
            _notice_of_failure(report.name, report.problem, report.hint, report.stderr)
    for server in gathered.catalog.servers:
        if told := listing_told(server):
            write_notice(one_line(f"tsi: server {cut_name(server.name)}: {told}"))
    inspector = Inspector(gathered.catalog, inputs.overrides)
    inspections = tuple(inspector.inspect(host, opened.tuning) for host in opened.hosts)
    _notice_of_unknown_tools(opened, gathered)
    return Looked(opened, gathered, inspections)


def problem_line(problem: ConfigProblem, *, read_others: bool) -> str:
    """Return the notice of an entry that could not be used."""
    others = "; the others were read" if read_others else ""
    return one_line(f"tsi: {problem.source}: {problem.place}: {problem.message}{others}")


def _notice_of_failure(name: str, problem: str, hint: str, stderr: tuple[str, ...]) -> None:
    write_notice(one_line(f"tsi: server {cut_name(name)}: {problem}") + (f"\n     {one_line(hint)}" if hint else ""))
    for line in stderr[-3:]:
        write_notice(f"     stderr: {one_line(line)}")


def _notice_of_trust(opened: Opened) -> None:
    for question in opened.trust.agreed_now:
        write_notice(one_line(f"tsi: agreed that {question.file} may {question.act}"))
    if opened.trust.unsaved is not None:
        write_notice(f"tsi: this is not remembered: {opened.trust.unsaved.message}")


def _notice_of_unknown_tools(opened: Opened, gathered: Gathered) -> None:
    from inspector.errors import nearest
    from inspector.tuning.model import server_of

    failed = {report.name for report in gathered.reports if report.listing is None}
    for key in opened.tuning.unknown_tools(gathered.catalog):
        server = server_of(key, (*failed, *(each.name for each in gathered.catalog.servers)))
        if server in failed:
            continue
        known = [tool.id for tool in gathered.catalog if tool.server == server] or list(gathered.catalog.by_id)
        write_notice(f"tsi: the toolset's entry “{key}” names no tool here: {nearest(key, known)}")


class ProgressLine:
    """One line on stderr that tells how far connecting is; silent where stderr is no terminal."""

    def __init__(self, servers: int) -> None:
        self._servers = servers
        self._states: dict[int, Progress] = {}
        self._visible = servers > 0 and sys.stderr.isatty()

    def show(self, progress: Progress) -> None:
        """Take in one step and redraw the line."""
        self._states[progress.position] = progress
        if not self._visible:
            return
        done = [step for step in self._states.values() if step.state in ("ready", "failed", "untrusted", "disabled")]
        busy = [step.server for step in self._states.values() if step.state in ("connecting", "listing")]
        waiting = f", waiting for {', '.join(busy[:3])}{' …' if len(busy) > 3 else ''}" if busy else ""
        sys.stderr.write(f"\r\x1b[K{one_line(f'{len(done)}/{self._servers} servers{waiting}')[:78]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
