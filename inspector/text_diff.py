"""What separates two texts, as shown before one takes the place of the other."""

from __future__ import annotations


def diff(old: str, new: str, name: str) -> str:
    """Return the unified diff that turns `old` into `new`, both called `name`; empty when they are equal."""
    from difflib import unified_diff

    lines = unified_diff(_lines(old), _lines(new), fromfile=name, tofile=f"{name} (new)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    # Not str.splitlines: it also breaks at form feeds and U+2028, which are no ends of lines in a file.
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]
