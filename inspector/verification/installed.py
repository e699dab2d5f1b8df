"""Which client is installed here, and in which version."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import dataclass

from inspector.errors import UsageError
from inspector.verification.client_process import plain_environment, run
from inspector.verification.clients.driver import ClientDriver

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:[-.+][0-9A-Za-z.-]+)?")
_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Installed:
    """A client's program, and the version it says it has."""

    path: str
    version: str


def program_of(driver: ClientDriver, given: str | None = None) -> str:
    """Return the path of the client's program: the one `given`, else the first on PATH.

    Raises `UsageError`, which says how to install it.
    """
    if given is not None:
        found = shutil.which(os.path.expanduser(given))
        if found is None:
            raise UsageError(
                f"{given}: this is no program that can be started", "give the path of the client's program"
            )
        return os.path.abspath(found)
    found = shutil.which(driver.program)
    if found is None:
        raise UsageError(
            f"{driver.title} is not installed: there is no “{driver.program}” on PATH",
            f"install it ({driver.package}), or name its program with --client PATH",
        )
    return os.path.abspath(found)


async def installed(driver: ClientDriver, given: str | None = None) -> Installed:
    """Return the client's program and version, asked of the program itself in an empty home.

    Raises `UsageError` where it is missing, says no version, or is older than what can be talked to.
    """
    path = program_of(driver, given)
    with tempfile.TemporaryDirectory(prefix="tsi-verify-") as home:
        ended = await run(path, ("--version",), environment=plain_environment(home), cwd=home, seconds=_SECONDS)
    found = _VERSION.search(ended.output)
    if found is None:
        why = (
            "did not answer in time" if ended.exit_code is None else f"ended with {ended.exit_code}: {ended.last_line}"
        )
        raise UsageError(f"{path} --version says no version: it {why}", f"is it really {driver.title}?")
    version = found.group()
    if _numbers(version) < _numbers(driver.oldest):
        raise UsageError(
            f"{driver.title} {version} is too old to be asked: {driver.oldest} is the oldest this can talk to",
            f"update it ({driver.package})",
        )
    return Installed(path, version)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
