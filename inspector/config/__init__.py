"""Where users keep their servers: reading client configurations into `ServerSpec` values."""

from __future__ import annotations

from inspector.config.entries import server_from_entry
from inspector.config.expansion import MissingVariable, connection_environment, expand, variables
from inspector.config.json_reading import parse_json, read_json
from inspector.config.model import ConfigProblem, ConfigReading, Expansion, Scope, ServerSpec, Transport
from inspector.config.reading import read_config

__all__ = [
    "ConfigProblem",
    "ConfigReading",
    "Expansion",
    "MissingVariable",
    "Scope",
    "ServerSpec",
    "Transport",
    "connection_environment",
    "expand",
    "parse_json",
    "read_config",
    "read_json",
    "server_from_entry",
    "variables",
]
