"""Gives a house of before editions were kept its law: once, when it is first opened.

Its tables' logs name their edition by what an earlier program called it. The text of that edition
comes with this program. Before anything is written the logs are verified; each table that has
recorded something then adopts the same law under the name that its text has.
"""

from __future__ import annotations

import secrets
from importlib.resources import files

import structlog
from msgspec.structs import replace

from puntobanco.house.house import HouseTable
from puntobanco.play.events import EditionAdopted
from puntobanco.record.audit import audit_store
from puntobanco.record.editions import EARLIER_NAMES
from puntobanco.record.envelope import Kept
from puntobanco.record.names import MACHINE
from puntobanco.record.signing import is_signed
from puntobanco.record.store import Append, EventStore, KeptEdition
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import read_edition
from puntobanco.server.administration.house_log import HouseLog

_log = structlog.get_logger(__name__)


async def keep_editions(store: EventStore, house_log: HouseLog) -> None:
    """Name the edition of every table that has none; a table whose law is not known stays shut."""
    without = [entry for entry in house_log.house.tables.values() if not entry.edition]
    if not without:
        return
    audit = await audit_store(store, Verifier(is_signed))
    if audit.findings:
        first = audit.findings[0]
        _log.error("editions not kept: the logs are not sound", findings=len(audit.findings))
        raise EditionsNotKeptError(
            f"this house is from before editions were kept, and its logs are not sound: {first}"
        )
    heads = await store.heads()
    for entry in without:
        size = heads[entry.table].sequence if entry.table in heads else 0
        last = await store.read(entry.table, size - 1, 1) if size else []
        await _keep(store, house_log, entry, last[0] if last else None)
    await house_log.catch_up()


class EditionsNotKeptError(Exception):
    """A house that cannot be given its law; the message says why."""


def _earlier(named: str, entry: HouseTable) -> RuleBook | None:
    """The edition that a log names, from among those that came before."""
    text = files("puntobanco.library").joinpath("earlier", f"{entry.book}.json")
    if named not in EARLIER_NAMES or not text.is_file():
        return None
    book = read_edition(text.read_bytes(), RuleBook)
    return book if book.digest() == EARLIER_NAMES[named] else None


async def _keep(
    store: EventStore, house_log: HouseLog, entry: HouseTable, last: Kept | None
) -> None:
    before = last.envelope.edition if last is not None else ""
    book = _earlier(before, entry) if last is not None else None
    if last is None:
        book = house_log.editions.named(entry.book)
    if book is None:
        _log.error("edition not known", table=entry.table, edition=before)
        return
    after = house_log.editions.offer(book)
    adopted = EditionAdopted(
        before=before, after=after, book=book.name, options=entry.options, by=MACHINE
    )
    request = f"keep-edition-{secrets.token_hex(8)}"
    await house_log.catch_up()
    parts = [house_log.table_edition(adopted, entry.table, MACHINE)]
    if last is not None:
        parts.append(
            Append(
                table=entry.table,
                expected=last.sequence,
                request=request,
                body=b"",
                answer=b"",
                actor=MACHINE,
                edition=before,
                rules=last.envelope.rules,
                events=(adopted,),
                editions=(KeptEdition(before, book.text),),  # as the log called it until now
            )
        )
    await store.append_together([replace(each, request=request, actor=MACHINE) for each in parts])
