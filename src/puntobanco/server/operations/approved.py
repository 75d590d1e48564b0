"""Only approved software runs: every file of the program against a list made when it was approved.

The list lies in the house's folder in the form of `sha256sum`, so that `sha256sum --check` is the
second way to look, with no code of ours. Without a list nothing has been approved, and everything
runs. A person who can change the program can change the list: another must keep its digest.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from puntobanco.base.reasons import reason_of

LIST = "approved.sha256"
PACKAGE = Path(__file__).resolve().parents[2]


class NotApprovedError(Exception):
    """The program is not the one that was approved."""


def digests(package: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of every file of the program, by its path from where the package lies."""
    return {
        path.relative_to(package.parent).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def approve(folder: Path, package: Path = PACKAGE) -> str:
    """Write the list of what is there now; the digest of the list comes back."""
    text = "".join(f"{digest}  {name}\n" for name, digest in digests(package).items())
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / LIST).write_text(text, "utf-8")
    return hashlib.sha256(text.encode()).hexdigest()


def problems(folder: Path, digest: str = "", package: Path = PACKAGE) -> list[str]:
    """What differs from the list, in sentences; nothing where all is as it was approved."""
    path = folder / LIST
    if not path.exists():
        return [f"there is no {path}; nothing was approved"] if digest else []
    try:
        text = path.read_text("utf-8", errors="replace")
    except OSError as error:
        return [f"{path} cannot be read: {reason_of(error)}"]
    if digest and hashlib.sha256(text.encode()).hexdigest() != digest:
        return [f"{path} is not the list with the digest {digest[:16]}..."]
    lines = (line.partition("  ") for line in text.splitlines())
    listed = {name: digest for digest, _, name in lines}
    found = digests(package)
    return [
        *(
            f"{name} was changed"
            for name in listed
            if found.get(name, "") not in ("", listed[name])
        ),
        *(f"{name} is missing" for name in listed if name not in found),
        *(f"{name} was never approved" for name in found if name not in listed),
    ]


def must_be_approved(folder: Path) -> None:
    """Raise if the program differs from a list in the house's folder."""
    found = problems(folder)
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise NotApprovedError(
            f"this is not the program that was approved in {folder / LIST}: {found[0]}{more};"
            " install that one, or approve this one with `punto software approve`"
        )
