"""``tsi export``: the tuning as configuration for a proxy or toolbox, with warnings for what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, input_options, json_option
from inspector.cli.terminal import one_line, write_data, write_json, write_notice, write_raw

if TYPE_CHECKING:
    from inspector.export import Export


@click.command("export")
@click.argument("target", required=False)
@click.option("--list", "as_list", is_flag=True, help="List the targets, what each can carry, and how it was verified.")
@click.option("-o", "--output", metavar="PATH", help="Write to this file, or files to this folder; diff first.")
@click.option("--yes", is_flag=True, help="Overwrite an existing file without asking.")
@click.option("--strict", is_flag=True, help="Fail (1) when anything is lost or doubtful.")
@input_options
@connect_options
@json_option
def command(
    target: str | None, as_list: bool, output: str | None, yes: bool, strict: bool, as_json: bool, **options: Any
) -> int:
    """Write the tuning as configuration for TARGET to stdout, or to a file or folder with -o; warnings go to stderr."""
    from inspector.cli.running import look
    from inspector.cli.writing import write_files
    from inspector.workspace.exporting import export

    if as_list:
        _list(as_json)
        return ExitCode.OK
    if target is None:
        raise click.UsageError("no target given; `tsi export --list` lists them", click.get_current_context())
    from inspector.export import exporter

    exporter(target)  # an unknown target is said before any server is started
    looked = look(options)
    result = export(target, looked.opened, looked.gathered)
    for warning in result.warnings:
        write_notice(one_line(f"tsi: {warning.code}: {warning.message}"))
    if output is not None and not write_files(result.files, output, yes):
        return ExitCode.USAGE
    if as_json:
        write_json(_form(result))
    elif output is None:
        for file in result.files:
            write_raw(file.text)
        if len(result.files) > 1:
            names = ", ".join(file.name for file in result.files)
            write_notice(f"tsi: {len(result.files)} files one after the other: {names}; -o FOLDER writes them")
    if strict and result.warnings:
        write_notice(f"tsi: --strict: {len(result.warnings)} warning(s)")
        return ExitCode.MISSED
    return looked.exit_code


def _list(as_json: bool) -> None:
    from inspector.cli.tables import table
    from inspector.export import exporters

    targets = list(exporters().values())
    if as_json:
        write_json(
            {
                "targets": [
                    {"id": target.id, "knobs": dict(target.knobs), "verified_by": target.verified_by}
                    for target in targets
                ]
            }
        )
        return
    knobs = ("pin", "defer", "hide", "words", "description")
    rows = [
        [target.id, target.title, *("yes" if knob in target.knobs else "no" for knob in knobs), target.verified_by]
        for target in targets
    ]
    write_data(table(("target", "", *knobs, "verified by"), rows, indent=""))


def _form(result: Export) -> dict[str, Any]:
    return {
        "target": result.target,
        "files": [{"name": file.name, "text": file.text} for file in result.files],
        "warnings": [
            {"code": warning.code, "message": warning.message, "tools": list(warning.tools)}
            for warning in result.warnings
        ],
    }
