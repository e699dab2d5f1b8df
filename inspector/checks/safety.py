"""What a definition hides from people, or says to models behind their backs."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.catalog import Tool
from inspector.checks.finding import Checked, Family, Finding
from inspector.checks.hidden_characters import control, invisible, may_hide, named, reordering
from inspector.checks.hidden_instructions import instruction, markup
from inspector.checks.imitation import imitations
from inspector.checks.tool_texts import all_text, texts

_QUOTED = 100
_READ_IT = "read the whole definition before you use it"

_CODES = {
    "SAFE001": "characters that hide or reorder text",
    "SAFE002": "control characters, such as terminal escapes",
    "SAFE003": "instructions to the model that the person is not to see",
    "SAFE004": "a name that imitates another tool's",
    "SAFE005": "not as approved (with --lock)",
    "SAFE006": "markup that hides text, or that a screen would load or run",
}


def _of_tool(checked: Checked, tool: Tool) -> Iterator[Finding]:
    everything = all_text(tool)
    if not (may_hide(everything) or instruction(everything) or markup(everything)):
        return
    told: set[str] = set()
    for part, text in texts(tool):
        for finding in _in_text(tool.id, part, text):
            # One finding a code and tool: what stands in every parameter is one mistake.
            if finding.code not in told:
                told.add(finding.code)
                yield finding


def _in_text(place: str, part: str, text: str) -> Iterator[Finding]:
    if found := reordering(text):
        reason = f"it holds {named(found)}: people see something else than models read"
        yield Finding("SAFE001", "error", place, reason, "remove them", part)
    elif found := invisible(text):
        reason = f"it holds {named(found)}, invisible characters, which models read and people do not"
        yield Finding("SAFE001", "error", place, reason, "remove them", part)
    if found := control(text):
        reason = f"it holds {named(found)}, control characters, such as those that steer terminals"
        yield Finding("SAFE002", "error", place, reason, "remove them", part)
    if (said := instruction(text)) is not None:
        yield Finding("SAFE003", "error", place, f"{said[0]}: {_quoted(said[1])}", _READ_IT, part)
    if (marked := markup(text)) is not None:
        yield Finding("SAFE006", "warning", place, f"it holds {marked[0]}: {_quoted(marked[1])}", _READ_IT, part)


def _of_catalog(checked: Checked) -> Iterator[Finding]:
    for server in checked.catalog.servers:
        yield from _in_text(server.name, "instructions", server.instructions or "")
    for tool, imitated, how in imitations(checked.catalog):
        reason = f"its name looks like {imitated.id} and has {how}"
        yield Finding("SAFE004", "error", tool.id, reason, "do not use this server until you know why", "name")
    for place, what in checked.approved.items():
        fix = "look at tsi diff, then approve anew: tsi snapshot --lock"
        yield Finding("SAFE005", "error", place, what, fix)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= _QUOTED else f"“{line[:_QUOTED]}…”"


FAMILY = Family("safety", _CODES, _of_tool, _of_catalog, alike=True)
"""Safety."""
