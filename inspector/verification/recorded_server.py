"""``python -m inspector.verification.recorded_server FILE MARK``: serve a saved listing over stdio, as it was recorded.

The tools go out untouched, whatever is wrong with them. MARK is made once the whole list was asked for.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Any

from inspector.demo.server import Message, Session, serve


class Recorded:
    """What `Session` serves: a saved listing ``{"server", "version"?, "instructions"?, "tools"}``."""

    def __init__(self, saved: dict[str, Any]) -> None:
        self.name = str(saved.get("server") or "recorded")
        self.version = str(saved.get("version") or "0")
        self.instructions: str | None = saved.get("instructions")
        self.tools: list[Any] = saved["tools"]
        self.page_size = max(1, len(self.tools))


class RecordedSession(Session):
    """Answers as the recorded server did; calls are refused, since nothing can run here."""

    def __init__(self, recorded: Recorded, mark: Path) -> None:
        super().__init__(recorded)
        self._mark = mark

    def _list_tools(self, parameters: Message) -> Message:
        self._mark.touch()
        return super()._list_tools(parameters)

    def _call_tool(self, parameters: Message) -> Message:
        said = "This is a recording of the server: nothing can be called."
        return {"content": [{"type": "text", "text": said}], "isError": True}


def main(arguments: list[str]) -> int:
    """Serve the listing in the file of the first argument until stdin closes; return the exit code."""
    if len(arguments) != 2:
        sys.stderr.write("recorded_server: a saved listing and a file to make are needed\n")
        return 2
    saved = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    session = RecordedSession(Recorded(saved), Path(arguments[1]))
    return serve(session, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
