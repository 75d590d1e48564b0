"""A witness who sees no event: they keep signed roots, and ask for proofs that logs only grew.

They know the house's public key and the newest root of each log they were shown. A longer log is
taken only with the proof that it begins with the one they have; a house that has rewritten or
forked its log cannot give one. Their file only grows and holds the house's own notes, each signed
by the witness and naming the line before: two such files side by side show two stories.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from puntobanco.record.clock import Clock
from puntobanco.record.envelope import NO_HASH, hash_of
from puntobanco.record.signing import Signer, has_signed
from puntobanco.record.witnessing.tree_head import Shown, TreeHead, holds, read_head
from puntobanco.record.witnessing.witness import WitnessFileError, append_synced, whole_lines


class Heard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the witness's file: what the house has signed, and when it was shown."""

    note: str
    time: int
    previous: str
    signature: str = ""

    @property
    def signed_bytes(self) -> bytes:
        """What the witness signs: everything else."""
        return msgspec.json.encode(msgspec.structs.replace(self, signature=""))


class TreeWitness:
    """Takes a log's next root from the house, if it is shown that the log only grew."""

    def __init__(self, path: Path, signer: Signer, clock: Clock, house: str) -> None:
        self._path, self._signer, self._clock, self._house = path, signer, clock, house
        self._time, self._last = 0, NO_HASH
        self.heads: dict[str, TreeHead] = {}
        """The newest root of each log."""
        for number, line in enumerate(whole_lines(path), start=1):
            self._read(number, line)

    def hear(self, note: str, growth: Shown | None = None) -> str:
        """Take a signed root and remember it, durably; or say in one sentence why not."""
        head = read_head(note, self._house)
        if head is None or not head.size:
            return "this is not a root of a log with events, signed by the house"
        known = self.heads.get(head.log)
        refused = _refused(head, known, growth)
        if refused or known == head:
            return refused
        self._time = max(self._time, self._clock())
        heard = Heard(note=note, time=self._time, previous=self._last)
        signature = self._signer.raw(heard.signed_bytes).hex()
        line = msgspec.json.encode(msgspec.structs.replace(heard, signature=signature)).decode()
        append_synced(self._path, [line])
        self._last = hash_of(line.encode())
        self.heads[head.log] = head
        return ""

    def _read(self, number: int, line: str) -> None:
        where = f"{self._path}, line {number}"
        try:
            heard = msgspec.json.decode(line, type=Heard)
        except msgspec.DecodeError as error:
            raise WitnessFileError(f"{where} is not a line of a witness: {error}") from None
        if not has_signed(self._signer.public, heard.signed_bytes, heard.signature):
            raise WitnessFileError(f"{where} is not signed by this witness")
        head = read_head(heard.note, self._house)
        if head is None:
            raise WitnessFileError(f"{where} holds no root signed by this house")
        if heard.previous != self._last:
            raise WitnessFileError(f"{where} does not follow the line before it")
        self._time, self._last = heard.time, hash_of(line.encode())
        self.heads[head.log] = head


def _refused(head: TreeHead, known: TreeHead | None, growth: Shown | None) -> str:
    """Why a root does not follow the one that is known; empty where it does."""
    if known is None or known == head:
        return ""
    if head.size < known.size:
        return (
            f"the witness has the root over {known.size} events of {head.log}, and this one is "
            f"over {head.size}: the log was cut, or the root is an old one"
        )
    if head.size == known.size:
        return (
            f"the house has signed two roots over {head.size} events of {head.log}: the log was "
            "rewritten, or two people are told different things"
        )
    if growth is None:
        return (
            f"show that {head.log} only grew from {known.size} to {head.size} events: "
            f"`punto log tree prove --since {known.size} --size {head.size}`"
        )
    if not holds(growth, head, known):
        return (
            f"the proof does not show that {head.log} only grew from {known.size} to {head.size} "
            "events: the log was rewritten or forked, or it is another proof"
        )
    return ""
