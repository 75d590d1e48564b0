"""Where the compiler and the plotter keep what they made, on machines without a home to write to.

Both would otherwise fail or complain in every run: in a container, under a service account, or
where another user has installed the package.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def settle_cache(variable: str, name: str, *own: Path) -> None:
    """Point a program's cache at a private folder, unless it has a place that can be written.

    `variable` is the environment's name for that place, `own` are folders used before the home.
    """
    if not os.environ.get(variable) and not any(map(_can_be_written, (*own, *_home()))):
        os.environ[variable] = str(private_folder(name))


def private_folder(name: str) -> Path:
    """A folder for temporary files that nobody else owns or can write to.

    What lies in a cache is run again later, so a folder that another user made is not used.
    """
    folder = Path(tempfile.gettempdir()) / f"puntobanco-{name}-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
        return folder
    return Path(tempfile.mkdtemp(prefix=f"puntobanco-{name}-"))


def _home() -> list[Path]:
    try:
        return [Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")]
    except RuntimeError:  # nobody says where the home is
        return []


def _can_be_written(folder: Path) -> bool:
    """Whether it can be, or made in the folder above it; not if that may not be looked into."""
    there = folder if os.access(folder, os.F_OK) else folder.parent
    return os.access(there, os.W_OK | os.X_OK)
