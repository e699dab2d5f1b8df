"""The dialects: one module a family of configuration files, each saying what it recognises and reads."""
