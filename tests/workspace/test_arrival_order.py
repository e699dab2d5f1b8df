"""Which server answers first changes nothing: catalog and prompt follow the configuration."""

from __future__ import annotations

import sys
from pathlib import Path

from inspector.catalog import Catalog
from inspector.config.model import ServerSpec
from inspector.hosts import host
from inspector.tuning.model import Tuning
from inspector.workspace.connecting import gather
from inspector.workspace.inputs import Overrides
from inspector.workspace.inspecting import Inspector
from inspector.workspace.opening import Opened
from inspector.workspace.prompt_texts import Prompt, prompt

SCRIPT = str(Path(__file__).parents[1] / "fixtures" / "servers" / "misbehave.py")


def server(name: str, mode: str) -> ServerSpec:
    return ServerSpec(name, "stdio", command=sys.executable, args=(SCRIPT, mode))


async def listed(*modes: str) -> tuple[list[str], Catalog]:
    """Return the servers in the order they became ready, and the catalog."""
    specs = tuple(server(name, mode) for name, mode in zip(("zeta", "alpha"), modes, strict=True))
    ready: list[str] = []
    opened = Opened(Tuning(), Tuning(), (), specs, (), ())
    gathered = await gather(
        opened, on_progress=lambda step: ready.append(step.server) if step.state == "ready" else None
    )
    assert gathered.failed == ()
    return ready, gathered.catalog


def prompt_of(catalog: Catalog) -> Prompt:
    return prompt(
        Inspector(catalog, Overrides(counter="chars/4")).inspect(host("x-code-cli"), Tuning(window=10)), "read"
    )


async def test_the_prompt_does_not_depend_on_who_answers_first() -> None:
    first, one = await listed("slow", "good")
    second, other = await listed("good", "slow")
    assert (first, second) == (["alpha", "zeta"], ["zeta", "alpha"])
    assert [server.name for server in one.servers] == ["zeta", "alpha"]
    assert one.digest == other.digest
    assert prompt_of(one) == prompt_of(other)
    assert "### Server: zeta\n- zeta__read, zeta__write\n\n### Server: alpha" in prompt_of(one).texts[0].text.text
