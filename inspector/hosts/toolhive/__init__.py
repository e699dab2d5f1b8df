"""ToolHive's optimizer: full-text search by SQLite's own FTS5, one concern a module."""
