"""A statement of where a log stood, to be signed: by the house, and by a witness."""

from __future__ import annotations

import msgspec


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key's word that a table's log, so many events long, ended in this hash."""

    table: str
    size: int
    hash: str
    time: int
    form: str = ""
    """Which form the state's digest is of; empty where no state was looked at."""
    state: str = ""
    """The digest of the table's state after the last of these events."""
    previous: str = ""
    """The hash of the statement before it, where a witness keeps them in a chain."""
    key: str = ""
    """The public key, 64 hexadecimal digits."""
    signature: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Checkpoint)


def statement(checkpoint: Checkpoint) -> str:
    """A checkpoint as one line of JSON."""
    return _encoder.encode(checkpoint).decode()


def read_statement(text: str) -> Checkpoint:
    """Read a checkpoint back; a text that is none raises msgspec.DecodeError."""
    return _decoder.decode(text)


def kept_statement(table: str, size: int, text: str) -> Checkpoint:
    """A checkpoint from where a store keeps it; a text that is none is one nobody has signed."""
    try:
        return read_statement(text)
    except msgspec.DecodeError:
        return Checkpoint(table=table, size=size, hash="", time=0)


def signed_bytes(checkpoint: Checkpoint) -> bytes:
    """What a signature covers: everything else."""
    return _encoder.encode(msgspec.structs.replace(checkpoint, signature=""))
