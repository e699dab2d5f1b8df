"""``tsi snapshot``: every server's tools, saved to files that can be used wherever a server is."""

from __future__ import annotations

from typing import Any

import click

from inspector.cli.options import connect_options, input_options, json_option
from inspector.cli.terminal import one_line, write_data, write_json


@click.command("snapshot")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Folder to write to, made where missing.")
@input_options
@connect_options
@json_option
def command(output: str, as_json: bool, **options: Any) -> int:
    """Write one file per server with its tools as listed, redacted origin, versions and time.

    Use them with --tools NAME=FILE or --catalog FILE, where no server can be started. A server that failed has
    no file; an earlier snapshot is kept as a backup.
    """
    from datetime import UTC, datetime

    from inspector.cli.running import look
    from inspector.workspace.snapshotting import save_snapshots

    looked = look(options)
    time = datetime.now(UTC).isoformat(timespec="seconds")
    written = save_snapshots(looked.gathered, output, time=time)
    if as_json:
        write_json(
            {
                "folder": output,
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
