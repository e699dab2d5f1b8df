"""Anthropic Messages API with a tool search tool: editions, naming, definitions, deferral, search and texts."""
