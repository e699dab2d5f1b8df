"""Programs that start MCP servers, and what to install when one of them is missing."""

from __future__ import annotations

import os
import sys

_NODE = "Node.js, which brings it (https://nodejs.org)"
_UV = "uv, which brings it (https://docs.astral.sh/uv)"
_PYTHON = "Python (https://www.python.org)"

_PACKAGES = {
    "npx": _NODE,
    "npm": _NODE,
    "node": _NODE,
    "corepack": _NODE,
    "uvx": _UV,
    "uv": _UV,
    "python": _PYTHON,
    "python3": _PYTHON,
    "py": _PYTHON,
    "pip": _PYTHON,
    "pipx": "pipx (https://pipx.pypa.io)",
    "docker": "Docker (https://docs.docker.com/get-docker)",
    "podman": "Podman (https://podman.io)",
    "deno": "Deno (https://deno.com)",
    "bun": "Bun, which brings it (https://bun.sh)",
    "bunx": "Bun, which brings it (https://bun.sh)",
    "pnpm": "pnpm (https://pnpm.io)",
    "yarn": "Yarn (https://yarnpkg.com)",
    "go": "Go (https://go.dev)",
    "cargo": "Rust, which brings it (https://rustup.rs)",
    "dotnet": "the .NET SDK, which brings it (https://dotnet.microsoft.com)",
    "dnx": "the .NET 10 SDK, which brings it (https://dotnet.microsoft.com)",
    "java": "a Java runtime (https://adoptium.net)",
    "ruby": "Ruby (https://www.ruby-lang.org)",
    "php": "PHP (https://www.php.net)",
    "php.exe": "PHP (https://www.php.net)",
    "gh": "the GitHub CLI (https://cli.github.com)",
    "az": "the Azure CLI (https://aka.ms/azure-cli)",
    "fastmcp": "FastMCP: pip install fastmcp",
    "mcp": "the MCP Python SDK: pip install 'mcp[cli]'",
    "mcp-proxy": "mcp-proxy: uv tool install mcp-proxy",
}


def program_name(command: str) -> str:
    """Return the bare name of the program `command` starts: no folder, no Windows ending, lower case."""
    name = command.replace("\\", "/").rpartition("/")[2].lower()
    return os.path.splitext(name)[0] if name.endswith((".exe", ".cmd", ".bat")) else name


def how_to_get(command: str) -> str:
    """Return what to do when the program of `command` is not installed."""
    name = program_name(command)
    if name in ("python", "py") and sys.platform != "win32":
        return f"write python3 as the command, or install {_PYTHON}"
    if name in _PACKAGES:
        return f"install {_PACKAGES[name]}"
    if name.startswith("mcp-server-"):
        return f"it may be a Python package: write uvx as the command and {name} as its argument"
    return "install it, or write its full path as the command"
