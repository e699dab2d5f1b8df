"""Files with queries to answer one after the other."""

from __future__ import annotations

from inspector.config.json_reading import parse_json
from inspector.errors import FileError
from inspector.storage import read_text


def read_queries(path: str) -> list[str]:
    """Return the queries in the file at `path`: a JSON list of texts, or one query a line.

    Raises `FileError` when the file cannot be read or holds JSON of another form.
    """
    text = read_text(path)
    if not text.lstrip().startswith(("[", "{")):
        return [line.strip() for line in text.splitlines() if line.strip()]
    value = parse_json(text, path)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return list(value)
    raise FileError(f"{path}: not a list of queries", "write a JSON list of texts, or one query a line")
