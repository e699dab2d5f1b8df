"""Ending server processes when this program is killed so hard that it cannot end them itself. POSIX only.

A small shell waits at a pipe that only this program holds open. It is told which process groups are running;
when the pipe ends, because this program is gone for whatever reason, it ends those that are left.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading

_SCRIPT = """
trap '' HUP INT TERM
groups=' '
while read -r word group; do
  case $word in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="${groups%% $group *} ${groups#* $group }" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -TERM "-$group"; done 2>/dev/null
sleep 2
for group in $groups; do kill -KILL "-$group"; done 2>/dev/null
"""


class OrphanGuard:
    """The waiting shell, started with the first process group it has to know of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shell: subprocess.Popen[bytes] | None = None

    def watch(self, group: int) -> None:
        """End the process group `group` if this program is gone before `forget` was called."""
        with self._lock:
            if self._shell is None or self._shell.poll() is not None:
                self._shell = self._start()
            self._tell(f"+ {group}\n")

    def forget(self, group: int) -> None:
        """Leave the process group `group` alone from now on: it has ended, and its number may be used again."""
        with self._lock:
            self._tell(f"- {group}\n")

    @staticmethod
    def _start() -> subprocess.Popen[bytes] | None:
        # Without a shell there is no guard, but no reason to fail either.
        with contextlib.suppress(OSError):
            return subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "tsi-orphan-guard"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                bufsize=0,
                # Out of the terminal's reach: Ctrl-C and closing the window are for this program.
                start_new_session=True,
            )
        return None

    def _tell(self, line: str) -> None:
        if self._shell is not None and self._shell.stdin is not None:
            with contextlib.suppress(OSError):
                self._shell.stdin.write(line.encode())


guard = OrphanGuard()
"""The one of this process."""
