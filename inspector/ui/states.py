"""How the states of tools and servers, and severities, look: symbol, word and theme variable; never colour alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """One state's symbol, its word, and the theme variable of its colour (without the dollar sign)."""

    symbol: str
    word: str
    variable: str

    @property
    def text(self) -> str:
        """Symbol and word."""
        return f"{self.symbol} {self.word}"


TOOL_STATES: dict[str, Look] = {
    "loaded": Look("●", "loaded", "state-loaded"),
    "pinned": Look("◆", "pinned", "state-pinned"),
    "deferred": Look("○", "deferred", "state-deferred"),
    "hidden": Look("–", "hidden", "state-hidden"),
    "refused": Look("✕", "refused", "state-refused"),
    "built-in": Look("□", "built-in", "muted"),
}

SEVERITY_LOOKS: dict[str, Look] = {
    "error": Look("✕", "error", "error"),
    "warning": Look("⚠", "warning", "warning"),
    "note": Look("•", "note", "muted"),
}

SERVER_STATES: dict[str, Look] = {
    "waiting": Look("◌", "waiting", "state-waiting"),
    "connecting": Look("◌", "connecting", "state-waiting"),
    "listing": Look("◌", "listing", "state-waiting"),
    "ready": Look("●", "ready", "state-ready"),
    "failed": Look("✕", "failed", "state-failed"),
    "untrusted": Look("?", "untrusted", "state-waiting"),
    "disabled": Look("–", "disabled", "state-hidden"),
}
