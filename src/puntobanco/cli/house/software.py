"""`punto software`: say which program is approved for a house, and check that it is the one."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.options import JsonOrSentence, JsonOrSentences
from puntobanco.cli.screen import tell
from puntobanco.server.operations import approved

app = App(name="software")


@app.command
def approve(folder: Path = Path("house"), *, json: JsonOrSentence = False) -> None:
    """Write down every file of this program as approved; a house then opens with no other.

    Examples:
        punto software approve house

    Args:
        folder: The house's folder; it is made where there is none yet.
    """
    digest = approved.approve(folder)
    files = len(approved.digests())
    told = f"{how_many(files, 'file')} approved, in {folder / approved.LIST}."
    kept = f"Let another person keep the digest of that list: {digest}"
    tell({"files": files, "digest": digest}, f"{told} {kept}", json=json)


@app.command
def check(folder: Path = Path("house"), *, digest: str = "", json: JsonOrSentences = False) -> None:
    """Compare this program with what was approved; exit code 1 if it differs.

    Examples:
        punto software check house

    Args:
        folder: The house's folder.
        digest: The digest of the list, as another person has kept it.
    """
    if not (folder / approved.LIST).exists():
        raise UsageError(f"nothing was approved in {folder}; approve it first, or name its folder")
    found = approved.problems(folder, digest)
    told = "\n".join(found) or "This program is as it was approved."
    tell({"findings": found}, told, json=json, failed=bool(found))
