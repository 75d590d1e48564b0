"""Copies of a house's database, each with a checksum beside it; keys are never in one."""

from __future__ import annotations

import asyncio
import hashlib
import os
from pathlib import Path

import msgspec

from puntobanco.record.copies import copy_store
from puntobanco.record.store import WrongStoreError
from puntobanco.sayings.saying import SaidError, say
from puntobanco.wire.house import BackupForm

NOTE = (
    "The keys (house.key, shoes.key) are not in this copy; keep them apart, restoring needs them."
)
KEYS = ("house.key", "house.key.public", "shoes.key")
FOLDER = "backups"


class NoBackupError(SaidError):
    """A copy that cannot be made."""


def name_for(request_id: str) -> str:
    """The file of the copy that is made under an id."""
    return f"house-{request_id}.db"


def digest_of_file(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def described(path: Path) -> BackupForm | None:
    """A copy by its description; None where it has none."""
    try:
        return msgspec.json.decode(_beside(path).read_bytes(), type=BackupForm)
    except (OSError, msgspec.DecodeError):
        return None


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")


def describe(path: Path, made_at: int) -> BackupForm:
    """Write a copy's description beside it, once it is whole."""
    form = BackupForm(
        name=path.name,
        bytes=path.stat().st_size,
        sha256=digest_of_file(path),
        made_at=made_at,
        note=NOTE,
    )
    partial = path.with_name(f"{path.name}.json.partial")
    with partial.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(form), indent=2))
        file.flush()
        os.fsync(file.fileno())
    partial.rename(_beside(path))
    return form


async def make(source: str, folder: Path, request_id: str, now: int) -> BackupForm:
    """Copy a house that is open; under the same id there is one copy."""
    target = folder / FOLDER / name_for(request_id)
    target.parent.mkdir(mode=0o700, exist_ok=True)
    known = described(target)
    if known is not None:
        return known
    target.unlink(missing_ok=True)  # a copy without its description was interrupted
    try:
        await copy_store(source, target)
    except WrongStoreError as error:
        raise NoBackupError(say("error.no-backup", why=str(error))) from None
    return await asyncio.to_thread(describe, target, now)


def listed(folder: Path) -> tuple[BackupForm, ...]:
    """Every copy with a description, the newest first."""
    found = [described(path) for path in sorted((folder / FOLDER).glob("*.db"))]
    return tuple(
        sorted((each for each in found if each), key=lambda each: each.made_at, reverse=True)
    )
