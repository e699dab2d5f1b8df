"""Putting an export into a file a person wrote: comments, order and everything unrelated stay. Pure text."""

from __future__ import annotations

from inspector.export.merging.merge import Merged, merge, merge_target
from inspector.export.merging.shown_diff import shown_diff

__all__ = ["Merged", "merge", "merge_target", "shown_diff"]
