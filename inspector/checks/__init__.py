"""Checks of a catalog in a host: what it would drop, what no query finds, what costs, what is unsafe or invalid."""
