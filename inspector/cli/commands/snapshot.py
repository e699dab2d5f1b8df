"""``tsi snapshot``: every server's tools, saved to files that can be used wherever a server is."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.options import connect_options, input_options, json_option
from inspector.cli.terminal import one_line, write_data, write_json, write_notice


@click.command("snapshot")
@click.option("-o", "--output", metavar="FOLDER", help="Folder to write to, made where missing.")
@click.option("--lock", metavar="FILE", help="Approve the tools as they are: write their digests to FILE.")
@input_options
@connect_options
@json_option
def command(output: str | None, lock: str | None, as_json: bool, **options: Any) -> int:
    """Write one file per server with its tools as listed, redacted origin, versions and time.

    Use them with --tools NAME=FILE or --catalog FILE, where no server can be started. A server that failed has
    no file; an earlier snapshot is kept as a backup. --lock also (or only) writes what `tsi check --lock FILE`
    compares with later, so that no definition changes unseen; what FILE approved of a server that could not be
    listed stays approved.
    """
    from datetime import UTC, datetime

    from inspector.cli.running import look
    from inspector.workspace.snapshotting import save_snapshots

    if output is None and lock is None:
        raise click.UsageError("nothing to write: give -o FOLDER, --lock FILE, or both", click.get_current_context())
    looked = look(options)
    if lock is not None:
        from inspector.workspace.catalog_changes import write_lock
        from inspector.workspace.connecting import unlisted

        missing = unlisted(looked.gathered.reports)
        written_lock = write_lock(lock, looked.gathered.catalog, missing)
        write_notice(one_line(f"tsi: wrote {lock}: {written_lock.approved:,} tools approved as they are"))
        for name in missing:
            write_notice(one_line(f"tsi: {name} could not be listed{_told(written_lock.kept.get(name, 0))}"))
    time = datetime.now(UTC).isoformat(timespec="seconds")
    written = () if output is None else save_snapshots(looked.gathered, output, time=time)
    if as_json:
        write_json(
            {
                "folder": output,
                "lock": lock,
                "time": time,
                "snapshots": [
                    {
                        "server": each.server,
                        "file": each.path,
                        "tools": each.tools,
                        "version": each.version,
                        "complete": each.complete,
                        "backup": str(each.backup) if each.backup else None,
                    }
                    for each in written
                ],
                "failed": [report.name for report in looked.gathered.failed],
            }
        )
        return looked.exit_code
    for each in written:
        kept = f"; the one before is {each.backup}" if each.backup else ""
        part = "" if each.complete else ", not all"
        write_data(one_line(f"{each.path}: {each.server}, {each.tools} tools{part}{kept}"))
    return looked.exit_code


def _told(kept: int) -> str:
    if not kept:
        return ", or not to the end: nothing more of it is approved"
    tools = "tool of it that was approved stays" if kept == 1 else "tools of it that were approved stay"
    return f", or not to the end: {kept:,} {tools} approved as before"
