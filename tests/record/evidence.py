"""A short house with logs of every kind, signed for and witnessed: what an edit is held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from puntobanco.house import events as h
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.events import ChipsBought
from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import rules_digest
from puntobanco.record.logs import HOUSE_LOG, account_log, shoe_log
from puntobanco.record.signing import Signer, make_key
from puntobanco.record.snapshot import checkpoint, vouch
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append
from puntobanco.record.transfer import export
from puntobanco.record.witnessing.witness import Witness
from tests.record.houses import shoe
from tests.record.logs import Ticking, events_of, groups, rules_of

HALF = 20
"""After so many events the house signs for its table once before the end."""


@dataclass(frozen=True)
class Evidence:
    """An exported house, what a witness has kept of it, and the house's own key."""

    lines: tuple[str, ...]
    witnessed: tuple[Checkpoint, ...]
    house: Signer


def _commands() -> Iterator[tuple[str, dict[str, list[AnyEvent]]]]:
    """What happens: people, accounts, a shoe, a coup, and a wish that is refused."""
    yield "add", {HOUSE_LOG: [h.PersonAdded(person="Patron 1", by="boss")]}
    yield "shoe", {shoe_log("T1"): [shoe(1)]}
    for name in ("Patron 1", "Patron 2", "Patron 3"):
        paid = h.MoneyPaidIn(account=name, amount=2_000_000_00, by="cashier")
        yield f"open {name}", {account_log(name): [h.AccountOpened(account=name), paid]}
    for number, events in enumerate(groups(coups=1)):
        logs: dict[str, list[AnyEvent]] = {"T1": list(events)}
        for event in events:
            if isinstance(event, ChipsBought):
                money = h.MoneyToTable(account=event.patron, table="T1", amount=event.amount)
                logs[account_log(event.patron)] = [money]
        yield f"request-{number}", logs
    yield "refused", {"T1": []}


def _bundles() -> Iterator[list[Append]]:
    rules, lengths = rules_of("mbs"), Counter[str]()
    digests = {"T1": (rules.book.digest(), rules_digest(rules))}
    for request, logs in _commands():
        bundle = []
        for log, events in logs.items():
            edition, settings = digests.get(log, ("0" * 64, "0" * 64))
            bundle.append(
                Append(
                    table=log,
                    expected=lengths[log],
                    request=request,
                    body=b"body of " + request.encode(),
                    answer=b"answer to " + request.encode(),
                    actor="dealer",
                    edition=edition,
                    rules=settings,
                    events=tuple(events),
                )
            )
            lengths[log] += len(events)
        yield bundle


async def gathered(folder: Path) -> Evidence:
    """Play the house into a database in a folder, sign, have it witnessed, and export it."""
    house, clock = Signer(make_key()), Ticking()
    store = SqliteStore.open(folder / "house.db", clock)
    for bundle in _bundles():
        await store.append_together(bundle)
    events = events_of(coups=1)
    for size in (HALF, len(events)):
        await checkpoint(store, "T1", evolve_all(Table(), events[:size]), house, clock())
    for log in await store.heads():
        if log != "T1":
            await vouch(store, log, house, clock())
    seeing = Witness(folder / "witness.jsonl", Signer(make_key()), clock)
    assert await seeing.look(store) == []
    lines = tuple([line async for line in export(store)])
    await store.close()
    return Evidence(lines, tuple(seeing.seen.values()), house)
