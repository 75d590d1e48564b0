"""Ed25519 keys and signatures under checkpoints; apart, because the package is an extra."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec.structs import replace

from puntobanco.record.checkpoint import Checkpoint, signed_bytes


class UnreadableKeyError(ValueError):
    """Bytes that are no private key of the kind used here."""


def make_key() -> bytes:
    """A new private key, as it is kept in a file."""
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())


class Signer:
    """Holds a private key and signs statements with it."""

    def __init__(self, key: bytes) -> None:
        try:
            loaded = form.load_pem_private_key(key, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise UnreadableKeyError("no private key in PEM form") from None
        if not isinstance(loaded, Ed25519PrivateKey):
            raise UnreadableKeyError("a private key, but not of the kind Ed25519")
        self._key = loaded
        self.public = loaded.public_key().public_bytes_raw().hex()
        """The public key, 64 hexadecimal digits."""

    def sign(self, checkpoint: Checkpoint) -> Checkpoint:
        """The statement under this key, signed."""
        unsigned = replace(checkpoint, key=self.public, signature="")
        return replace(unsigned, signature=self._key.sign(signed_bytes(unsigned)).hex())

    def raw(self, text: bytes) -> bytes:
        """The bare signature of a text."""
        return self._key.sign(text)

    def __repr__(self) -> str:
        return f"Signer({self.public})"


def is_signed(checkpoint: Checkpoint) -> bool:
    """Whether the signature is the named key's; whether to trust that key is another matter."""
    return has_signed(checkpoint.key, signed_bytes(checkpoint), checkpoint.signature)


def has_signed(public: str, text: bytes, signature: str) -> bool:
    """Whether a signature under a text is that key's; both in hexadecimal digits."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
