"""The exit codes of every command; stdout is data, stderr is everything else."""

from __future__ import annotations

from enum import IntEnum

from inspector.errors import FileError, InspectorError, ServerError, UsageError


class ExitCode(IntEnum):
    """0 fine, 1 a budget, floor, lock, ``--strict`` or check missed, 2 usage, 3 a server failed,
    4 a file could not be read or written. A signal that ends a command gives 128 and its number: 130 for Ctrl-C,
    143 for SIGTERM (see `cli.signals`)."""

    OK = 0
    MISSED = 1
    USAGE = 2
    SERVER = 3
    FILE = 4


def exit_code(error: InspectorError) -> ExitCode:
    """Return the exit code for `error`."""
    if isinstance(error, ServerError):
        return ExitCode.SERVER
    if isinstance(error, FileError):
        return ExitCode.FILE
    return ExitCode.USAGE if isinstance(error, UsageError) else ExitCode.MISSED
