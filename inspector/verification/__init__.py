"""Asking the person's installed client what it would do, offline, and comparing that with the host module."""
