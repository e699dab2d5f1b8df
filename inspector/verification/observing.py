"""Starting the installed client on recorded servers and a scripted model, and telling what was seen."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.catalog import Listing
from inspector.errors import FileError, InspectorError
from inspector.verification.client_process import Ended, ended_by, plain_environment, run
from inspector.verification.clients.driver import Asked, ClientDriver, Observation, Purpose, Ranked, Run, Server
from inspector.verification.installed import Installed
from inspector.verification.model_api.dialect import Counting, Request
from inspector.verification.model_api.loopback import LoopbackApi

CONNECTING_SECONDS = 30.0
"""How long the first answer waits for servers to be listed."""


class VerificationError(InspectorError):
    """The client could not be asked: it failed, or speaks in a form this version does not know (exit code 1)."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far a verification is: which start of the client out of how many, and what it is doing."""

    number: int
    of: int
    doing: str


OnStep = Callable[[Step], None]

_DOING: Mapping[Purpose, str] = {
    "decision": "what is deferred",
    "search": "searches",
    "definitions": "definitions",
}


@dataclass(frozen=True, slots=True)
class _Seen:
    """One run and what came of it."""

    run: Run
    requests: tuple[Request, ...]
    counted: tuple[int, ...]
    refused: tuple[str, ...]


async def observe(
    driver: ClientDriver,
    client: Installed,
    listings: Sequence[Listing],
    asked: Asked,
    *,
    count: Counting,
    seconds: float,
    on_step: OnStep = lambda step: None,
) -> Observation:
    """Return what the installed client does with `listings` and answers to `asked`.

    Each start of it may take `seconds`. `count` answers its token counts. The servers are played from `listings`; the
    person's own are not contacted, their settings not read. Raises `VerificationError`.
    """
    left_out = {each.server: why for each in listings if (why := driver.refuses(each.server)) is not None}
    served = [each for each in listings if each.server not in left_out]
    runs = driver.runs(asked)
    seen: dict[Purpose, list[_Seen]] = {}
    instead: list[Run] = []
    for number, each in enumerate(runs, start=1):
        doing = " and ".join(_DOING[purpose] for purpose in each.purposes)
        on_step(Step(number, len(runs), f"{driver.title} {client.version}: {doing}"))
        found = await _run(driver, client, served, each, count, seconds)
        other = driver.instead(each, found.requests)
        better = found
        if other is not None:
            on_step(Step(number, len(runs), f"{driver.title} {client.version}: {doing}, asked otherwise"))
            better = await _run(driver, client, served, other, count, seconds)
            instead.append(other)
        for purpose in each.purposes:
            kept = better if other is not None and purpose in other.purposes else found
            seen.setdefault(purpose, []).append(kept)
    return _observation(driver, client, asked, seen, left_out, tuple(instead))


def _observation(
    driver: ClientDriver,
    client: Installed,
    asked: Asked,
    seen: Mapping[Purpose, Sequence[_Seen]],
    left_out: Mapping[str, str],
    instead: tuple[Run, ...],
) -> Observation:
    decision, everything = seen["decision"][0], seen["definitions"][0]
    searches = seen.get("search", ())
    ranked: dict[str, Ranked] = {}
    offered = [each for each in searches if driver.search_offered(each.requests)]
    for each in offered:
        ranked |= driver.found(each.run, each.requests)
    if offered and asked.queries and not ranked:
        raise VerificationError(
            f"{driver.title} {client.version} answered none of {len(asked.queries)} searches in a form known here",
            "its protocol may have changed since the version measured",
        )
    last = decision.requests[-1]
    telling = offered[0] if offered else decision
    return Observation(
        title=driver.title,
        version=client.version,
        asked=asked,
        deferred=driver.defers(decision.requests),
        upfront=tuple(driver.upfront(last)),
        announced=driver.announced(decision.requests),
        counted=decision.counted,
        ranked=ranked,
        ranking_model=offered[0].run.model if offered else None,
        definitions=driver.upfront(everything.requests[-1]),
        wire=driver.wire(everything.requests[-1]),
        sentences=driver.sentences(telling.requests),
        texts=driver.texts(telling.requests),
        left_out=left_out,
        refused=tuple(dict.fromkeys(address for found in seen.values() for each in found for address in each.refused)),
        instead=instead,
    )


async def _run(
    driver: ClientDriver, client: Installed, listings: Sequence[Listing], run_: Run, count: Counting, seconds: float
) -> _Seen:
    with tempfile.TemporaryDirectory(prefix="tsi-verify-", ignore_cleanup_errors=True) as folder:
        root = Path(folder).resolve()
        home, work, saved = root / "home", root / "work", root / "servers"
        with _writing(root):
            for each in (home, work, saved):
                each.mkdir()
            servers = [_recorded(each, number, saved) for number, each in enumerate(listings)]

        def listed() -> bool:
            return len(list(saved.glob("*.listed"))) >= len(servers)

        with LoopbackApi(driver.dialect, run_.turns, ready=listed, patience=CONNECTING_SECONDS, count=count) as api:
            launch = driver.launch(run_, api.address, servers, str(home))
            with _writing(root):
                for name, text in launch.files.items():
                    path = home / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, encoding="utf-8")
            environment = plain_environment(str(home), proxy=api.address) | dict(launch.environment)
            ended = await run(client.path, launch.arguments, environment=environment, cwd=str(work), seconds=seconds)
            _check(driver, client, ended, api, run_, seconds)
            counted = tuple(tokens for _, tokens in api.counts)
            return _Seen(run_, tuple(api.requests), counted, tuple(api.refused))


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say of what cannot be written for the client where it was to go."""
    try:
        yield
    except OSError as error:
        raise FileError(
            f"the client's folder {folder} cannot be written: {error.strerror}",
            "make room, or name another with TMPDIR",
        ) from error


def _check(driver: ClientDriver, client: Installed, ended: Ended, api: LoopbackApi, run_: Run, seconds: float) -> None:
    name = f"{driver.title} {client.version}"
    if api.done.is_set():
        return
    reached = f"; it was kept from reaching {', '.join(dict.fromkeys(api.refused))}" if api.refused else ""
    if ended.exit_code is None:
        far = f"after {len(api.requests)} of {len(run_.turns) + 1} requests"
        raise VerificationError(f"{name} was not done in {seconds:g} s, {far}{reached}", "give it more with --timeout")
    if not api.requests:
        raise VerificationError(
            f"{name} asked the model nothing: it {ended_by(ended.exit_code)} and said: {ended.last_line}{reached}",
            "it may need something that cannot be given here, or have changed since the version measured",
        )
    raise VerificationError(
        f"{name} stopped after {len(api.requests)} of {len(run_.turns) + 1} requests: it {ended_by(ended.exit_code)} "
        f"and said: {ended.last_line}{reached}",
        "its protocol may have changed since the version measured",
    )


def _recorded(listing: Listing, number: int, folder: Path) -> Server:
    """Write `listing` into `folder` and return the server that plays it; it makes a file once it was listed."""
    path = folder / f"{number:04d}.json"
    path.write_text(json.dumps(listing.to_json()), encoding="utf-8")
    module = "inspector.verification.recorded_server"
    return Server(listing.server, sys.executable, ("-m", module, str(path), str(path.with_suffix(".listed"))))
