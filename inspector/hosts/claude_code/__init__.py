"""Claude Code: refusals, names, definitions, ranking, deferral and texts, one module each."""
