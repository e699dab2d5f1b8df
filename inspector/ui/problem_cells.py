"""How findings look: as a cell of the tool table, as a line of a tool's head, and one by one."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from inspector.checks.finding import SEVERITIES, Finding
from inspector.ui.states import SEVERITY_LOOKS
from inspector.ui.text import content, content_line

_LONGEST_PART = 200
_LONGEST_LINE = 300


def problem_cell(findings: Sequence[Finding]) -> Content:
    """Return the worst severity's sign and how many findings there are; empty where there is none."""
    if not findings:
        return Content("")
    look = SEVERITY_LOOKS[_worst(findings).severity]
    return Content.styled(f"{look.symbol} {len(findings):,}", f"${look.variable}")


def problem_line(findings: Sequence[Finding], key: str) -> Content:
    """Return the worst finding in a line, and which `key` shows the others."""
    worst = _worst(findings)
    look = SEVERITY_LOOKS[worst.severity]
    more = f"  and {len(findings) - 1:,} more: {key}" if len(findings) > 1 else ""
    return Content.assemble(
        Content.styled(f"{look.symbol} ", f"${look.variable}"),
        content_line(f"{worst.reason} ({worst.code})", _LONGEST_LINE),
        Content.styled(more, "$muted"),
    )


def problem_lines(findings: Sequence[Finding], tool: str) -> Content:
    """Return every finding with severity, code, part, reason and fix, the worst first; others' places are named."""
    ordered = sorted(findings, key=lambda each: SEVERITIES.index(each.severity))
    blocks = []
    for each in ordered:
        look = SEVERITY_LOOKS[each.severity]
        place = "" if each.place == tool else f"  {each.place}"
        blocks.append(
            Content("\n").join(
                (
                    Content.assemble(
                        Content.styled(look.text, f"${look.variable}"),
                        Content.styled(f"  {each.code}", "bold"),
                        content_line(place, _LONGEST_PART, "$muted"),
                        content_line(f"  {each.part}" if each.part else "", _LONGEST_PART, "$muted"),
                    ),
                    content(each.reason),
                    Content.assemble(Content.styled("→ ", "$muted"), content(each.fix)),
                )
            )
        )
    return Content("\n\n").join(blocks)


def _worst(findings: Sequence[Finding]) -> Finding:
    return min(findings, key=lambda each: SEVERITIES.index(each.severity))
