"""``tsi verify``: does the installed client do what its host module says? Offline, and free of charge."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode, exit_code
from inspector.cli.options import FiniteRange, connect_options, host_options, input_options, json_option
from inspector.cli.terminal import one_line, write_data, write_json, write_notice

if TYPE_CHECKING:
    from inspector.cli.running import Looked
    from inspector.workspace.inspection import Inspection
    from inspector.workspace.verifying import Verified

_SHOWN = 5


@click.command("verify")
@click.option("--queries", metavar="FILE", help="Queries to ask: a JSON list of texts, or one query a line.")
@click.option("--suite", metavar="FILE", help="Ask the queries of a suite instead.")
@click.option("--client", metavar="PATH", help="The client's program; without it, the one on PATH.")
@click.option("--record", metavar="DIR", help="Write what the client did to DIR, and keep its sentences for previews.")
@click.option(
    "--timeout",
    type=FiniteRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="S",
    help="How long one start of the client may take.",
)
@input_options
@host_options
@connect_options
@json_option
def command(
    queries: str | None,
    suite: str | None,
    client: str | None,
    record: str | None,
    timeout: float,
    as_json: bool,
    **options: Any,
) -> int:
    """Compare your installed client with what is said of it here: order of search results, definitions, deferral.

    The client is started with an empty home, a dummy key and a scripted model on this machine; it is given recordings
    of your servers, and reaches neither them nor the network. Hosts: claude-code, codex, gemini-cli. Queries are made
    from the catalog when none are given. Exit code 1 where anything differs.
    """
    from inspector.cli.json_forms import by_host
    from inspector.cli.running import look
    from inspector.cli.verify_forms import agreement_form
    from inspector.errors import InspectorError
    from inspector.storage import make_folder
    from inspector.verification.clients.registry import driver

    if queries is not None and suite is not None:
        raise click.UsageError("give --queries or --suite, not both", click.get_current_context())
    asked = _queries(queries, suite)
    looked = look(options)
    clients = {driver(inspection.host.id).title for inspection in looked.inspections}
    if client is not None and len(clients) > 1:
        raise click.UsageError(f"--client is one program, not {' and '.join(clients)}", click.get_current_context())
    if record is not None:
        make_folder(record)
    forms, blocks, codes = [], [], [looked.exit_code]
    for inspection in looked.inspections:
        try:
            verified = _verified(looked, inspection, asked, client, options.get("limit"), timeout)
        except InspectorError as error:
            write_notice(one_line(f"tsi: {inspection.host.id}: {error.message}") + _hint(error.hint))
            codes.append(exit_code(error))
            continue
        codes.append(ExitCode.OK if verified.agreement.agrees else ExitCode.MISSED)
        forms.append(agreement_form(verified.agreement))
        blocks.append(_text(verified))
        if record is not None:
            codes.append(_record(verified, record))
    if as_json and forms:
        write_json(by_host(forms))
    elif blocks:
        write_data("\n\n".join(blocks))
    return max(codes)


def _verified(
    looked: Looked,
    inspection: Inspection,
    queries: tuple[str, ...],
    client: str | None,
    limit: int | None,
    seconds: float,
) -> Verified:
    from inspector.workspace.verifying import verify

    listings = [report.listing for report in looked.gathered.reports if report.listing is not None]
    return asyncio.run(
        verify(
            inspection,
            listings,
            queries,
            program=client,
            limit=limit,
            seconds=seconds,
            on_step=lambda step: write_notice(f"tsi: {step.number}/{step.of} {step.doing}"),
        )
    )


def _record(verified: Verified, folder: str) -> ExitCode:
    """Write the recording and return the exit code; where it cannot be written, the result is still worth telling."""
    from inspector.errors import FileError
    from inspector.workspace.client_recordings import write_recording

    try:
        written = write_recording(verified, folder)
    except FileError as error:
        write_notice(one_line(f"tsi: {error.message}") + _hint(error.hint))
        return exit_code(error)
    write_notice(one_line(f"tsi: wrote {len(written)} files to {folder}"))
    return ExitCode.OK


def _queries(queries: str | None, suite: str | None) -> tuple[str, ...]:
    from inspector.errors import FileError
    from inspector.workspace.query_files import read_queries
    from inspector.workspace.suite_files import read_suite

    if queries is not None:
        found = tuple(read_queries(queries))
    elif suite is not None:
        found = tuple(case.query for case in read_suite(suite).suite.cases)
    else:
        return ()
    if not found:
        raise FileError(f"{queries or suite}: no query in it", "write one query a line")
    return found


def _text(verified: Verified) -> str:
    from inspector.cli.tables import table
    from inspector.workspace.agreement_text import definition_place, lines, query_difference, verdict

    found = verified.agreement
    marks = {True: "=", False: "≠", None: "–"}
    rows = [[marks[line.equal], line.what, line.said] for line in lines(found)]
    told = [verdict(found), table(rows[0], rows[1:])]
    for each in found.differences[:_SHOWN]:
        first, *rest = query_difference(each)
        told += [f"  {first}", *(f"      {line}" for line in rest)]
    for definition in found.definition_differences[:_SHOWN]:
        where = definition_place(definition)
        told.append(f"  {where}: the client {definition.observed}, the host module {definition.expected}")
    more = len(found.differences[_SHOWN:]) + len(found.definition_differences[_SHOWN:])
    if more:
        told.append(f"  {more:,} more differences with --json")
    told += [f"  {one_line(note)}" for note in found.notes]
    return "\n".join(told)


def _hint(hint: str) -> str:
    return f"\n     {one_line(hint)}" if hint else ""
