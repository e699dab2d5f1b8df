"""What to look at, as a front end was asked: files, saved listings, and settings that override the toolset's."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Overrides:
    """Settings given for this run only; None means “as the toolset says”. Units as in `Tuning`."""

    model: str | None = None
    window: int | None = None
    threshold: float | None = None
    tool_search: str | None = None
    limit: int | None = None
    counter: str | None = None
    system_prompt: int | None = None
    history: int | None = None
    prefill_rate: float | None = None
    price_input: float | None = None
    price_cached: float | None = None
    builtins: bool = False
    subagent: bool = False


@dataclass(frozen=True, slots=True)
class Inputs:
    """Where tools come from. `listings` are (name, path) pairs, the name empty where the file says it;
    `catalogs` are files with lists of listings; `hosts` are host ids, none meaning the default.
    `discover` adds every server that the clients on this computer know; `discovered` adds some of them, as (file, name)
    pairs of `inspector.workspace.discovering.Pick`. `env` are variables given for this run, as
    (name, value), over those of the dotenv files `env_files`; both are kept in memory only.
    `trust` agrees to start what projects configure, `trust_projects` to what lies below these folders.
    """

    toolset: str | None = None
    configs: tuple[str, ...] = ()
    listings: tuple[tuple[str, str], ...] = ()
    catalogs: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    overrides: Overrides = Overrides()
    trust: bool = False
    trust_projects: tuple[str, ...] = ()
    discover: bool = False
    discovered: tuple[tuple[str, str], ...] = ()
    env: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    env_files: tuple[str, ...] = ()
