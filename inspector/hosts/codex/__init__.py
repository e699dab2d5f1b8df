"""Codex CLI: names, definitions, ranking, deferral and texts, one module each."""
