"""A verification as files: what later versions of a host module are tested against."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from inspector.catalog import Listing
from inspector.verification.clients.driver import ClientDriver, Observation

_HALVES = re.compile("[\ud800-\udfff]")


def recording(driver: ClientDriver, observed: Observation, listings: Sequence[Listing]) -> dict[str, str]:
    """Return the recording of `observed` by relative path: listings, queries, ranking, definitions, sentences.

    A list inside ``ranked`` is a group whose inner order is not known.
    """
    files: dict[str, Any] = {}
    servers: dict[str, str] = {}
    for number, listing in enumerate(listings):
        if listing.server not in observed.left_out:
            servers[listing.server] = name = _file_name(listing.server, number, servers.values())
            files[f"catalogs/{name}"] = listing.to_json()
    head = {"client": driver.program, "version": observed.version}
    if driver.searches:
        results = [
            {"query": query, "ranked": [group[0] if len(group) == 1 else list(group) for group in groups]}
            for query, groups in observed.ranked.items()
        ]
        ranking = {**head, "limit": observed.asked.limit, "servers": servers, "results": results}
        if observed.announced is not None:
            ranking["announced"] = list(observed.announced)
        files["queries.json"] = list(observed.ranked)
        files[f"{driver.host}.ranking.json"] = ranking
        files[f"{driver.host}.texts.json"] = {**head, **observed.sentences}
    files[f"{driver.host}.wire.json"] = {**head, "tools": list(observed.wire)}
    return {path: _text(value) for path, value in files.items()}


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    # Half of a character pair has no bytes of its own; it is kept as an escape.
    return (json.dumps(value, indent=1) if _HALVES.search(text) else text) + "\n"


def _file_name(server: str, number: int, taken: Any) -> str:
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in server)
    name = f"{plain.lstrip('.')[:80] or 'server'}.json"
    return name if name not in taken else f"{number}-{name}"
