"""The demo server `files`: 14 tools for a folder of files; two of the names break the usual spelling on purpose."""

from __future__ import annotations

from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, record, ref, text, whole

VERSION = "1.0.3"
INSTRUCTIONS = "Read and change the files below one allowed folder. Paths are relative to it."
PAGE_SIZE = 0

DEFINITIONS: dict[str, Schema] = {
    "Edit": record(
        "One replacement.",
        "old new",
        old=text("Text to replace; must occur exactly once unless `all` is set."),
        new=text("Text to put in its place."),
        all=flag("Replace every occurrence."),
    ),
}

PARAMETERS: dict[str, Schema] = {
    "path": text("Path relative to the allowed folder."),
    "paths": many(text(), "Paths to read.", 1, 50),
    "first": whole("First line to return, counted from 1.", 1),
    "last": whole("Last line to return.", 1),
    "encoding": choice("Text encoding.", "utf-8", "utf-16", "latin-1", "gb18030"),
    "content": text("Complete new content."),
    "edits": many(ref("Edit"), "Replacements, applied in order.", 1),
    "dry_run": flag("Only return the diff."),
    "source": text("Present path."),
    "target": text("New path; must not exist yet."),
    "overwrite": flag("Replace the target if it exists."),
    "recursive": flag("Include all folders below."),
    "pattern": text("Glob pattern, e.g. **/*.py."),
    "exclude": either("Pattern or patterns to leave out.", text(), many(text())),
    "query": text("Text or regular expression to look for."),
    "regex": flag("Read the query as a regular expression."),
    "context": whole("Lines to show before and after each hit.", 0, 20),
    "depth": whole("How many levels to go down.", 1, 10),
    "algorithm": choice("Hash function.", "sha256", "sha1", "md5"),
    "archive": text("Path of the archive."),
}

TABLE = """
read_file(path*, first, last, encoding=utf-8) read "Read file"
    Read a text file, or only some of its lines.
read_multiple_files(paths*) read
    Read several files at once. A file that cannot be read does not make the others fail.
write_file(path*, content*, encoding=utf-8) destroy again "Write file"
    Create a file or replace all of its content. Use edit_file to change only parts.
edit_file(path*, edits*, dry_run=false) destroy strict "Edit file"
    Replace pieces of a text file and return the diff.
    | Each piece of old text has to match exactly, spaces and line ends included.
create_directory(path*) write again
    Create a folder and the folders above it.
list_directory(path*, recursive=false) read
    List the files and folders in a folder with their sizes.
directory_tree(path*, depth=3, exclude) read
    Return a folder and everything below it as a nested structure.
move-file(source*, target*, overwrite=false) destroy
    Move or rename a file or folder.
copy_file(source*, target*, overwrite) write
    Copy.
delete_file(path*, recursive) destroy again
    Delete a file, or a folder with everything in it when `recursive` is set.
searchFiles(pattern*, path, exclude) read
    Find files whose path matches a glob pattern.
search_text(query*, path, pattern, regex=false, context=2) read strict "Search in files"
    Search the content of files and return the lines that match.
get_file_info(path*, algorithm)
create_archive(archive*, paths*) write
    Pack files into a zip archive.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "get_file_info": {
        "outputSchema": record(
            "",
            "path size",
            path=text("Path."),
            size=whole("Size in bytes."),
            modified=text("Time of the last change."),
            kind=choice("Kind of entry.", "file", "folder", "link"),
        )
    },
}


def build() -> list[Tool]:
    """Return all 14 tools."""
    return tools(TABLE, PARAMETERS, definitions=DEFINITIONS, extras=EXTRAS)
