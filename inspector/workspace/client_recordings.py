"""What a verification recorded, written to a folder of the person's."""

from __future__ import annotations

import os

from inspector.storage import make_folder, write_atomic
from inspector.workspace.client_texts import keep_texts
from inspector.workspace.verifying import Verified


def write_recording(verified: Verified, folder: str) -> tuple[str, ...]:
    """Write the recording below `folder`, made where missing, and return the paths; earlier files are backed up.

    The client's sentences are kept for previews as well. Raises `FileError`.
    """
    written = []
    for name, text in verified.files.items():
        path = os.path.join(folder, name)
        make_folder(os.path.dirname(path))
        write_atomic(path, text)
        written.append(path)
    observed = verified.observed
    keep_texts(verified.agreement.host, f"{observed.title} {observed.version}", observed.texts)
    return tuple(written)
