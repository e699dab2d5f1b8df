"""Tools that lose their place to another one of the same name."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.catalog import Catalog


def taken_names(
    catalog: Catalog, names: Mapping[str, str], refused: Mapping[str, str], *, last_wins: bool
) -> dict[str, str]:
    """Return why tools are not sent, by id: another tool has the name the model would see.

    Of several the first in catalog order is sent, or the last where `last_wins`; `refused` ones take no name.
    """
    winners: dict[str, str] = {}
    for tool in catalog:
        if tool.id not in refused and (last_wins or names[tool.id] not in winners):
            winners[names[tool.id]] = tool.id
    return {
        tool.id: f"{winners[names[tool.id]]} has the same name for the model and is sent instead"
        for tool in catalog
        if tool.id not in refused and winners[names[tool.id]] != tool.id
    }
