"""The real clients, installed now, over the conformance servers. Runs with ``--clients`` only; needs npm."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector.catalog import build_catalog
from inspector.hosts import Conditions, host
from inspector.tuning.model import Tuning
from inspector.verification.clients.driver import Asked
from inspector.verification.clients.registry import driver
from inspector.verification.comparing import compare
from inspector.verification.installed import installed
from inspector.verification.observing import observe
from tests.verification.test_comparing import listings, recorded

pytestmark = pytest.mark.clients
MODELS = {"claude-code": "claude-sonnet-5", "codex": "gpt-5.5", "gemini-cli": "gemini-2.5-pro"}


def npm(folder: Path, *arguments: str) -> None:
    subprocess.run(["npm", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def programs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The clients' programs by host."""
    if not request.config.getoption("--clients"):
        pytest.skip("runs with --clients only")
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to install the clients with")
    folder = tmp_path_factory.mktemp("clients")
    npm(folder, "install", "@openai/codex", "@google/gemini-cli")
    processor = "arm64" if platform.machine() in ("arm64", "aarch64") else "x64"
    # An older Node gets an old version by name: the newest program is packed by itself.
    system = "darwin" if platform.system() == "Darwin" else "linux"
    npm(folder, "pack", f"@anthropic-ai/claude-code-{system}-{processor}")
    (packed,) = folder.glob("*.tgz")
    shutil.unpack_archive(packed, folder / "claude")
    bin_folder = folder / "node_modules" / ".bin"
    return {
        "claude-code": str(folder / "claude" / "package" / "claude"),
        "codex": str(bin_folder / "codex"),
        "gemini-cli": str(bin_folder / "gemini"),
    }


@pytest.mark.parametrize("host_id", list(MODELS))
async def test_the_newest_client_does_what_its_module_says(programs: dict[str, str], host_id: str) -> None:
    asking, served = driver(host_id), listings("codex")
    client = await installed(asking, programs[host_id])
    queries = tuple(each["query"] for each in recorded("codex", "ranking")["results"]) if asking.searches else ()
    asked = Asked(queries, asking.search_limit, MODELS[host_id])
    seen = await observe(asking, client, served, asked, count=len, seconds=300)
    conditions = Conditions(Tuning(), MODELS[host_id], 200_000)
    found = compare(asking, host(host_id), build_catalog(served), conditions, seen)
    assert found.agrees, json.dumps([client.version, found.queries_equal, found.definitions_equal])
