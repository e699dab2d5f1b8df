"""x-code-cli: names, definitions, ranking, deferral and texts, one module each."""
