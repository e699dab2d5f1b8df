"""Which names and which texts are secret by themselves, wherever they stand."""

from __future__ import annotations

import re

MASK = "•••"
"""What stands where a secret stood."""

URL = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
"""How a URL begins, whatever its scheme."""

_SECRET_NAME = re.compile(
    r"token|secret|passw|passphrase|passcode|credential|cookie|bearer|auth|key$|(?:^|_)(?:pass|pwd|pin|sig|signature)$",
    re.IGNORECASE,
)
_KNOWN_CREDENTIAL = re.compile(
    r"^(?:sk-|pk-|rk_|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|eyJ|npm_|hf_|pypi-|lin_api_|ntn_"
    r"|Bearer |Basic )"
)
_TOKEN_CHARACTERS = re.compile(r"^[A-Za-z0-9_+=~-]+$")
_REFERENCE_DEFAULT = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*):-(?P<default>[^}]*)\}")
_REFERENCE_ONLY = re.compile(r"^(?:(?:Bearer|Basic|Token) )?\$\{[A-Za-z_][A-Za-z0-9_]*\}$")


def is_secret_name(name: str) -> bool:
    """Return whether a variable, option or header called `name` usually carries a secret."""
    return bool(_SECRET_NAME.search(name.strip("-").replace("-", "_")))


def looks_secret(text: str) -> bool:
    """Return whether `text` looks like a credential: a known prefix, or a long word of mixed characters."""
    if _KNOWN_CREDENTIAL.match(text):
        return not is_reference(text)
    if len(text) < 20 or not _TOKEN_CHARACTERS.match(text):
        return False
    digits = sum(character.isdigit() for character in text)
    return digits >= 4 and len(text) - digits >= 4


def is_reference(text: str) -> bool:
    """Return whether `text` is a bare ``${NAME}``, maybe after ``Bearer``: it says where a value comes from."""
    return bool(_REFERENCE_ONLY.match(text))


def without_secret_defaults(text: str) -> str:
    """Return `text` with ``${NAME:-•••}`` for defaults that are secret by their look or their variable's name."""

    def masked(match: re.Match[str]) -> str:
        secret = is_secret_name(match["name"]) or looks_secret(match["default"])
        return f"${{{match['name']}:-{MASK}}}" if secret and match["default"] else match[0]

    return _REFERENCE_DEFAULT.sub(masked, text)
