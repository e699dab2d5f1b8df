"""The two ways in which the Responses API's ``tool_search`` is executed.

Read: developers.openai.com, “Tool search”, and Microsoft Learn, “Use tool search with the Azure OpenAI Responses
API” (both September 2026).
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.hosts.protocol import Label

VERSION = "documentation of 2026-09"


@dataclass(frozen=True, slots=True)
class Mode:
    """One way: `execution` is ``server`` (hosted) or ``client``; `label` says how its searching is known."""

    id: str
    title: str
    label: Label
    summary: str
    execution: str
    default_limit: int

    @property
    def hosted(self) -> bool:
        """Whether the API loads namespaces itself; else the program searches."""
        return self.execution == "server"


HOSTED = Mode(
    id="openai",
    title="OpenAI / Azure Responses API",
    label="approximated",
    summary=(
        "Hosted tool_search: the model picks namespaces by name and description, so no query is run and there is no "
        "score. Request and visibility documented; which namespace it picks approximated by shared words."
    ),
    execution="server",
    default_limit=8,
)

CLIENT = Mode(
    id="openai@client",
    title="OpenAI / Azure Responses API, client search",
    label="approximated",
    summary=(
        "tool_search that the program executes: request and answer documented; the ranking is the program's own, "
        "here BM25 (k1 1.5, b 0.75) over name, description and parameters."
    ),
    execution="client",
    default_limit=5,
)

MODES = (HOSTED, CLIENT)
