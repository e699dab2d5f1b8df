"""Opening inputs: reading toolset, configurations and saved listings. Starts nothing and connects to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.catalog import Listing
from inspector.config.env_file import parse_env
from inspector.config.model import ConfigProblem, ServerSpec
from inspector.config.reading import read_config
from inspector.errors import UsageError
from inspector.hosts import DEFAULT_HOST, Host, host, hosts
from inspector.sources.saved import load_catalog_file, load_listing
from inspector.sources.trust import TrustStore
from inspector.storage import exists, read_text
from inspector.tuning.load import read_tuning
from inspector.tuning.model import Tuning
from inspector.workspace import trusting
from inspector.workspace.discovering import discover_here
from inspector.workspace.imported_edits import with_imported
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
    `trust` says which of the servers may be started. `environment` holds the variables given for this run.
    """

    tuning: Tuning
    saved_tuning: Tuning
    hosts: tuple[Host, ...]
    specs: tuple[ServerSpec, ...]
    listings: tuple[SavedListing, ...]
    problems: tuple[ConfigProblem, ...]
    trust: TrustStore = field(default_factory=TrustStore)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)


def open_inputs(inputs: Inputs) -> Opened:
    """Return what `inputs` name; without any, ``./toolset.toml``.

    Naming a file agrees to start its servers; a toolset that is only found here agrees to nothing. Raises
    `UsageError` when nothing is named and there is no toolset here, or a host is unknown, and `FileError` for a
    file that cannot be read.
    """
    toolset = inputs.toolset
    if toolset is None and not (inputs.configs or inputs.listings or inputs.catalogs or inputs.discover):
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
    unnamed = toolset is not None and inputs.toolset is None
    specs = trusting.found(specs, toolset or "") if unnamed else trusting.named(specs)
    listings = [SavedListing(path, load_listing(path, name or None)) for name, path in inputs.listings]
    for path in inputs.catalogs:
        listings += [SavedListing(path, listing) for listing in load_catalog_file(path)]
    if inputs.discover:
        # Behind the lines above: what is found here was named by nobody.
        specs += [server.spec for server in discover_here().servers if not server.shadowed]
    specs = _unique(specs)
    tuning = with_imported(tuning, specs)
    return Opened(
        tuning=overridden(tuning, inputs.overrides),
        saved_tuning=tuning,
        hosts=_hosts(inputs.hosts, tuning, specs),
        specs=tuple(specs),
        listings=tuple(listings),
        problems=tuple(problems),
        trust=trusting.trust_for(specs, inputs),
        environment=given_environment(inputs),
    )


def given_environment(inputs: Inputs) -> Mapping[str, str]:
    """Return the variables given for this run: of the dotenv files in their order, then the ones given one by one.

    Raises `FileError` for a file that cannot be read.
    """
    given: dict[str, str] = {}
    for path in inputs.env_files:
        given |= parse_env(read_text(path), path)
    return given | dict(inputs.env)


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
