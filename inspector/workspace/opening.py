"""Opening inputs: reading toolset, configurations and saved listings. Starts nothing and connects to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.catalog import Listing
from inspector.config.model import ConfigProblem, ServerSpec
from inspector.config.reading import read_config
from inspector.errors import UsageError
from inspector.hosts import DEFAULT_HOST, Host, host, hosts
from inspector.sources.saved import load_catalog_file, load_listing
from inspector.storage import exists
from inspector.tuning.load import read_tuning
from inspector.tuning.model import Tuning
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.toolset_names import check_names

TOOLSET_FILE = "toolset.toml"

_SUGGESTIONS = (
    "give servers with --config FILE or saved tools with --tools NAME=FILE, "
    "make a toolset with `tsi init --config FILE`, or look at the demo with `tsi demo`"
)


@dataclass(frozen=True, slots=True)
class SavedListing:
    """A listing read from a file instead of a server."""

    source: str
    listing: Listing


@dataclass(frozen=True, slots=True)
class Opened:
    """What the inputs hold: the tuning (with this run's overrides, and as saved), servers, saved listings.

    `problems` are entries of configurations that could not be used; the others are here all the same.
    """

    tuning: Tuning
    saved_tuning: Tuning
    hosts: tuple[Host, ...]
    specs: tuple[ServerSpec, ...]
    listings: tuple[SavedListing, ...]
    problems: tuple[ConfigProblem, ...]


def open_inputs(inputs: Inputs) -> Opened:
    """Return what `inputs` name; without any, ``./toolset.toml``.

    Raises `UsageError` when nothing is named and there is no toolset here, or a host is unknown, and
    `FileError` for a file that cannot be read.
    """
    toolset = inputs.toolset
    if toolset is None and not (inputs.configs or inputs.listings or inputs.catalogs):
        if not exists(TOOLSET_FILE):
            raise UsageError(f"nothing to look at: there is no {TOOLSET_FILE} here", _SUGGESTIONS)
        toolset = TOOLSET_FILE
    tuning = Tuning()
    problems: list[ConfigProblem] = []
    if toolset is not None:
        reading = read_tuning(toolset)
        tuning = reading.tuning
        check_names(tuning)
        problems += reading.problems
    specs = list(tuning.servers)
    for path in (*tuning.config_paths(), *inputs.configs):
        configuration = read_config(path)
        specs += configuration.servers
        problems += configuration.problems
    listings = [SavedListing(path, load_listing(path, name or None)) for name, path in inputs.listings]
    for path in inputs.catalogs:
        listings += [SavedListing(path, listing) for listing in load_catalog_file(path)]
    specs = _unique(specs)
    return Opened(
        tuning=overridden(tuning, inputs.overrides),
        saved_tuning=tuning,
        hosts=_hosts(inputs.hosts, tuning, specs),
        specs=tuple(specs),
        listings=tuple(listings),
        problems=tuple(problems),
    )


def _unique(specs: Sequence[ServerSpec]) -> list[ServerSpec]:
    """Return the specs with repeated names told apart: the later ones get ``-2``, ``-3`` …"""
    taken: set[str] = set()
    found = []
    for spec in specs:
        name, number = spec.name, 2
        while name in taken:
            name, number = f"{spec.name}-{number}", number + 1
        taken.add(name)
        found.append(spec if name == spec.name else replace(spec, name=name))
    return found


def _hosts(given: Sequence[str], tuning: Tuning, specs: Sequence[ServerSpec]) -> tuple[Host, ...]:
    """Return the hosts asked for, else the toolset's, else the client whose configuration was given."""
    if given:
        return tuple(host(name) for name in dict.fromkeys(given))
    if tuning.host is not None:
        return (host(tuning.host),)
    client = next((spec.client for spec in specs if spec.client in hosts()), DEFAULT_HOST)
    return (host(client),)


def overridden(tuning: Tuning, given: Overrides) -> Tuning:
    """Return `tuning` with this run's settings over it."""
    fields = (
        *("model", "window", "threshold", "tool_search", "limit", "system_prompt", "history"),
        *("prefill_rate", "price_input", "price_cached"),
    )
    changes = {name: getattr(given, name) for name in fields if getattr(given, name) is not None}
    return replace(tuning, **changes)
