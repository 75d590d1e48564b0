"""Why a file cannot be used, in words that fit into a sentence."""

from __future__ import annotations

_REASONS: dict[type[OSError], str] = {
    FileNotFoundError: "there is no such file or folder",
    IsADirectoryError: "it is a folder; name a file in it",
    NotADirectoryError: "a part of its path is not a folder",
    FileExistsError: "there is a file of that name",
    PermissionError: "permission denied",
}


def reason_of(error: OSError) -> str:
    """Why a file cannot be read or written, as the end of a sentence."""
    known = next((words for kind, words in _REASONS.items() if isinstance(error, kind)), None)
    return known or (error.strerror or str(error)).lower()
