"""A signed word of a log's tree, and proofs that hang on it, as texts that anyone may keep.

A head is a signed note in the form of C2SP (tlog-checkpoint): the name of the log, how many events
it has, the root in base64, an empty line, and a line with the signature. Two heads of one log that
no proof brings together show that the house has told two people different things.
"""

from __future__ import annotations

import base64
import binascii
import hashlib

import msgspec

from puntobanco.record.signing import Signer, has_signed
from puntobanco.record.witnessing.tree import Tree, extends, includes, leaf_hash

NAME = "puntobanco"
_ED25519 = b"\x01"
_DASH = "\N{EM DASH} "


class TreeHead(msgspec.Struct, frozen=True):
    """A log's tree at one moment."""

    log: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.log}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def head_of(log: str, tree: Tree) -> TreeHead:
    """The head of a tree of a log."""
    return TreeHead(log, len(tree), tree.root())


def _key_id(public: bytes) -> bytes:
    return hashlib.sha256(NAME.encode() + b"\n" + _ED25519 + public).digest()[:4]


def signed(head: TreeHead, signer: Signer) -> str:
    """A head as a signed note."""
    signature = _key_id(bytes.fromhex(signer.public)) + signer.raw(head.text.encode())
    return f"{head.text}\n{_DASH}{NAME} {base64.b64encode(signature).decode()}\n"


def read_head(note: str, public: str) -> TreeHead | None:
    """The head in a note, if this key has signed exactly this text."""
    text, empty, last = note.partition("\n\n")
    text += "\n"
    try:
        log, size, root = text.splitlines()
        name, signature = last.removeprefix(_DASH).removesuffix("\n").split(" ")
        said = base64.b64decode(signature, validate=True)
        head = TreeHead(log, int(size), base64.b64decode(root, validate=True))
        key = bytes.fromhex(public)
        if not empty or name != NAME or said[:4] != _key_id(key) or head.text != text:
            return None
    except (ValueError, binascii.Error):
        return None
    return head if has_signed(public, text.encode(), said[4:].hex()) else None


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event with the proof that it is in a log; or that a log only grew since a head."""

    log: str
    size: int
    proof: tuple[str, ...]
    """Hashes in hexadecimal digits."""
    sequence: int = 0
    """The event, counted from one; 0 where growth is shown."""
    envelope: str = ""
    """The event's line as the log has it, without its hash."""
    since: int = 0
    """The earlier size where growth is shown."""

    @property
    def hashes(self) -> tuple[bytes, ...] | None:
        """The proof, if it is one."""
        try:
            found = tuple(bytes.fromhex(each) for each in self.proof)
        except ValueError:
            return None
        return found if all(len(each) == 32 for each in found) else None


def holds(shown: Shown, head: TreeHead | None, earlier: TreeHead | None = None) -> bool:
    """Whether what is shown hangs on a head, and on an earlier one where it speaks of growth."""
    hashes = shown.hashes
    if hashes is None or head is None or (shown.log, shown.size) != (head.log, head.size):
        return False
    if bool(shown.sequence) == bool(shown.since):
        return False  # it would be taken for a proof of the other kind
    if shown.sequence:
        if earlier is not None:
            return False
        leaf = leaf_hash(hashlib.sha256(shown.envelope.encode()).digest())
        return includes(head.root, head.size, shown.sequence - 1, leaf, hashes)
    if earlier is None or (earlier.log, earlier.size) != (head.log, shown.since):
        return False
    return extends(head.root, head.size, earlier.root, earlier.size, hashes)
