"""``tsi export``: the tuning as configuration for a proxy or toolbox, with warnings for what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import connect_options, host_options, input_options, json_option
from inspector.cli.terminal import one_line, write_data, write_json, write_notice, write_raw

if TYPE_CHECKING:
    from inspector.cli.running import Looked
    from inspector.export import Export


@click.command("export")
@click.argument("target", required=False)
@click.option("--list", "as_list", is_flag=True, help="List the targets, what each can carry, and how it was verified.")
@click.option("-o", "--output", metavar="PATH", help="Write to this file, or files to this folder; diff first.")
@click.option("--into", multiple=True, metavar="FILE", help="Merge into this file of the product; diff first.")
@click.option("--force", is_flag=True, help="With --into: replace servers of the same name that are others.")
@click.option("--yes", is_flag=True, help="Overwrite or change an existing file without asking.")
@click.option("--form", default="", metavar="FORM", help="Another form of the target; `--list` names them.")
@click.option("--for", "client", default="", metavar="CLIENT", help="With a proxy: also the one entry for this client.")
@click.option("--verify", metavar="URL", help="Foundry: check what the toolbox version at this MCP address lists.")
@click.option("--strict", is_flag=True, help="Fail (1) when anything is lost or doubtful.")
@input_options
@host_options
@connect_options
@json_option
def command(
    target: str | None,
    as_list: bool,
    output: str | None,
    into: tuple[str, ...],
    force: bool,
    yes: bool,
    form: str,
    client: str,
    verify: str | None,
    strict: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Write the tuning as configuration for TARGET to stdout, or to a file or folder with -o; warnings go to stderr."""
    from inspector.cli.merging import merge_files
    from inspector.cli.running import look
    from inspector.cli.writing import write_files
    from inspector.workspace.exporting import check_asked, export

    if as_list:
        _list(as_json)
        return ExitCode.OK
    if target is None:
        raise click.UsageError("no target given; `tsi export --list` lists them", click.get_current_context())
    check_asked(target, form=form, client=client)  # a mistake is said before any server is started
    if verify is not None and target != "foundry":
        raise click.UsageError("--verify goes with foundry", click.get_current_context())
    if into and output is not None:
        raise click.UsageError("--into and -o exclude each other", click.get_current_context())
    looked = look(options)
    if verify is not None:
        return _verify(verify, looked, as_json, options)
    inspection = looked.inspections[0] if looked.inspections else None
    result = export(target, looked.opened, looked.gathered, form=form, client=client, inspection=inspection)
    for warning in result.warnings:
        write_notice(one_line(f"tsi: {warning.code}: {warning.message}"))
    unknown = [tool for warning in result.warnings if warning.code == "UNKNOWN_TOOL" for tool in warning.tools]
    if unknown and (output is not None or into):
        # The product would ignore such a rule in silence, and the person would think that it holds.
        write_notice("tsi: nothing was written: correct or remove the rules that name no tool")
        return ExitCode.MISSED
    if output is not None and not write_files(result.files, output, yes):
        return ExitCode.USAGE
    if into and not merge_files(result, into, yes, force):
        return ExitCode.USAGE
    if as_json:
        write_json(_form(result))
    elif output is None and not into:
        for file in result.files:
            write_raw(file.text)
        if len(result.files) > 1:
            names = ", ".join(file.name for file in result.files)
            write_notice(f"tsi: {len(result.files)} files one after the other: {names}; -o FOLDER writes them")
    if unknown:
        write_notice("tsi: rules that name no tool are errors: correct or remove them")
        return ExitCode.MISSED
    if strict and result.warnings:
        write_notice(f"tsi: --strict: {len(result.warnings)} warning(s)")
        return ExitCode.MISSED
    return looked.exit_code


def _verify(url: str, looked: Looked, as_json: bool, options: dict[str, Any]) -> int:
    """Tell how the listing of a toolbox differs from the export; 1 when a name is missing."""
    import asyncio

    from inspector.workspace.toolbox_checking import check_toolbox

    timeouts = {name: options[name] for name in ("connect_timeout", "list_timeout") if name in options}
    found = asyncio.run(check_toolbox(url, looked.opened, looked.gathered, **timeouts))
    if as_json:
        write_json({"expected": list(found.expected), "missing": list(found.missing), "extra": list(found.extra)})
    for name in found.extra:
        write_notice(one_line(f"tsi: {name} is listed too; it may be pinned by Foundry for this user"))
    for name in found.missing:
        write_notice(one_line(f"tsi: {name} is missing"))
    if found.missing:
        return ExitCode.MISSED
    if not as_json:
        write_data(f"all {len(found.expected)} expected tools are listed")
    return looked.exit_code


def _list(as_json: bool) -> None:
    from inspector.cli.tables import table
    from inspector.export import exporters
    from inspector.export.forms import forms_of

    targets = list(exporters().values())
    if as_json:
        write_json(
            {
                "targets": [
                    {
                        "id": target.id,
                        "knobs": dict(target.knobs),
                        "verified_by": target.verified_by,
                        "forms": list(forms_of(target)),
                    }
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
    for target in targets:
        for name, what in forms_of(target).items():
            write_data(f"{target.id} --form {name}: {what}")


def _form(result: Export) -> dict[str, Any]:
    return {
        "target": result.target,
        "files": [{"name": file.name, "place": file.place, "text": file.text} for file in result.files],
        "warnings": [
            {"code": warning.code, "message": warning.message, "tools": list(warning.tools)}
            for warning in result.warnings
        ],
    }
