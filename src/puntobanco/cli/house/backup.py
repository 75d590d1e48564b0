"""`punto backup` and `punto restore`: copies of a house, and a house from a copy."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import file_errors, needing, user_errors
from puntobanco.cli.house.client import own_id
from puntobanco.cli.log.sources import NOWHERE, Running
from puntobanco.cli.options import JsonOrSentences
from puntobanco.cli.progress import progress_bar, working
from puntobanco.cli.screen import tell
from puntobanco.record.clock import SteadyClock
from puntobanco.record.copies import DamagedFileError, bring, copy_to, is_packed
from puntobanco.record.opening import is_address, opened
from puntobanco.record.sqlite.rows import own
from puntobanco.record.store import StoreError

DATABASE = "house.db"
VERIFIED = "verified"
"""The folder of what was verified so far, in a house that is not whole yet."""


def _backups() -> Any:
    with needing("copies need", "server"):
        from puntobanco.server.operations import backups  # noqa: PLC0415 - an extra
    return backups


def backup(
    folder: Path | None = None,
    *,
    to: Path | None = None,
    database: str = "",
    house: Running = NOWHERE,
    json: JsonOrSentences = False,
) -> None:
    """Copy the database of a house with its checksum; the keys are never in the copy.

    A folder is copied while nobody serves it; a running house copies itself, with --at. A copy is
    one SQLite file, of a house in PostgreSQL too; with a name that ends in .gz it is packed, to
    about a fifth.

    Examples:
        punto backup house --to copies/monday.db
        punto backup house --to copies/tuesday.db.gz
        punto backup --at http://127.0.0.1:8000 --name admin

    Args:
        folder: The folder of a house that is not running.
        to: The file of the copy; without it, a new one in the folder's `backups`.
        database: The postgresql:// address, where the house of that folder is in one.
    """
    if (folder is None) == (not house):
        raise UsageError(
            "name the folder of a house that is not running, or a running one with --at"
        )
    if house:
        if to is not None:
            raise UsageError("a running house writes backups into its own folder; leave out --to")
        with house.line() as running:
            made = running.post("/backups")
            where = running.get("/backups")["folder"]
        _tell(str(Path(where) / made["name"]), made["sha256"], made["note"], json=json)
        return
    assert folder is not None
    _address_only(database)
    backups = _backups()
    source = database or str(folder / DATABASE)
    if not database and not Path(source).is_file():
        raise UsageError(
            f"{folder} has no {DATABASE}; name the folder that `punto serve` was given"
        )
    target = to or folder / backups.FOLDER / backups.name_for(own_id())
    try:
        with file_errors(target, "written"), working("copying"):
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            form = asyncio.run(_copy(source, target, backups))
    except StoreError as error:
        raise UsageError(
            f"{error}; if the house is running, use `punto backup --at ADDRESS`"
        ) from None
    _tell(str(target), form.sha256, form.note, json=json)


def _address_only(database: str) -> None:
    if database and not is_address(database):
        raise UsageError(
            f"{database!r} is not an address of a database; write postgresql://HOST/NAME"
        )


async def _copy(source: str, target: Path, backups: Any) -> Any:
    await copy_to(source, target)
    return backups.describe(target, SteadyClock()())


def _tell(path: str, checksum: str, note: str, *, json: bool) -> None:
    told = f"Copied to {path}\nSHA-256 {checksum}\n{note}"
    tell({"copy": path, "sha256": checksum, "note": note}, told, json=json)


# --- from a copy ------------------------------------------------------------------------------


def restore(
    copy: Path, folder: Path, *, keys: Path, database: str = "", json: JsonOrSentences = False
) -> None:
    """Make a new house from a copy, once everything in it has been verified.

    Checked are the checksum, if there is one beside the copy, every log by both verifiers, that
    the house's key is the one that signed, and that the shoes' key opens every shoe not yet
    revealed. Only then the folder is made. Given again, the command goes on from where it was
    interrupted. Everyone signs in again, and every device needs a new token: one that was ended
    since would be good again. Passwords are those of the copy. Where the copied house was, in a
    file or in PostgreSQL, does not bind the new one.

    Examples:
        punto restore copies/monday.db house2 --keys house

    Args:
        copy: The copied database.
        folder: Where the new house is to be; it must not exist.
        keys: A folder with house.key and shoes.key, as they were in the house's own.
        database: A postgresql:// address with no house in it, for a house that is not in a file.
    """
    _address_only(database)
    backups = _backups()
    if not copy.is_file():
        raise UsageError(f"{copy} is not a file; name a copy that `punto backup` made")
    if folder.exists():
        raise UsageError(f"{folder} exists already; name a new folder")
    draft = folder.with_name(f"{folder.name}.partial")
    notes = draft / VERIFIED
    if draft.exists() and not notes.is_dir():
        raise UsageError(f"{draft} exists already; name a new folder")
    for name in ("house.key", "shoes.key"):
        if not (keys / name).is_file():
            raise UsageError(
                f"{keys} has no {name}; it is in the folder of the house that was copied. Without "
                "it the logs can still be read: `punto log verify` and `punto log show`"
            )
    described = backups.described(copy)
    with file_errors(draft, "made"):
        notes.mkdir(parents=True, mode=0o700, exist_ok=True)
    with user_errors(StoreError), closing(own(notes / "restoring")):
        try:
            with file_errors(draft, "made"), user_errors(DamagedFileError):
                in_place = bool(database) and not is_packed(copy)
                verified = copy if in_place else draft / DATABASE
                checksum, digest = bring(copy, verified, progress_bar)
            if described is not None and checksum != described.sha256:
                raise UsageError(
                    f"{copy} is not as it was made: its checksum differs; take another copy"
                )
            events, logs = asyncio.run(_verify(verified, digest, notes, keys))
            _make(draft, folder, keys, backups.KEYS, database, verified)
        except (UsageError, StoreError):  # an interruption leaves the draft, to go on from
            shutil.rmtree(draft, ignore_errors=True)
            raise
    where = " --database ADDRESS" if database else ""
    told = [
        f"{how_many(events, 'event')} in {how_many(logs, 'log')}: nothing is wrong.",
        "Everyone must sign in again, and devices need new tokens.",
        f"Open the house with `punto serve {folder}{where}`.",
    ]
    if described is None:
        told.insert(0, f"{copy} has no checksum beside it; only its logs could be verified.")
    form = {"house": str(folder), "events": events, "logs": logs}
    tell({**form, "checksum": described is not None}, "\n".join(told), json=json)


def _make(
    draft: Path, folder: Path, keys: Path, names: tuple[str, ...], database: str, copy: Path
) -> None:
    """The new folder appears whole or not at all."""
    with file_errors(folder, "made"), user_errors(StoreError, about=f"{folder} cannot be made"):
        for name in names:
            if (keys / name).is_file():
                shutil.copyfile(keys / name, draft / name)
                (draft / name).chmod(0o600)
        asyncio.run(_fill(database or str(draft / DATABASE), copy if database else None))
        shutil.rmtree(draft / VERIFIED)
        if database:
            (draft / DATABASE).unlink(missing_ok=True)  # it was unpacked there to be verified
        for each in draft.iterdir():
            descriptor = os.open(each, os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
        draft.rename(folder)


async def _fill(source: str, copy: Path | None) -> None:
    """Bring a copy in, unless it is there; revoke sessions and tokens."""
    from puntobanco.record.copies import fill_store  # noqa: PLC0415
    from puntobanco.server.people.credentials import end_everything  # noqa: PLC0415 - an extra

    async with opened(source) as store:
        if copy is not None:
            await fill_store(store, copy)
        await end_everything(store)


async def _verify(copy: Path, digest: str, folder: Path, keys: Path) -> tuple[int, int]:
    """Go through everything, or what is left of it; how many events and logs there are."""
    from puntobanco.cli.log.keys import read_signer  # noqa: PLC0415
    from puntobanco.fair.sealing import KeyFileError, read_or_make_key  # noqa: PLC0415
    from puntobanco.record.audit_notes import AuditNotes  # noqa: PLC0415
    from puntobanco.record.audit_parts import audit_in_parts  # noqa: PLC0415
    from puntobanco.record.logs import kind_of, owner_of  # noqa: PLC0415
    from puntobanco.record.signing import is_signed  # noqa: PLC0415
    from puntobanco.record.verify import Verifier  # noqa: PLC0415
    from puntobanco.server.tables.shoes import ShoePort  # noqa: PLC0415 - an extra

    signer = read_signer(keys / "house.key")
    with user_errors(KeyFileError):
        key = read_or_make_key(keys / "shoes.key")
    async with opened(str(copy), to_read=True) as store:
        verifier = Verifier(is_signed, (signer.public,))
        notes = AuditNotes(folder, digest, signer)
        events = sum(head.sequence for head in (await store.heads()).values())
        with progress_bar("verifying", events) as told:
            audit = await audit_in_parts(store, str(copy), verifier, notes=notes, told=told)
        if audit.findings:
            raise UsageError(f"the copy is not sound and is not used: {audit.findings[0]}")
        for log in await store.heads():
            if kind_of(log) == "shoe":
                shoes = ShoePort(owner_of(log), store, key)
                await shoes.catch_up()
                with user_errors(KeyFileError):
                    shoes.must_open()
    return verifier.events, len(verifier.heads)
