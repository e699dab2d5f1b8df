"""The two states of mcpproxy-go's source that are told apart here, as a table."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.hosts.protocol import Label


@dataclass(frozen=True, slots=True)
class Release:
    """One state of the source.

    `qualified` puts ``server:tool`` into the full name (else the bare name stands there, as its discovery stores it),
    `output_schema` lets words of output schemas count in ``_all``, `segments` adds the clause for ``_`` segments.
    """

    id: str
    title: str
    version: str
    label: Label
    summary: str
    qualified: bool
    output_schema: bool
    segments: bool


RELEASES = (
    Release(
        id="mcpproxy-go",
        title="mcpproxy-go",
        version="source 20a3e50, bleve 2.6.0",
        label="documented",
        summary=(
            "Ranking rebuilt from its source and bleve's (TF-IDF, although it says BM25); words compared with bleve's "
            "own segmenter, scores not compared with a running proxy."
        ),
        qualified=True,
        output_schema=True,
        segments=False,
    ),
    Release(
        id="mcpproxy-go@index-2",
        title="mcpproxy-go with its index schema 2",
        version="source with index schema version 2",
        label="documented",
        summary=(
            "As its later source indexes: bare names as discovered, no output schemas, and a clause for the “_” "
            "segments of a name; read in the source, scores not compared with a running proxy."
        ),
        qualified=False,
        output_schema=False,
        segments=True,
    ),
)
