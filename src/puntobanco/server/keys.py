"""The key with which a house signs for its logs, in a file of its own."""

from __future__ import annotations

import os
from pathlib import Path

from puntobanco.record.signing import Signer, make_key


def read_or_make_signer(path: Path) -> Signer:
    """The key in a file; made, for its owner alone to read, when there is none."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(make_key())
            file.flush()
            os.fsync(file.fileno())
        signer = Signer(path.read_bytes())
        path.with_name(f"{path.name}.public").write_text(f"{signer.public}\n", "utf-8")
        return signer
    return Signer(path.read_bytes())
