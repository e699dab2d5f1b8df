"""Rendering the Foundry export of a few servers, always validated against the derived schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from inspector.catalog import Listing, build_catalog
from inspector.config.model import ServerSpec
from inspector.export import Export, ExportRequest, exporter
from inspector.tuning.model import ToolEdits, Tuning

Body = dict[str, Any]
Rendered = tuple[Body, Export]
Render = Callable[..., Rendered]

SCHEMA = json.loads(
    (Path(__file__).parents[1] / "schemas" / "foundry-toolbox-version.derived.schema.json").read_text("utf-8")
)


@pytest.fixture(scope="session")
def render() -> Render:
    """Renders `servers` (name → tool names) reached as `specs` say, by default at https://NAME.example.test/mcp."""

    def run(
        servers: Mapping[str, Sequence[str]],
        edits: Mapping[str, ToolEdits] | None = None,
        *,
        specs: Sequence[ServerSpec] | None = None,
        settings: Mapping[str, Any] | None = None,
        unlisted: tuple[str, ...] = (),
    ) -> Rendered:
        catalog = build_catalog(Listing(name, tuple({"name": t} for t in tools)) for name, tools in servers.items())
        if specs is None:
            names = (*servers, *(name for name in unlisted if name not in servers))
            specs = [ServerSpec(name, "http", url=f"https://{name}.example.test/mcp") for name in names]
        exports = {} if settings is None else {"foundry": settings}
        export = exporter("foundry").render(
            ExportRequest(catalog, Tuning(edits=edits or {}, exports=exports), specs, unlisted)
        )
        (file,) = export.files
        body = json.loads(file.text)
        jsonschema.validate(body, SCHEMA)
        assert (export.target, file.name, file.language) == ("foundry", "foundry-toolbox.json", "json")
        return body, export

    return run
