"""The order of a promised shoe under lock and key: AES-256-GCM, the key outside the database.

The nonce is 96 random bits. One key then seals 2^32 shoes before two nonces are alike with a chance
of 2^-33; a hundred tables with a shoe every half minute take forty years for that.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from base64 import b64decode, b64encode
from pathlib import Path
from stat import S_IMODE

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from puntobanco.base.cards import card
from puntobanco.fair.events import ShoeCommitted
from puntobanco.fair.secret import Secret
from puntobanco.fair.shoe import SECRET_BYTES, RandomShoe

KEY_BYTES = 32
_NONCE_BYTES = 12


class KeyFileError(Exception):
    """A file that cannot be used as the key of the shoes."""


class UnsealError(Exception):
    """A sealed order that does not open to what was promised."""


class Key:
    """The key of the shoes; its text form shows nothing."""

    __slots__ = ("_bytes",)

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise KeyFileError(f"a key of the shoes has {KEY_BYTES} bytes, not {len(key)}")
        self._bytes = Secret(key)

    def cipher(self) -> AESGCM:
        """What seals and unseals under this key."""
        return AESGCM(self._bytes.show())

    @property
    def digest(self) -> str:
        """By this the key is known again; nothing can be learnt of it from that."""
        return hashlib.sha256(b"key of the shoes" + self._bytes.show()).hexdigest()

    def __repr__(self) -> str:
        return "<key>"


def read_or_make_key(path: Path) -> Key:
    """The key in a file; made, for its owner alone to read, when there is none."""
    try:
        if not path.exists():
            make_key_file(path, secrets.token_bytes(KEY_BYTES))
        mode = S_IMODE(path.stat().st_mode)
        held = path.read_bytes()
    except OSError as error:
        raise KeyFileError(f"the key file {path} cannot be used: {error.strerror}") from None
    if mode & 0o077:
        raise KeyFileError(f"others may read the key file {path}; run chmod 600 {path}")
    if len(held) != KEY_BYTES:
        raise KeyFileError(
            f"the key file {path} has {len(held)} bytes; a key has {KEY_BYTES}. Put the file back "
            "from where you keep the keys"
        )
    return Key(held)


def make_key_file(path: Path, key: bytes) -> None:
    """Write a whole key under another name first, so that no half key is ever found."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another process made one at the same time: that one holds
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def seal(key: Key, shoe: RandomShoe) -> str:
    """The shoe's order and secret, readable with the key only, and only as this very shoe."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    order = "".join(each.text for each in shoe.order.show()).encode()
    plain = shoe.secret.show() + order
    bound = _bound_to(shoe.table, shoe.number, shoe.root)
    return b64encode(nonce + key.cipher().encrypt(nonce, plain, bound)).decode()


def unseal(key: Key, event: ShoeCommitted, table: str) -> RandomShoe:
    """The shoe that was promised at a table; refused where it is not exactly that one."""
    try:
        held = b64decode(event.sealed, validate=True)
        nonce, locked = held[:_NONCE_BYTES], held[_NONCE_BYTES:]
        bound = _bound_to(table, event.shoe, event.root)
        plain = key.cipher().decrypt(nonce, locked, bound)
        secret, order = plain[:SECRET_BYTES], plain[SECRET_BYTES:].decode("ascii")
        cards = [card(order[at : at + 2]) for at in range(0, len(order), 2)]
    except (ValueError, InvalidTag):
        raise UnsealError(
            f"shoe {event.shoe} of table {table} does not open with this key; "
            "use the key it was sealed with, on the log it was written to"
        ) from None
    shoe = RandomShoe.of(table, event.shoe, cards, secret)
    if shoe.root != event.root or shoe.size != event.size:
        raise UnsealError(f"shoe {event.shoe} of table {table} is not the one that was promised")
    return shoe


def _bound_to(table: str, number: int, root: str) -> bytes:
    """What a sealed order belongs to: elsewhere it does not open."""
    name = table.encode()
    return len(name).to_bytes(2, "big") + name + number.to_bytes(4, "big") + bytes.fromhex(root)
