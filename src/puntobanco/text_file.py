"""Reading a text file that a user names, whatever program saved it."""

from __future__ import annotations

import io
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from os import PathLike
from pathlib import Path

from puntobanco.base.reasons import reason_of
from puntobanco.base.usage import UsageError


class CannotReadError(UsageError, OSError):
    """A file that cannot be read as text: which one, and why."""


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file; every line ends with a newline alone."""
    try:
        return decoded(Path(path).read_bytes(), path)
    except OSError as error:
        if isinstance(error, CannotReadError):
            raise
        raise CannotReadError(f"{path} cannot be read: {reason_of(error)}") from None


def decoded(data: bytes, name: str | PathLike[str]) -> str:
    """Text in UTF-8, or in UTF-16 with its mark, as spreadsheets save it.

    >>> decoded("B,P".encode("utf-16"), "shoe.csv")
    'B,P'
    """
    utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise CannotReadError(f"{name} cannot be read: it is not a text file; save it in UTF-8")
    return io.StringIO(text, newline=None).read()
