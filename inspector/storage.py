"""The only module that touches files: reading, and atomic writing with backups.

Writing is all or nothing: the text goes to a temporary file beside the target, reaches the disk, and then
takes the target's place in one step. What was there before stays as ``name.bak``; older backups move on to
``name.bak.1``, ``name.bak.2`` … up to `BACKUPS` files, the oldest of them being dropped.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from inspector.errors import FileError

AnyPath = str | os.PathLike[str]

LARGEST_FILE = 1 << 30
"""Bytes of the largest file that is read: no configuration or listing comes near it."""

BACKUPS = 5
"""How many earlier contents of a file are kept beside it."""


def exists(path: AnyPath) -> bool:
    """Return whether something is at `path`; a path that cannot be looked at counts as absent."""
    try:
        return os.path.exists(path)
    except (OSError, ValueError):
        return False


def names_in(folder: AnyPath) -> tuple[str, ...]:
    """Return the names of what is in `folder`, sorted; none where it is missing or may not be looked at."""
    try:
        return tuple(sorted(os.listdir(folder)))
    except (OSError, ValueError):
        return ()


def files_below(path: AnyPath, suffix: str) -> tuple[str, ...]:
    """Return the files below the folder `path` whose names end in `suffix`, sorted; a file is its own answer.

    Symbolic links to folders are not followed, and folders that may not be looked at are passed over.
    """
    if not os.path.isdir(path):
        return (os.fspath(path),)
    found = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return tuple(sorted(each for each in found if each.endswith(suffix)))


def read_bytes(path: AnyPath) -> bytes:
    """Return the content of the file at `path`; raise `FileError` when it cannot be read."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(errno.EISDIR, "it is a folder")
            if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
                raise OSError(errno.EINVAL, "it is a device, not a file")
            if stat.S_ISFIFO(status.st_mode):
                # What a shell writes as <(command): waiting for its writer is meant.
                os.set_blocking(file.fileno(), True)
            content = file.read(LARGEST_FILE + 1)
            if len(content) > LARGEST_FILE:
                raise OSError(errno.EFBIG, f"it is larger than {LARGEST_FILE >> 20} MiB")
            return content
    except (OSError, ValueError) as error:
        raise _failure("read", path, error) from error


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe without a writer is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))


def read_text(path: AnyPath) -> str:
    """Return the UTF-8 text of the file at `path` without its byte order mark, newlines as they stand.

    Raises `FileError` when the file cannot be read or is not UTF-8, naming the line of the first bad byte.
    """
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise FileError(f"cannot read {os.fspath(path)}: it is UTF-16, not UTF-8", "save it as UTF-8") from error
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"cannot read {os.fspath(path)}: line {line} is not UTF-8", "save the file as UTF-8 text"
        ) from error


def write_atomic(path: AnyPath, text: str, *, backup: bool = True) -> Path | None:
    """Make `text` the whole content of the file at `path` and return the path of the backup, if one was made.

    A symbolic link is followed: its target is replaced, the link stays. An existing file keeps its mode. A
    file that already holds exactly `text` is left alone, so no backup is spent on it. Raises `FileError`, with the file
    unchanged and nothing left behind, when the folder is missing or not writable, the file is read-only, or
    the disk is full.
    """
    content = _encoded(path, text)
    try:
        target = Path(os.path.realpath(path))
        before = _existing(target)
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "the file is read-only")
        old = None if before is None else target.read_bytes()
        if old == content:
            return None
        temporary = _written(target, content, before)
        try:
            # The new content is on the disk already, so a full disk cannot cost an old backup.
            saved = _keep(target, old, before) if backup and old is not None else None
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
        _settle(target.parent)
        return saved
    except (OSError, ValueError) as error:
        raise _failure("write", path, error) from error


def create_new(path: AnyPath, text: str) -> None:
    """Write `text` to a file that must not exist yet; raise `FileError` when anything is at `path` already."""
    content = _encoded(path, text)
    target = Path(path)
    try:
        temporary = _written(target, content, None)
        try:
            os.link(temporary, target)
        except FileExistsError:
            raise
        except OSError:
            # Some file systems (FAT, a few network shares) have no hard links.
            _create_plainly(target, content)
        finally:
            temporary.unlink(missing_ok=True)
        _settle(target.parent)
    except FileExistsError as error:
        raise FileError(
            f"cannot create {os.fspath(path)}: it already exists", "choose another name, or move that file away first"
        ) from error
    except (OSError, ValueError) as error:
        raise _failure("write", path, error) from error


