"""Finds and runs the native command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Sequence

# Codes of a pair that was compared although a condition holds (3) or the traces may not be comparable (4).
COMPARED = (0, 3, 4)


class DiptychError(Exception):
    """A command that failed, with the reason that it printed."""


def path() -> str:
    """Returns the path of the command: that of DIPTYCH, of the wheel, or of PATH, in this order."""
    chosen = os.environ.get("DIPTYCH")
    if chosen:
        return chosen
    name = "diptych.exe" if sys.platform == "win32" else "diptych"
    # A wheel puts it beside the interpreter, or into the folder of the user's own scripts.
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    for folder in folders:
        if folder and (Path(folder) / name).is_file():
            return str(Path(folder) / name)
    found = shutil.which(name)
    if found:
        return found
    raise DiptychError("the command `diptych` is not installed: install the wheel, or set DIPTYCH to its path")


def run(arguments: Sequence[object], accepted: Sequence[int] = COMPARED) -> str:
    """Runs the command and returns what it printed. Fails with its reason for any other exit code."""
    command = [path(), *map(str, arguments)]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    if ended.returncode not in accepted:
        reason = ended.stderr.strip() or f"it ended with code {ended.returncode}"
        raise DiptychError(reason)
    return ended.stdout
