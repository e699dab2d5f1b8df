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
from inspector.sources.saved import load_listing, read_catalog_file
from inspector.sources.trust import TrustStore
from inspector.storage import exists, read_text
from inspector.tuning.keys import LARGEST_COUNT
from inspector.tuning.load import read_tuning
from inspector.tuning.model import Tuning
from inspector.workspace import trusting
from inspector.workspace.discovering import discover_here, picked, servers_called
from inspector.workspace.imported_edits import with_imported
from inspector.workspace.inputs import Inputs, Overrides
from inspector.workspace.toolset_names import check_names

TOOLSET_FILE = "toolset.toml"

_COUNTS = ("window", "system_prompt", "history")
"""The options that count tokens, as fields of `Overrides`."""

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

    `problems` are entries of files that could not be used; the others are here all the same.
    `trust` says which of the servers may be started. `environment` holds the variables given for this run.
    `notes` are sentences about what was read, or left out on purpose; each one once.
    """

    tuning: Tuning
    saved_tuning: Tuning
    hosts: tuple[Host, ...]
    specs: tuple[ServerSpec, ...]
    listings: tuple[SavedListing, ...] = field(repr=False)
    problems: tuple[ConfigProblem, ...]
    trust: TrustStore = field(default_factory=TrustStore)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()


def open_inputs(inputs: Inputs, *, may_be_empty: bool = False) -> Opened:
    """Return what `inputs` name; without any, ``./toolset.toml``.

    Naming a file agrees to start its servers; a toolset that is only found here agrees to nothing. Raises
    `UsageError` when nothing is named and there is no toolset here (unless that `may_be_empty`), a host is
    unknown, or a given number is beyond all use, and `FileError` for a file that cannot be read.
    """
    _check_given(inputs.overrides)
    toolset = inputs.toolset
    if not names_anything(inputs):
        if exists(TOOLSET_FILE):
            toolset = TOOLSET_FILE
        elif not may_be_empty:
            raise UsageError(f"nothing to look at: there is no {TOOLSET_FILE} here", _SUGGESTIONS)
    tuning = Tuning()
    problems: list[ConfigProblem] = []
    notes: list[str] = []
    if toolset is not None:
        reading = read_tuning(toolset)
        tuning = reading.tuning
        check_names(tuning)
        problems += reading.problems
    specs = list(tuning.servers)
    wanted = [*zip(tuning.configs, tuning.config_paths(), strict=True), *(("", path) for path in inputs.configs)]
    for spelling, path in wanted:
        configuration = read_config(path)
        only = tuning.only.get(spelling)
        specs += configuration.servers if only is None else servers_called(only, configuration.servers)
        problems += configuration.problems
        notes += configuration.notes
        if not configuration.servers and not configuration.problems:
            notes.append(f"no servers in {path}")
    unnamed = toolset is not None and inputs.toolset is None
    specs = trusting.found(specs, toolset or "") if unnamed else trusting.named(specs)
    listings = [SavedListing(path, load_listing(path, name or None)) for name, path in inputs.listings]
    for path in inputs.catalogs:
        catalog = read_catalog_file(path)
        listings += [SavedListing(path, listing) for listing in catalog.listings]
        problems += catalog.problems
    if inputs.discover or inputs.discovered:
        # Behind the lines above: what is found here was named by nobody.
        found = picked(discover_here(), None if inputs.discover else inputs.discovered)
        specs += found.specs
        problems += found.problems
        notes += found.notes
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
        notes=tuple(dict.fromkeys([*notes, *_notes_of(specs)])),
    )


def names_anything(inputs: Inputs) -> bool:
    """Return whether `inputs` say by themselves what to look at."""
    files = inputs.toolset is not None or inputs.configs or inputs.listings or inputs.catalogs
    return bool(files or inputs.discover or inputs.discovered)


def _check_given(given: Overrides) -> None:
    for name in _COUNTS:
        if (getattr(given, name) or 0) > LARGEST_COUNT:
            option = name.replace("_", "-")
            raise UsageError(f"--{option} is too large: {LARGEST_COUNT:,} tokens is the most that can be given")


def _notes_of(specs: Sequence[ServerSpec]) -> list[str]:
    """Return the notes of the enabled servers, each once with the servers it is about in front."""
    servers: dict[str, list[str]] = {}
    for spec in specs:
        for note in spec.notes if spec.enabled else ():
            servers.setdefault(note, []).append(spec.name)
    return [f"server {', '.join(names)}: {note}" for note, names in servers.items()]


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
