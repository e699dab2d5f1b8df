"""Edits in TOML text, done by tomlkit, which keeps comments, order and layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.errors import FileError
from inspector.export.merging.edits import Append, Edit, Put


def edit_toml(text: str, edits: Sequence[Edit]) -> str:
    """Return `text` with `edits` done; raise `FileError` when tomlkit cannot."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        for edit in edits:
            holder: Any = document
            for step in edit.path if isinstance(edit, Append) else edit.path[:-1]:
                if isinstance(step, str) and step not in holder:
                    holder[step] = tomlkit.table(is_super_table=True)
                holder = holder[step]
            if isinstance(edit, Append):
                holder.append(edit.value)
            elif isinstance(edit, Put):
                _put(holder, edit)
            else:
                del holder[edit.path[-1]]
        return tomlkit.dumps(document)
    except (TOMLKitError, KeyError, TypeError, ValueError) as error:
        reason = type(error).__name__
        raise FileError(f"this TOML cannot be changed in place ({reason})", "write the export with -o") from None


def _put(holder: Any, edit: Put) -> None:
    import tomlkit
    from tomlkit.items import InlineTable

    value = edit.value
    if isinstance(holder, InlineTable):
        holder[str(edit.path[-1])] = _inline(value)
    elif isinstance(value, dict) and any(isinstance(inner, dict) for inner in value.values()) and len(edit.path) == 1:
        # `mcp_servers` itself: its tables get their own headings.
        table = tomlkit.table(is_super_table=True)
        for name, inner in value.items():
            table[name] = inner
        holder[edit.path[-1]] = table
    else:
        holder[edit.path[-1]] = value


def _inline(value: Any) -> Any:
    """Return `value` so that it can stand inside ``{ … }`` on one line."""
    import tomlkit

    if not isinstance(value, dict):
        return value
    table = tomlkit.inline_table()
    for name, inner in value.items():
        table[name] = _inline(inner)
    return table
