"""mcpproxy-go: its analyser, index, query, scoring and texts, one module each."""
