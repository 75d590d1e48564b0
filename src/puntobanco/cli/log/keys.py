"""Keys in files, and the extra package that signing needs."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import file_errors, needing
from puntobanco.text_file import read_text

if TYPE_CHECKING:
    from puntobanco.record.signing import Signer


def signing() -> Any:
    """The module that signs; without its package, a sentence that says what to install."""
    with needing("signatures need", "record"):
        return importlib.import_module("puntobanco.record.signing")


def write_key(file: Path) -> str:
    """Make a key pair; returns the public key."""
    key: bytes = signing().make_key()
    with file_errors(file, "made"):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as target:
        target.write(key)
    public: str = signing().Signer(key).public
    file.with_name(f"{file.name}.public").write_text(f"{public}\n", "utf-8")
    return public


def read_signer(file: Path) -> Signer:
    """The key in a file."""
    module = signing()
    try:
        with file_errors(file):
            signer: Signer = module.Signer(file.read_bytes())
    except module.UnreadableKeyError as error:
        raise UsageError(f"{file} holds {error}; make one with `punto log key`") from None
    return signer


def read_public_keys(words: Iterable[str]) -> list[str]:
    """Public keys, each given as 64 hexadecimal digits or as a file that holds them."""
    found = []
    for word in words:
        path = Path(word)
        text = read_text(path).strip() if len(word) != 64 and path.is_file() else word
        if re.fullmatch("[0-9a-f]{64}", text) is None:
            raise UsageError(f"{word} is not a public key; give 64 hexadecimal digits or a file")
        found.append(text)
    return found
