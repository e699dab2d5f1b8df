"""What importing costs: the command line starts without any heavy package, the core never needs one."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    *("textual", "rich", "mcp", "mcp_types", "anyio", "httpx2", "pydantic"),
    *("numpy", "rank_bm25", "tiktoken", "ctok", "genai_prices", "jsonschema"),
)
MOST_MODULES = 180
"""Modules in all after the command line is imported or asked for help: start-up time that no slow machine blurs."""


def loaded_after(program: str) -> set[str]:
    """Return the modules loaded by `program` in a fresh interpreter; its own output is swallowed."""
    wrapped = (
        "import io, sys, contextlib\n"
        f"with contextlib.redirect_stdout(io.StringIO()):\n    {program}\n"
        "print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", wrapped], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "program",
    [
        "import inspector",
        "import inspector.cli",
        "import inspector.cli.main",
        "from inspector.cli.main import run; assert run(['--help']) == 0",
        "from inspector.cli.main import run; assert run(['--version']) == 0",
        "from inspector.cli.main import run; assert run(['nonsense']) == 2",
    ],
)
def test_the_command_line_starts_light(program: str) -> None:
    loaded = loaded_after(program)
    assert sorted(loaded & set(HEAVY)) == []
    assert len(loaded) <= MOST_MODULES


@pytest.mark.parametrize(
    "package",
    [
        *("catalog", "search", "hosts", "tuning", "export", "cost", "config", "storage", "redaction", "errors"),
        *("search.bm25", "search.keyword_points", "sources"),
    ],
)
def test_the_core_knows_no_front_end_and_no_sdk(package: str) -> None:
    loaded = loaded_after(f"import inspector.{package}")
    assert sorted(loaded & {*HEAVY, "click", "tomlkit", "tomli_w", "jsonc"}) == []
    assert not any(name.startswith(("inspector.cli", "inspector.ui", "inspector.workspace")) for name in loaded)


LAYERS = [
    {"errors", "storage", "redaction", "resources", "foreign_text"},
    {"catalog"},
    {"config", "search", "cost"},
    {"tuning"},
    {"sources"},
    {"hosts"},
    {"export"},
    {"workspace"},
    {"cli", "ui"},
]
"""The packages from the bottom up: nothing imports from a higher layer, nor a sibling in its own."""


@pytest.mark.parametrize("package", [name for layer in LAYERS[1:-2] for name in sorted(layer)])
def test_packages_load_lower_layers_only(package: str) -> None:
    level = next(number for number, layer in enumerate(LAYERS) if package in layer)
    higher = {name for layer in LAYERS[level + 1 :] for name in layer} | LAYERS[level] - {package}
    ours = {name.split(".")[1] for name in loaded_after(f"import inspector.{package}") if name.startswith("inspector.")}
    assert package in ours
    assert sorted(ours & higher) == []
