"""The command line: commands are imported when they are called, and every error ends as one clear line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from inspector import __version__
from inspector.cli.exit_codes import ExitCode, exit_code
from inspector.cli.signals import ending_in_order
from inspector.cli.terminal import write_notice
from inspector.errors import InspectorError, nearest

COMMANDS: dict[str, str] = {
    "demo": "Look at five embedded demo servers: the whole product in one command.",
    "ui": "Open the app on your own servers.",
    "audit": "Say what the tools cost, whether they are deferred, and what would change that.",
    "servers": "List the servers with their state, tools and tokens.",
    "tools": "List every tool with its state, reason and tokens, or its definition as sent.",
    "search": "Show what a query finds, in the host's order, with the score of every term.",
    "suite": "Measure queries against the tools they should find, and get advice for those that fail.",
    "prompt": "Print the texts the host writes for the model, the Deferred Tools prompt first.",
    "export": "Write the tuning as configuration for a proxy or toolbox.",
    "pins": "Say which tools are worth pinning, from how often they were used and what they cost.",
    "usage": "Count the calls of every tool in transcripts on this machine.",
    "simulate": "Play a conversation: tools, tokens, round trips and cache misses of every request.",
    "snapshot": "Save every server's tools to files that can be used in its place.",
    "check": "Find what a host drops or cuts, what no query finds, what costs, what is unsafe.",
    "diff": "Say what servers changed since a snapshot, in text, cost and rank.",
    "verify": "Ask your installed client, offline, whether it does what is said of it here.",
    "init": "Make a toolset.toml from configuration files.",
    "hosts": "List the agent products known; with a name, tell its rules and how each is known.",
}
"""Command names in the order people meet them, with their one-line help; each is a module of `cli.commands`."""


class LazyGroup(click.Group):
    """A group whose commands are imported on use, so that ``--help`` loads no heavy package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in reading order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, imported now; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"inspector.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command by naming the nearest ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"unknown command “{args[0]}”: {nearest(args[0], list(COMMANDS))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command list from the table, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 a budget, floor, lock, --strict or check missed, 2 usage, "
    "3 a server failed, 4 a file could not be read or written.",
)
@click.version_option(__version__, "-V", "--version", prog_name="tsi", message="%(prog)s %(version)s")
def tsi() -> None:
    """See what your MCP tools cost in an agent's context, which are deferred, and which words find them."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; used by ``tsi``, ``tool-search-inspector`` and ``python -m inspector``."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; an interrupt or SIGTERM ends every child process first."""
    with ending_in_order() as ending:
        try:
            code = _run(arguments)
            # The app closes itself when it is interrupted, and returns as if the person had left.
            return code if ending.number is None else ending.exit_code
        except (click.Abort, KeyboardInterrupt):
            write_notice(f"tsi: {ending.word}")
            return ending.exit_code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        os.getcwd()
    except OSError:
        write_notice("tsi: the current folder does not exist any more\n     change to one that does")
        return ExitCode.FILE
    try:
        result = tsi.main(args=None if arguments is None else list(arguments), prog_name="tsi", standalone_mode=False)
    except InspectorError as error:
        write_notice(f"tsi: {error.message}" + (f"\n     {error.hint}" if error.hint else ""))
        return exit_code(error)
    except click.exceptions.NoArgsIsHelpError as error:
        write_notice(error.format_message())
        return ExitCode.USAGE
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        where = f"\n     see `{context.command_path} --help`" if context is not None else ""
        write_notice(f"tsi: {error.format_message()}{where}")
        return ExitCode.USAGE
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep Python from complaining again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OK
    except OSError as error:
        # Only the terminal's streams are written outside `inspector.storage`: a full disk behind `> file`.
        write_notice(f"tsi: the output could not be written: {error.strerror or error}")
        return ExitCode.FILE
    return result if isinstance(result, int) else ExitCode.OK
