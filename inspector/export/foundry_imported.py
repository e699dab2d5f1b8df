"""What an imported toolbox body holds that the toolset has no words for, carried over without secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inspector.config.model import ServerSpec
from inspector.export.foundry_settings import FoundryServer
from inspector.export.secret_references import VariableNames
from inspector.export.warning_codes import ExportWarning
from inspector.redaction import is_secret_name, looks_secret, redact_url

_CLIENT = "foundry"
_FIELDS = ("name", "description", "server_description", "allowed_callers", "defer_loading", "require_approval")
"""Fields of an imported server that are written again; the others are made anew from the tuning."""

_NAMES_OF_STORED = ("project_connection_id", "connection_id")
"""Fields that name what is stored in the project, whatever they look like."""


def imported_fields(spec: ServerSpec) -> dict[str, Any]:
    """Return the fields of a server that came from a toolbox body and have no setting of their own."""
    if spec.client != _CLIENT:
        return {}
    kept = {key: spec.raw[key] for key in _FIELDS if spec.raw.get(key) is not None}
    return {key: value for key, value in kept.items() if _clean(value, key) == value}


def with_imported_fields(spec: ServerSpec, given: FoundryServer) -> FoundryServer:
    """Return `given` with the stored credentials the imported body names, where the toolset names none."""
    stored = spec.raw.get("project_connection_id") if spec.client == _CLIENT else None
    if given.project_connection_id or not isinstance(stored, str):
        return given
    return replace(given, project_connection_id=stored)


def passed_through(toolbox: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[ExportWarning, ...]]:
    """Return the parts of an imported body that are kept as they are, secrets as ``${NAME}`` to be filled in."""
    names = VariableNames()
    moved: dict[str, str] = {}
    kept: dict[str, Any] = {key: _clean(value, key, names, moved) for key, value in toolbox.items()}
    if not moved:
        return kept, ()
    listed = ", ".join(f"{name} ({what})" for name, what in moved.items())
    message = f"imported entries: values are not written; replace {listed} before sending the body"
    return kept, (ExportWarning("SECRET_INLINE", message),)


def _clean(value: Any, key: str, names: VariableNames | None = None, moved: dict[str, str] | None = None) -> Any:
    if isinstance(value, Mapping):
        return {name: _clean(item, str(name), names, moved) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item, key, names, moved) for item in value]
    if not isinstance(value, str) or not value or key in _NAMES_OF_STORED:
        return value
    secret = is_secret_name(key) or looks_secret(value)
    secret = secret or ("://" in value and redact_url(value) != value)
    if not secret:
        return value
    name = (names or VariableNames()).fresh(key)
    if moved is not None:
        moved[name] = key
    return f"${{{name}}}"
