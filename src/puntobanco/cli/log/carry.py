"""`punto log export` and `import`: logs carried out of a house and into a database."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from puntobanco.audit.log_files import database_only, is_file_of_lines, lines_of
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.log.keys import signing
from puntobanco.cli.log.sources import (
    NOWHERE,
    Running,
    run,
    written,
)
from puntobanco.cli.options import JsonOrSentence
from puntobanco.cli.progress import working
from puntobanco.cli.screen import console, tell
from puntobanco.record.opening import opened
from puntobanco.record.transfer import bring_in, export
from puntobanco.record.verify import Verifier


def export_log(
    source: str = "",
    file: Path | None = None,
    *,
    table: tuple[str, ...] = (),
    house: Running = NOWHERE,
) -> None:
    """Write logs as lines of JSON, complete and checkable without this program.

    With --at a running house sends them to a user who may read its logs; name only the file then.
    A file whose name ends in .gz is packed; every command that reads exports reads it.

    Examples:
        punto log export house/house.db house.jsonl
        punto log export house/house.db house.jsonl.gz
        punto log export carried.jsonl --at http://127.0.0.1:8000 --name watch1

    Args:
        source: A database file or a postgresql:// address; none with --at.
        file: Where to; without it, to the screen or the next command.
        table: Only these logs; an account is account:NAME.
    """
    if house:
        if source and file is not None:
            raise UsageError(f"--at already names the house; leave out {source}")
        _carry(house, Path(source) if source else file, table)
        return
    if not source:
        raise UsageError("name a database to export, or a running house with --at")
    database_only(source)

    async def work() -> None:
        async with opened(source, to_read=True) as store:
            unknown = set(table) - set(await store.heads())
            if unknown:
                raise UsageError(f"{source} has no table {sorted(unknown)[0]!r}")
            with _written(file) as write:
                async for line in export(store, table or None):
                    write(line)

    run(work(), silent=file is None)


def _carry(house: Running, file: Path | None, table: tuple[str, ...]) -> None:
    with (
        working("reading logs") if file else nullcontext(),
        _written(file) as write,
        closing(house.exported(table)) as lines,
    ):
        for line in lines:
            write(line)


@contextmanager
def _written(file: Path | None) -> Iterator[Callable[[str], object]]:
    """Writes lines to the screen, or to a new file that is there only when it is whole."""
    if file is None:
        yield lambda line: sys.stdout.write(f"{line}\n")
        return
    count = 0
    with written(file) as target:

        def write(line: str) -> None:
            nonlocal count
            target.write(f"{line}\n")
            count += 1

        yield write
    console().print(f"{how_many(count, 'line')} written to {file}.")


def import_log(file: Path, database: str, *, json: JsonOrSentence = False) -> None:
    """Check an exported file and bring its logs into a database that has none of them.

    Examples:
        punto log import house.jsonl restored.db

    Args:
        file: What `punto log export` wrote.
        database: A database file, made when it is not there, or a postgresql:// address.
    """
    if not is_file_of_lines(str(file)):
        raise UsageError(f"{file} is a database; import takes what `punto log export` wrote")

    async def work() -> Verifier:
        async with opened(database) as store:
            return await bring_in(store, lambda: lines_of(file), Verifier(signing().is_signed))

    verifier = run(work())
    if verifier.findings:
        raise UsageError(f"nothing was imported: {verifier.findings[0]}")
    form = {"events": verifier.events, "logs": len(verifier.heads)}
    brought = f"{how_many(form['events'], 'event')} of {how_many(form['logs'], 'log')} imported."
    tell(form, brought, json=json)
