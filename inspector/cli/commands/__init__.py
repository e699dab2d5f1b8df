"""One module a command; each holds a click command called `command`."""
