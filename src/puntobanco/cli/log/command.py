"""`punto log`: read, carry, check and witness the logs of a house."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from cyclopts import App

from puntobanco.audit.account_told import account_said
from puntobanco.audit.log_files import (
    database_only,
    envelopes,
    is_file_of_lines,
    lines_of,
    some_events,
)
from puntobanco.base.money import Currency
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.log import tree
from puntobanco.cli.log.carry import export_log, import_log
from puntobanco.cli.log.keys import read_public_keys, read_signer, signing, write_key
from puntobanco.cli.log.sources import (
    NOWHERE,
    Running,
    one_of,
    run,
)
from puntobanco.cli.options import JsonOrPage, JsonOrSentence, JsonOrSentences
from puntobanco.cli.progress import working
from puntobanco.cli.screen import console, findings_shown, grid, tell, verdict
from puntobanco.play.events import Event
from puntobanco.record.audit import Audit, audit_lines
from puntobanco.record.audit_parts import audit_source
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.clock import SteadyClock
from puntobanco.record.logs import is_account_event, is_table_event, kind_of
from puntobanco.record.opening import opened
from puntobanco.record.verify import Finding, Verifier, date_text
from puntobanco.sayings.saying import sentence
from puntobanco.views.explain import Teller
from puntobanco.views.house_told import house_said

app = App(name="log")
app.command(tree.app)
app.command(export_log, name="export")
app.command(import_log, name="import")


@app.command
def show(
    source: str = "",
    *,
    table: str | None = None,
    after: int = 0,
    limit: int = 50,
    house: Running = NOWHERE,
    json: bool = False,
) -> None:
    """Show events with their envelopes.

    Examples:
        punto log show house/house.db --table T1 --after 100
        punto log show --table house --at http://127.0.0.1:8000 --name watch1

    Args:
        source: An exported file, a database file, or a postgresql:// address; none with --at.
        table: Only this table, or another log such as account:NAME.
        after: Begin after this event.
        limit: At most so many of each table.
        json: Write the envelopes as JSON lines.
    """
    within("--after", after, 0)
    within("--limit", limit, 1)
    one_of(source, house)
    if house:
        kept = house.some(table, after, limit)
    else:
        kept = run(some_events(source, table, after, limit))
    if json:
        sys.stdout.writelines(f"{each.line}\n" for each in kept)
        return
    teller = Teller(Currency())
    rows = []
    for each in kept:
        place, envelope = (each.table, str(each.sequence)), each.envelope
        by = (envelope.actor, envelope.cause[:16])
        rows.append((*place, date_text(envelope.time), *by, _told(teller, each.event)))
    headings = ("table", "event>", "time", "actor", "cause", "what happened")
    console().print(grid(*headings, rows=rows))


def _told(teller: Teller, event: Any) -> str:
    """What happened, in a sentence; else an event by its name."""
    if is_table_event(event):
        return teller.tell(event)
    said = account_said(event) if is_account_event(event) else house_said(event)
    return str(event.__struct_config__.tag) if said is None else sentence(said)


def table_events(source: str, table: str) -> list[Event]:
    """Everything that happened at one table, from a database or an export."""
    if kind_of(table) != "table":
        raise UsageError(f"{table} is not a table; name one such as T1")
    kept = run(some_events(source, table, 0, sys.maxsize))
    return [each.event for each in kept if is_table_event(each.event)]


@app.command
def verify(
    source: str = "",
    *,
    key: tuple[str, ...] = (),
    witness: Path | None = None,
    witness_key: str | None = None,
    house: Running = NOWHERE,
    json: JsonOrPage = False,
) -> None:
    """Check logs from the first event to the last, by two verifiers; exit code 1 if any is wrong.

    The logs of a running house are sent here and checked here, so that its word is not taken; with
    `punto admin verify` the house checks itself. `punto verify` is the same command.

    Examples:
        punto log verify house/house.db --key house/house.key.public
        punto verify --at http://127.0.0.1:8000 --name watch1

    Args:
        source: An exported file, a database file, or a postgresql:// address; none with --at.
        key: Public keys of the house, or files with them; others that sign are then reported.
        witness: A witness's file to compare with.
        witness_key: The witness's public key, or a file with it.
    """
    one_of(source, house)
    witnessed = [] if witness is None else _witnessed(witness, witness_key)
    verifier = Verifier(signing().is_signed, read_public_keys(key), witnessed)
    if house or is_file_of_lines(source):
        with working("reading logs"):
            lines = house.exported() if house else lines_of(Path(source))
            audit = audit_lines(lines, verifier)
    else:
        audit = run(audit_source(source, verifier))
    tell(
        audit.form,
        *findings_shown(audit.findings),
        _summary(audit),
        json=json,
        failed=bool(audit.findings),
    )


def _summary(audit: Audit) -> str:
    verifier = audit.verifier
    return (
        f"{how_many(verifier.events, 'event')} of {how_many(len(verifier.heads), 'log')}, "
        f"{how_many(verifier.statements, 'signed statement')}, "
        f"{how_many(verifier.states_compared, 'state')} compared: {verdict(audit.findings)}"
    )


def _witnessed(path: Path, key: str | None) -> list[Checkpoint]:
    from puntobanco.record.witnessing.witness import (  # noqa: PLC0415 - needs an extra
        read_witness_file,
    )

    if not path.exists():
        raise UsageError(f"there is no witness file {path}")
    known = read_public_keys([key])[0] if key else None
    return read_witness_file(path, known)


@app.command(name="key")
def make_key(file: Path, *, json: bool = False) -> None:
    """Make a key to sign with: FILE is the secret, FILE.public is for anyone, and printed.

    Examples:
        punto log key witness.key

    Args:
        file: A file that is not there yet.
        json: Write JSON instead of the public key alone.
    """
    public = write_key(file)
    tell({"file": str(file), "public": public}, public, json=json)


@app.command
def sign(database: str, *, key: Path, json: JsonOrSentence = False) -> None:
    """Sign for every log, and keep a snapshot of every table, in a house that is not running.

    Examples:
        punto log sign house/house.db --key house/house.key

    Args:
        database: A database file or a postgresql:// address.
        key: The house's key: `house.key` in its folder.
    """
    from puntobanco.record.snapshot import checkpoint, restore, vouch  # noqa: PLC0415 - needs an extra

    signer, clock = read_signer(key), SteadyClock()
    database_only(database)

    async def work() -> int:
        async with opened(database) as store:
            tables = await store.heads()
            for table in tables:
                if kind_of(table) != "table":
                    await vouch(store, table, signer, clock())
                    continue
                restored = await restore(store, table, lambda known: known == signer.public)
                await checkpoint(store, table, restored.table, signer, clock())
            return len(tables)

    logs = run(work())
    sentence = f"{how_many(logs, 'log')} signed for by {signer.public}."
    tell({"logs": logs, "key": signer.public}, sentence, json=json)


@app.command
def witness(
    source: str, *, file: Path, key: Path, every: float | None = None, json: JsonOrSentences = False
) -> None:
    """Watch logs from outside: compare them with what was seen before, and remember.

    Run it as another user or on another machine, with a key of its own. Exit code 1 when the log is
    not the one that was seen.

    Examples:
        punto log witness house/house.db --file witness.jsonl --key witness.key

    Args:
        source: An exported file, a database file, or a postgresql:// address.
        file: Where the witness remembers; it only grows.
        key: The witness's own key, from `punto log key`.
        every: Look again after so many seconds, until something is wrong; once when not given.
    """
    from puntobanco.record.witnessing.witness import Witness  # noqa: PLC0415 - an extra

    if every is not None and not 0.1 <= every <= 86_400:
        raise UsageError("`--every` must be between 0.1 and 86400 seconds")
    seeing = Witness(file, read_signer(key), SteadyClock())

    async def work() -> list[Finding]:
        if is_file_of_lines(source):
            return seeing.look_at(envelopes(Path(source)))
        async with opened(source, to_read=True) as store:
            found = await seeing.look(store)
            while every is not None and not found:
                await asyncio.sleep(every)
                found = await seeing.look(store)
            return found

    findings = [str(finding) for finding in run(work())]
    events, logs = sum(said.size for said in seeing.seen.values()), len(seeing.seen)
    as_before = f"{how_many(events, 'event')} of {how_many(logs, 'log')}: as seen before."
    form = {"events": events, "logs": logs, "findings": findings}
    tell(form, "\n".join(findings) or as_before, json=json, failed=bool(findings))
