"""Options that several commands share, and the values they make."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

from inspector.workspace.inputs import Inputs, Overrides

F = TypeVar("F", bound=Callable[..., Any])


class FiniteRange(click.FloatRange):
    """A `click.FloatRange` that takes no nan and no infinity, which every comparison lets through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or fail as a usage error."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number one can count with", param, ctx)
        return number


_INPUT_OPTIONS = (
    click.option("--toolset", metavar="FILE", help="Toolset to use; without any input, ./toolset.toml."),
    click.option("--config", "configs", multiple=True, metavar="FILE", help="Configuration to read servers from."),
    click.option(
        "--tools", "listings", multiple=True, metavar="NAME=FILE", help="Saved tool list, used instead of a server."
    ),
    click.option("--catalog", "catalogs", multiple=True, metavar="FILE", help="File with a list of saved tool lists."),
    click.option(
        "--env", "env", multiple=True, metavar="NAME=VALUE", help="Variable for the servers; kept in memory only."
    ),
    click.option("--env-file", "env_files", multiple=True, metavar="FILE", help="The same from a .env file."),
    click.option("--trust", is_flag=True, help="Agree to start what project files configure here; remembered."),
    click.option(
        "--trust-project",
        "trust_projects",
        multiple=True,
        metavar="DIR",
        help="Agree to start what files below DIR configure; remembered.",
    ),
)
_HOST_OPTIONS = (
    click.option(
        "--host", "hosts", multiple=True, metavar="HOST[@VARIANT][,HOST…]", help="Agent product (`tsi hosts`)."
    ),
    click.option(
        "--model", metavar="NAME", help="Model: decides window, price, token counter, and in some hosts more."
    ),
    click.option("--window", type=click.IntRange(min=1), metavar="TOKENS", help="Context window of the model."),
    click.option(
        "--threshold",
        type=FiniteRange(0, 1, min_open=True),
        metavar="SHARE",
        help="Deferral threshold, 0.1 = 10 %.",
    ),
    click.option("--tool-search", metavar="MODE", help="The host's own switch: true, false, auto:N in Claude Code."),
    click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Results of a search."),
    click.option("--counter", metavar="NAME", help="Token counter: o200k, claude, claude-estimate or chars/N."),
    click.option("--builtins", is_flag=True, help="Let the host's own deferred built-in tools take part."),
    click.option("--subagent", is_flag=True, help="What a sub-agent of the host gets."),
)
_CONNECT_OPTIONS = (
    click.option(
        "--connect-timeout", type=FiniteRange(min=0, min_open=True), default=30.0, show_default=True, metavar="S"
    ),
    click.option(
        "--list-timeout", type=FiniteRange(min=0, min_open=True), default=30.0, show_default=True, metavar="S"
    ),
)
_REQUEST_OPTIONS = (
    click.option("--system-prompt", type=click.IntRange(min=0), metavar="TOKENS", help="System prompt (default 4000)."),
    click.option("--history", type=click.IntRange(min=0), metavar="TOKENS", help="Conversation so far (default 0)."),
    click.option(
        "--prefill-rate",
        type=FiniteRange(min=0, min_open=True),
        metavar="TOKENS/S",
        help="Your model's prefill speed, for time to first token.",
    ),
    click.option("--price-input", type=FiniteRange(min=0), metavar="USD", help="Price per million input tokens."),
    click.option("--price-cached", type=FiniteRange(min=0), metavar="USD", help="The same for cached tokens."),
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _all(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


input_options: Callable[[Any], Any] = _all(_INPUT_OPTIONS)
host_options: Callable[[Any], Any] = _all(_HOST_OPTIONS)
connect_options: Callable[[Any], Any] = _all(_CONNECT_OPTIONS)
request_options: Callable[[Any], Any] = _all(_REQUEST_OPTIONS)


def inputs_of(options: dict[str, Any], toolset: str | None = None) -> Inputs:
    """Return the inputs that parsed `options` ask for; `toolset` replaces the option where a command has none."""
    from inspector.config.env_file import named_value

    overrides = {name: options[name] for name in Overrides.__dataclass_fields__ if name in options}
    return Inputs(
        toolset=toolset or options.get("toolset"),
        configs=tuple(options.get("configs", ())),
        listings=tuple(_named(text) for text in options.get("listings", ())),
        catalogs=tuple(options.get("catalogs", ())),
        hosts=tuple(name for text in options.get("hosts", ()) for name in _hosts(text)),
        overrides=Overrides(**overrides),
        env=tuple(named_value(text) for text in options.get("env", ())),
        env_files=tuple(options.get("env_files", ())),
        trust=bool(options.get("trust")),
        trust_projects=tuple(options.get("trust_projects", ())),
    )


def _hosts(text: str) -> list[str]:
    """Return the host ids of one ``--host``; a trailing comma is forgiven, no name at all is not."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise click.UsageError("--host names no agent product; `tsi hosts` lists them")
    return names


def _named(text: str) -> tuple[str, str]:
    """Return (name, path) of ``NAME=FILE``; a bare FILE has no name."""
    name, sign, path = text.partition("=")
    if sign and not path:
        raise click.UsageError(f"--tools {text}: no file is named after “=”")
    return (name, path) if sign else ("", text)
