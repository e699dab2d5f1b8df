"""``python -m inspector``: the same as ``tsi``."""

from __future__ import annotations

from inspector.cli.main import main

if __name__ == "__main__":
    main()
