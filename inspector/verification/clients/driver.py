"""What is asked of a client, how a client is driven, and what was seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from inspector.hosts import HostText
from inspector.verification.model_api.dialect import Dialect, Request, Turn

Purpose = Literal["decision", "search", "definitions"]
"""What a run of the client is for: what it does as configured, how it ranks, what it sends when nothing is deferred."""

Ranked = tuple[tuple[str, ...], ...]
"""Names in the client's order; the order inside a group of several is not known."""

Ties = Literal["ordered", "random"]
"""Whether the client puts equal scores in a fixed order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client is asked: `queries` with `limit` results each, under `model` and the host's own switch.

    `result_bytes` is about what one result takes in the conversation.
    """

    queries: tuple[str, ...]
    limit: int
    model: str
    setting: str | None = None
    result_bytes: int = 1000


@dataclass(frozen=True, slots=True)
class Run:
    """One start of the client: what it is for, its model and setting, and the turns the scripted model plays."""

    purposes: tuple[Purpose, ...]
    model: str
    setting: str | None
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Server:
    """A recorded server as the client starts it."""

    name: str
    command: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Launch:
    """How the client is started: arguments, variables, and files to write below its home, by relative path."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    files: Mapping[str, str] = field(default_factory=dict)


class ClientDriver(Protocol):
    """One client. `host` is the id of its host module, `oldest` the first version this can talk to."""

    host: str
    title: str
    program: str
    package: str
    oldest: str
    searches: bool
    ties: Ties
    slack: float
    """How far apart scores may be that count as equal, as a share: clients round otherwise."""
    prefix: str
    """What the names of MCP tools begin with."""
    dialect: Dialect
    search_limit: int
    """How many results are asked for when the person says nothing."""

    def refuses(self, server: str) -> str | None:
        """Return why the client takes no server of this name, or None."""
        ...

    def runs(self, asked: Asked) -> tuple[Run, ...]:
        """Return the starts that answer `asked`."""
        ...

    def remarks(self, asked: Asked) -> tuple[str, ...]:
        """Return what there is to say of how `asked` is asked here."""
        ...

    def instead(self, run: Run, requests: Sequence[Request]) -> Run | None:
        """Return another start for some purposes of `run`, where it did not show what it is for; else None."""
        ...

    def launch(self, run: Run, api: str, servers: Sequence[Server], home: str) -> Launch:
        """Return how to start the client for `run` against the model API at `api`."""
        ...

    def search_offered(self, requests: Sequence[Request]) -> bool:
        """Return whether the model is offered the search tool."""
        ...

    def defers(self, requests: Sequence[Request]) -> bool:
        """Return whether MCP tools are deferred in this run."""
        ...

    def upfront(self, request: Request) -> Mapping[str, Any]:
        """Return the MCP definitions in the tools array that are not deferred, by the name the model sees."""
        ...

    def wire(self, request: Request) -> list[Any]:
        """Return the MCP part of the tools array as it stands there."""
        ...

    def expected(self, array: Sequence[Any]) -> Mapping[str, Any]:
        """Return the same by name as `upfront` has it, of a tools array that a host module wrote."""
        ...

    def announced(self, requests: Sequence[Request]) -> tuple[str, ...] | None:
        """Return the names the model is told are deferred, in order; None where the client writes no such list."""
        ...

    def expected_announced(self, texts: Sequence[HostText]) -> tuple[str, ...] | None:
        """Return the same of the texts that a host module wrote."""
        ...

    def found(self, run: Run, requests: Sequence[Request]) -> Mapping[str, Ranked]:
        """Return what each query of `run` found; a query that was not answered is left out."""
        ...

    def sentences(self, requests: Sequence[Request]) -> Mapping[str, Any]:
        """Return the client's own sentences as the recordings keep them: announcements and the search tool."""
        ...

    def texts(self, requests: Sequence[Request]) -> Mapping[str, str]:
        """Return the sentences that ``[host.ID.texts]`` of a toolset can hold, by text id."""
        ...


@dataclass(frozen=True)
class Observation:
    """What was seen of the client `title` in `version`.

    `deferred` is the decision as configured, `upfront` the MCP tools it loaded from the start then. `counted` are
    the tokens it asked for, as answered. `ranked` is by query, `ranking_model` None where no search was offered;
    `definitions` is everything it sends when nothing is deferred, `wire` the same as the array it stands in.
    `left_out` names servers the client takes no name of, with the reason; `refused` the addresses beyond loopback
    that it wanted to reach and did not; `instead` the starts that took the place of one that did not show what it was
    for.
    """

    title: str
    version: str
    asked: Asked
    deferred: bool
    upfront: tuple[str, ...]
    announced: tuple[str, ...] | None
    counted: tuple[int, ...]
    ranked: Mapping[str, Ranked]
    ranking_model: str | None
    definitions: Mapping[str, Any]
    wire: Sequence[Any]
    sentences: Mapping[str, Any]
    texts: Mapping[str, str]
    left_out: Mapping[str, str]
    refused: tuple[str, ...]
    instead: tuple[Run, ...] = ()
