"""What an audit has verified so far, kept so that one that was interrupted goes on from there.

A note holds what both verifiers know after some logs. It counts only for the same file and the
same program, and only under the house's own signature: a forger of notes could sign a log as
well. It knows nothing of a witness: an audit that hears one does without notes.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from pathlib import Path

import msgspec

from puntobanco.record.audit import AuditedPart
from puntobanco.record.envelope import Head
from puntobanco.record.signing import Signer, has_signed
from puntobanco.record.state import FORM
from puntobanco.version import version

_SIGNATURE_BYTES = 64


class AuditNotes:
    """Notes in a folder about the logs of one file."""

    def __init__(self, folder: Path, digest: str, signer: Signer) -> None:
        """Take the SHA-256 of the file, and the key that signs."""
        folder.mkdir(mode=0o700, exist_ok=True)
        self._folder = folder
        self._about = f"audit {digest} {version()} {FORM} ".encode()
        self._signer = signer

    def found(self, part: Mapping[str, Head]) -> AuditedPart | None:
        """What is noted of these logs, if it can be relied on."""
        name = _name(part)
        try:
            note = (self._folder / name).read_bytes()
        except OSError:
            return None
        signature, text = note[:_SIGNATURE_BYTES], note[_SIGNATURE_BYTES:]
        if not has_signed(self._signer.public, self._signed(name, text), signature.hex()):
            return None
        audited: AuditedPart = pickle.loads(text)  # noqa: S301 - the house has signed it
        return audited

    def keep(self, part: Mapping[str, Head], audited: AuditedPart) -> None:
        """Note what was found in these logs, if nothing is wrong with them."""
        first, second, beside = audited
        if first.findings or second.problems or any(beside.values()):
            return
        name, text = _name(part), pickle.dumps(audited)
        draft = self._folder / f"{name}.partial"
        draft.write_bytes(self._signer.raw(self._signed(name, text)) + text)
        draft.rename(self._folder / name)

    def _signed(self, name: str, text: bytes) -> bytes:
        return self._about + name.encode() + hashlib.sha256(text).digest()


def _name(part: Mapping[str, Head]) -> str:
    """A part by its logs and where they end."""
    return hashlib.sha256(msgspec.json.encode(sorted(part.items()))).hexdigest()
