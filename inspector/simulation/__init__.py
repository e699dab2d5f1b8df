"""A conversation turn by turn: which tools stand in each request, what it costs, when the prompt cache misses."""
