"""`punto software`: say which program is approved for a house, and check that it is the one."""

from __future__ import annotations

import sys
from pathlib import Path

from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError
from puntobanco.cli.json_output import write_json
from puntobanco.cli.options import JsonOrSentence, JsonOrSentences
from puntobanco.cli.screen import console
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
    if json:
        write_json({"files": files, "digest": digest})
    else:
        console().print(
            f"{how_many(files, 'file')} approved, in {folder / approved.LIST}. Let another "
            f"person keep the digest of that list: {digest}",
            markup=False,
        )


@app.command
def check(folder: Path = Path("house"), *, digest: str = "", json: JsonOrSentences = False) -> None:
    """Compare this program with what was approved; exit code 1 if it differs.

    Examples:
        punto software check house

    Args:
        folder: The house's folder.
        digest: The digest of the list, as somebody else has kept it.
    """
    if not (folder / approved.LIST).exists():
        raise UserError(f"nothing was approved in {folder}; approve it first, or name its folder")
    found = approved.problems(folder, digest)
    if json:
        write_json({"findings": found})
    else:
        told = "\n".join(found) or "This program is as it was approved."
        console().print(told, markup=False)
    if found:
        sys.exit(1)
