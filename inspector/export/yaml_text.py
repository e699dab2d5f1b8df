"""Exported YAML as text, written by ruamel.yaml; what a reader of YAML 1.1 or 1.2 could take for more is quoted."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_/](?:[A-Za-z0-9_./-]|:(?=/))*")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that mean something else than themselves to readers of YAML 1.1."""


def yaml_text(value: Any, comment: str = "") -> str:
    """Return `value` as block-style YAML, with the lines of `comment` in front."""
    from ruamel.yaml import YAML
    from ruamel.yaml.representer import SafeRepresenter

    class Representer(SafeRepresenter):
        """Quotes every text that is not plainly a word, a path or an address."""

    def text(representer: Any, data: str) -> Any:
        plain = _PLAIN.fullmatch(data) and data.lower() not in _WORDS
        return representer.represent_scalar("tag:yaml.org,2002:str", data, style=None if plain else '"')

    Representer.add_representer(str, text)
    writer = YAML(typ="safe", pure=True)
    writer.Representer = Representer
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.width = 4096
    # Unsorted: what is written first matters to people. The library's own annotation of this switch is too narrow.
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    stream = StringIO()
    writer.dump(_storable(value), stream)
    head = "".join(f"# {line}".rstrip() + "\n" for line in comment.splitlines())
    return head + stream.getvalue()


def _storable(value: Any) -> Any:
    """Return `value` without halves of surrogate pairs, which no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    return value