def write_private(path: AnyPath, text: str) -> None:
    """Make `text` the whole content of the file at `path`, which only its owner may read (mode 0600).

    For tokens and agreements: no backup is kept, the mode of an earlier file does not count, and a missing
    folder is made for its owner alone. Raises `FileError`, with nothing changed, when writing fails.
    """
    content = _encoded(path, text)
    try:
        target = Path(os.path.realpath(path))
        if not target.parent.is_dir():
            target.parent.parent.mkdir(parents=True, exist_ok=True)
            target.parent.mkdir(mode=0o700, exist_ok=True)
        temporary = _written(target, content, None, mode=0o600)
        try:
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
        _settle(target.parent)
    except (OSError, ValueError) as error:
        raise _failure("write", path, error) from error


def remove(path: AnyPath) -> bool:
    """Remove the file at `path` and return whether there was one; raise `FileError` when it cannot be removed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise _failure("remove", path, error) from error
    return True


def make_folder(path: AnyPath) -> Path:
    """Return the folder `path`, created with its parents where missing; raise `FileError` when that fails."""
    try:
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    except (OSError, ValueError) as error:
        raise _failure("create the folder", path, error) from error


def _encoded(path: AnyPath, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FileError(
            f"cannot write {os.fspath(path)}: the text has half of a character pair (U+{ord(text[error.start]):04X})",
            "remove that character; it cannot be stored as UTF-8",
        ) from error


def _existing(target: Path) -> os.stat_result | None:
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file")
    return status


def _keep(target: Path, old: bytes, before: os.stat_result | None) -> Path:
    """Return the backup that holds `old`, made now unless the newest one holds it already."""
    names = [target.with_name(f"{target.name}.bak" + (f".{number}" if number else "")) for number in range(BACKUPS)]
    if names[0].is_file() and names[0].read_bytes() == old:
        return names[0]
    # Only up to the first gap: a missing number is where the older ones can move to.
    filled = next((place for place, name in enumerate(names) if not name.exists()), BACKUPS - 1)
    temporary = _written(names[0], old, before)
    try:
        for place in range(filled, 0, -1):
            os.replace(names[place - 1], names[place])
        os.replace(temporary, names[0])
    finally:
        temporary.unlink(missing_ok=True)
    return names[0]


def _written(target: Path, content: bytes, before: os.stat_result | None, mode: int = 0o666) -> Path:
    """Return a temporary file beside `target` that holds `content`, with the owner and mode of `before`.

    `mode` is what a new file gets, less the umask.
    """
    temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
    # A file that replaces a private one must not be readable by others for a moment.
    descriptor = os.open(temporary, _CREATE, mode if before is None else 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            if before is not None:
                with contextlib.suppress(OSError, AttributeError):
                    os.chown(temporary, before.st_uid, before.st_gid)
                os.chmod(temporary, stat.S_IMODE(before.st_mode))
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _create_plainly(target: Path, content: bytes) -> None:
    descriptor = os.open(target, _CREATE, 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _settle(folder: Path) -> None:
    """Ask the system to remember the new name across a power cut, where it can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _failure(verb: str, path: AnyPath, error: OSError | ValueError) -> FileError:
    place = f"cannot {verb} {os.fspath(path)}"
    if isinstance(error, FileNotFoundError):
        if verb == "read":
            return FileError(f"{place}: there is no such file", "check the spelling and the folder you are in")
        folder = os.path.dirname(os.path.realpath(path))
        return FileError(f"{place}: the folder {folder} does not exist", "create the folder first")
    if isinstance(error, IsADirectoryError):
        return FileError(f"{place}: it is a folder, not a file", "name a file in it")
    if isinstance(error, NotADirectoryError | FileExistsError):
        return FileError(f"{place}: a part of the path is a file, not a folder", "check the path")
    if isinstance(error, PermissionError):
        return FileError(f"{place}: permission denied", "check the permissions of the file and its folder")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    hints = {errno.ENOSPC: "free some space on the disk", errno.EROFS: "the disk is mounted read-only"}
    hint = hints.get(error.errno or 0, "") if isinstance(error, OSError) else ""
    return FileError(f"{place}: {reason or error}", hint or "nothing was changed" if verb == "write" else hint)
