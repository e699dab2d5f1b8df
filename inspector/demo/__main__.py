"""``python -m inspector.demo NAME``: serve one demo server until stdin closes."""

from __future__ import annotations

import signal
import sys

from inspector.demo import SERVER_NAMES


def main(arguments: list[str]) -> int:
    """Serve the server named by the only argument; return the exit code (2 for a wrong call)."""
    if len(arguments) != 1 or arguments[0] not in SERVER_NAMES:
        known = ", ".join(SERVER_NAMES)
        problem = f"unknown server {arguments[0]!r}" if len(arguments) == 1 else "one server name is needed"
        sys.stderr.write(f"inspector.demo: {problem}; known servers: {known}\n")
        return 2
    # Imported late, so that a wrong call costs nothing and only one server's tables are ever loaded.
    from inspector.demo.catalog import load
    from inspector.demo.server import Session, serve

    return serve(Session(load(arguments[0])), sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    # The default action ends the process at once; Python's own handler would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
