"""Edits in YAML text, done by ruamel.yaml's round trip, which keeps comments, order and quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any

from inspector.errors import FileError
from inspector.export.merging.edits import Append, Edit, Put

_MAPPING = re.compile(r"^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*#[^\n]*\n)*( +)[^\s#-]", re.MULTILINE)
"""A key and the indent of the first key below it."""


def edit_yaml(text: str, edits: Sequence[Edit]) -> str:
    """Return `text` with `edits` done, indented as it was; raise `FileError` when ruamel.yaml cannot."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.util import load_yaml_guess_indent

    try:
        _, indent, offset = load_yaml_guess_indent(text)
        editor = YAML()
        editor.preserve_quotes = True
        editor.width = 1 << 20
        found = _MAPPING.search(text)
        editor.indent(mapping=len(found[1]) if found else 2)
        if indent is not None and offset is not None:
            editor.indent(sequence=indent, offset=offset)
        document = editor.load(text)
        bare = document is None
        document = {} if bare else document
        for edit in edits:
            holder: Any = document
            for step in edit.path if isinstance(edit, Append) else edit.path[:-1]:
                if isinstance(step, str) and step not in holder:
                    holder[step] = {}
                holder = holder[step]
            if isinstance(edit, Append):
                holder.append(edit.value)
            elif isinstance(edit, Put):
                holder[edit.path[-1]] = edit.value
            else:
                del holder[edit.path[-1]]
        stream = StringIO()
        editor.dump(document, stream)
        # Without any value the round trip has nothing the comments could belong to.
        return f"{text.rstrip()}\n{stream.getvalue()}" if bare else stream.getvalue()
    except (YAMLError, KeyError, TypeError, ValueError) as error:
        reason = type(error).__name__
        raise FileError(f"this YAML cannot be changed in place ({reason})", "write the export with -o") from None
