"""The folder of a house: who may read it, what must be in it, when a house may be founded there.

A log that was lost never becomes a new house: one is founded only in a folder that holds none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from stat import S_IMODE

from puntobanco.record.opening import is_address

SIGNING, SHOES, LOG = "house.key", "shoes.key", "house.db"
FOUNDING = "founding"
"""A file that lies there from the first start until there is an administrator."""


class FolderError(Exception):
    """The folder cannot be opened as a house; the sentence says what is missing and what to do."""


def narrow(folder: Path) -> None:
    """Make the folder, or see to it that nobody but its owner reads it and what lies in it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if sys.platform == "win32":
        return
    for path in (folder, *(each for each in folder.iterdir() if each.is_file())):
        if path.is_symlink() or not S_IMODE(path.stat().st_mode) & 0o077:
            continue
        if path.name in (SIGNING, SHOES):  # others may have read it: that cannot be undone
            raise FolderError(f"others may read the key file {path}; run chmod 600 {path}")
        try:
            path.chmod(S_IMODE(path.stat().st_mode) & 0o700)
        except OSError as error:
            raise FolderError(
                f"others may read {path} and it cannot be changed: {error.strerror}. "
                f"Run: chmod -R go= {folder}"
            ) from None


def may_found(folder: Path, source: str) -> bool:
    """Whether a house may be founded there: the folder holds none, or founding was interrupted."""
    mark = folder / FOUNDING
    if mark.exists():
        return True
    keys = [name for name in (SIGNING, SHOES) if (folder / name).exists()]
    if not is_address(source) and not Path(source).exists() and keys:
        raise lost_log(folder, source)
    if keys or (not is_address(source) and Path(source).exists()):
        return False
    os.close(os.open(mark, os.O_CREAT | os.O_WRONLY, 0o600))
    return True


def is_founded(folder: Path) -> None:
    """The house has people: from now on none is founded there."""
    (folder / FOUNDING).unlink(missing_ok=True)


def lost_log(folder: Path, source: str) -> FolderError:
    """What is said of keys without the log that belongs to them."""
    what = "the database" if is_address(source) else f"{source} (with its -wal, if it has one)"
    return FolderError(
        f"{folder} has the keys of a house, but its log is missing or empty. Put {what} back, or "
        "restore a copy with `punto restore`. To found a new house, name an empty folder"
    )


def must_have_keys(folder: Path, *, may_renew: bool) -> None:
    """Refuse a house whose keys are gone, unless new ones are wanted."""
    gone = [name for name in (SIGNING, SHOES) if not (folder / name).exists()]
    if gone and not may_renew:
        raise FolderError(
            f"{folder} has no {' and no '.join(gone)}, but its log has a house. Put the file back "
            "from where you keep the keys. To go on with a new key, start once with --renew-keys"
        )
