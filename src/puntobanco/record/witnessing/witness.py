"""A witness: another person with their own key, who remembers how far each log had come.

A chain of hashes proves nothing against those who can rewrite all of it and sign it again. A
witness who has kept one hash of it does. Their statements are lines in a file that only grows, each
naming the hash of the line before, signed, and synced before they are reported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from puntobanco.base.usage import UsageError
from puntobanco.record.checkpoint import Checkpoint, read_statement, statement
from puntobanco.record.clock import Clock
from puntobanco.record.envelope import NO_HASH, Head, Kept, hash_of
from puntobanco.record.signing import Signer, is_signed
from puntobanco.record.store import EventStore, read_on
from puntobanco.record.verify import Finding
from puntobanco.text_file import read_text


class WitnessFileError(UsageError):
    """The witness's own file was changed."""


def whole_lines(path: Path) -> list[str]:
    """The lines of a witness's file; none where there is no file yet."""
    text = read_text(path) if path.exists() else ""
    *lines, rest = text.split("\n")
    if rest:
        raise WitnessFileError(f"{path} ends in the middle of line {len(lines) + 1}")
    return lines


def read_witness_file(path: Path, key: str | None = None) -> list[Checkpoint]:
    """A witness's statements, all checked: signatures, one key, and the chain."""
    found: list[Checkpoint] = []
    previous = NO_HASH
    for number, line in enumerate(whole_lines(path), start=1):
        try:
            said = read_statement(line)
        except msgspec.DecodeError as error:
            raise WitnessFileError(f"{path}, line {number} is not a statement: {error}") from None
        key = key or said.key
        if said.key != key or not is_signed(said):
            raise WitnessFileError(f"{path}, line {number} is not signed by the witness {key[:16]}")
        if said.previous != previous:
            raise WitnessFileError(f"{path}, line {number} does not follow the line before it")
        previous = hash_of(line.encode())
        found.append(said)
    return found


class Witness:
    """Looks at logs, compares them with what it saw before, and remembers."""

    def __init__(self, path: Path, signer: Signer, clock: Clock) -> None:
        self._path = path
        self._signer = signer
        self._clock = clock
        self._kept = read_witness_file(path, signer.public)
        self.seen = {said.table: said for said in self._kept}
        """The latest statement about each table."""
        self._findings: list[Finding] = []
        self._heads: dict[str, Head] = {}

    async def look(self, store: EventStore) -> list[Finding]:
        """Look at a store from where the last look ended; statements grow if all is well."""
        self._begin()
        for table in sorted({*await store.heads(), *self.seen}):
            after = max(0, self.seen[table].size - 1) if table in self.seen else 0
            async for kept in read_on(store, table, after):
                self._take(kept)
        return self._end()

    def look_at(self, log: Iterable[Kept]) -> list[Finding]:
        """Look at whole logs, as a file has them."""
        self._begin()
        for kept in log:
            self._take(kept)
        return self._end()

    def _begin(self) -> None:
        self._findings, self._heads = [], {}

    def _take(self, kept: Kept) -> None:
        said = self.seen.get(kept.table)
        head = self._heads.get(kept.table)
        if head is None and (said is None or kept.sequence >= said.size):
            head = Head() if said is None else Head(said.size - 1, kept.envelope.previous)
        if head is not None and not self._follows(head, kept):
            sentence = f"does not follow event {head.sequence}, or was changed"
            self._findings.append(Finding(kept.table, kept.sequence, sentence))
        if said is not None and kept.sequence == said.size and kept.hash != said.hash:
            self._findings.append(Finding(kept.table, kept.sequence, self._rewritten(said, kept)))
        if said is None or kept.sequence >= said.size:
            self._heads[kept.table] = Head(kept.sequence, kept.hash)

    def _follows(self, head: Head, kept: Kept) -> bool:
        return (
            kept.sequence == head.sequence + 1
            and kept.envelope.previous == head.hash
            and hash_of(kept.text.encode()) == kept.hash
        )

    def _rewritten(self, said: Checkpoint, kept: Kept) -> str:
        return (
            f"the log was rewritten here or before: the witness saw it end in {said.hash[:16]}, "
            f"now it has {kept.hash[:16]}"
        )

    def _end(self) -> list[Finding]:
        for table, said in self.seen.items():
            if table not in self._heads:
                sentence = f"the witness saw {said.size} events, and they are not there: it was cut"
                self._findings.append(Finding(table, said.size, sentence))
        if not self._findings:
            self._remember()
        return self._findings

    def _remember(self) -> None:
        previous = hash_of(statement(self._kept[-1]).encode()) if self._kept else NO_HASH
        made: list[Checkpoint] = []
        now = max([self._clock(), *(said.time for said in self._kept[-1:])])
        for table, head in self._heads.items():
            if table in self.seen and self.seen[table].size == head.sequence:
                continue
            said = self._signer.sign(
                Checkpoint(
                    table=table, size=head.sequence, hash=head.hash, time=now, previous=previous
                )
            )
            previous = hash_of(statement(said).encode())
            made.append(said)
        if not made:
            return
        append_synced(self._path, [statement(said) for said in made])
        self._kept += made
        self.seen |= {said.table: said for said in made}


def append_synced(path: Path, lines: Iterable[str]) -> None:
    """Add lines to a file that only grows, and come back once they are durable."""
    new = not path.exists()
    with path.open("ab") as file:
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.flush()
        os.fsync(file.fileno())
    if new:
        _sync_folder(path.absolute().parent)


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
