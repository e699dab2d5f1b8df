"""A case of a suite as four lines of text that a person edits, and the case that they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.catalog import Catalog
from inspector.errors import UsageError, nearest
from inspector.foreign_text import one_line
from inspector.hosts import hosts
from inspector.suites import Case


@dataclass(frozen=True, slots=True)
class CaseTexts:
    """A case as text: its query, its expected tools with commas between, the host it is limited to, its note."""

    query: str
    tools: str
    host: str = ""
    note: str = ""

    @classmethod
    def of(cls, case: Case) -> CaseTexts:
        """Return the texts that a person is shown of `case`, each on one line and without control characters."""
        return cls(one_line(case.query), one_line(", ".join(case.relevant)), one_line(case.host or ""),
                   one_line(case.note))  # fmt: skip


def edited_case(case: Case, texts: CaseTexts, catalog: Catalog) -> Case:
    """Return `case` as `texts` say it; what the person left as it was shown stays exactly as it is.

    Raises `UsageError` for an empty query, for no tool, for a tool that a server of `catalog` does not have, and for
    a host that there is not. Tools of servers that are not there now may be named.
    """
    shown = CaseTexts.of(case)
    changed = case
    if texts.query != shown.query:
        if not texts.query.strip():
            raise UsageError("a case needs a query", "write what a person or a model would search for")
        changed = replace(changed, query=texts.query.strip())
    if texts.tools != shown.tools:
        changed = replace(changed, relevant=_tools(texts.tools, case.relevant, catalog))
    if texts.host != shown.host:
        changed = replace(changed, host=_host(texts.host.strip()))
    if texts.note != shown.note:
        changed = replace(changed, note=texts.note.strip())
    return changed


def _tools(text: str, before: Sequence[str], catalog: Catalog) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(part for each in text.split(",") if (part := each.strip())))
    if not named:
        raise UsageError("a case needs at least one tool that the query should find", "write server/tool")
    for tool in named:
        server, slash, name = tool.partition("/")
        if tool in catalog.by_id or tool in before:
            continue
        if not (server and slash and name):
            raise UsageError(f"“{tool}” is no server/tool", nearest(tool, list(catalog.by_id)))
        found = catalog.server(server)
        if found is not None:
            raise UsageError(f"“{tool}” names no tool here", nearest(tool, [each.id for each in found.tools]))
    return named


def _host(text: str) -> str | None:
    if not text:
        return None
    if text not in hosts():
        raise UsageError(f"“{text}” is no host", nearest(text, list(hosts())) or "leave it empty for all hosts")
    return text
