"""Names in a toolset that only hosts and export targets can judge: unknown ones are errors with the nearest name."""

from __future__ import annotations

from inspector.errors import FileError, nearest
from inspector.export import exporters
from inspector.hosts import hosts
from inspector.tuning.model import Tuning


def check_names(tuning: Tuning) -> None:
    """Raise `FileError` for a host, text or export target that does not exist; it would be ignored in silence."""
    source = tuning.path or "toolset"
    for host_id, texts in tuning.texts.items():
        found = hosts().get(host_id)
        if found is None:
            raise FileError(f"{source}: [host.{host_id}] names no host", nearest(host_id, list(hosts())))
        for text_id in texts:
            if text_id not in found.text_ids:
                known = list(found.text_ids)
                raise FileError(f"{source}: [host.{host_id}.texts] {text_id} is no text of it", nearest(text_id, known))
    for target in tuning.exports:
        if target not in exporters():
            raise FileError(f"{source}: [export.{target}] names no target", nearest(target, list(exporters())))
