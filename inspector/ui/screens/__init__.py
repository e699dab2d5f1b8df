"""One screen a module, each with its stylesheet beside it."""
