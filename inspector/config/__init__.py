"""Where users keep their servers: reading client configurations into `ServerSpec` values."""

from __future__ import annotations

from inspector.config.entries import server_from_entry
from inspector.config.env_file import named_value, parse_env
from inspector.config.expansion import MissingVariable, connection_environment, expand, missing, variables
from inspector.config.json_reading import parse_json, read_json
from inspector.config.model import Borrowed, ConfigProblem, ConfigReading, Expansion, Scope, ServerSpec, Transport
from inspector.config.reading import read_config
from inspector.config.tool_rules import ToolList, ToolRules, ToolSwitches

__all__ = [
    "Borrowed",
    "ConfigProblem",
    "ConfigReading",
    "Expansion",
    "MissingVariable",
    "Scope",
    "ServerSpec",
    "ToolList",
    "ToolRules",
    "ToolSwitches",
    "Transport",
    "connection_environment",
    "expand",
    "missing",
    "named_value",
    "parse_env",
    "parse_json",
    "read_config",
    "read_json",
    "server_from_entry",
    "variables",
]
