"""Logs as surveillance reads them: envelopes with hashes, and whether each follows the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from puntobanco.audit.account_told import account_said
from puntobanco.base.money import Currency
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import NO_HASH, Head, Kept, hash_of
from puntobanco.record.logs import is_account_event, is_table_event, kind_of
from puntobanco.record.signing import is_signed
from puntobanco.sayings.saying import Saying, sentence
from puntobanco.views.explain import Teller
from puntobanco.views.house_told import house_said
from puntobanco.wire.audit import CheckpointForm, EnvelopeForm, LogLineForm


def log_line(log: str, head: Head, checkpoints: Sequence[Checkpoint]) -> LogLineForm:
    """A log, where it ends, and the last signed word about it."""
    last = checkpoints[-1] if checkpoints else None
    return LogLineForm(
        log=log,
        kind=kind_of(log),
        sequence=head.sequence,
        hash=head.hash,
        time=head.time,
        checkpoint=None
        if last is None
        else CheckpointForm(
            size=last.size, hash=last.hash, time=last.time, key=last.key, good=is_signed(last)
        ),
    )


def _said(teller: Teller, event: Any) -> Saying | None:
    """What is said of an event of any log; None where there is nothing to tell."""
    if is_table_event(event):
        return teller.said(event)
    return account_said(event) if is_account_event(event) else house_said(event)


def envelopes(before: Kept | None, page: Sequence[Kept]) -> tuple[EnvelopeForm, ...]:
    """Part of a log that follows an envelope, or begins it."""
    teller = Teller(Currency())
    previous = NO_HASH if before is None else hash_of(before.text.encode())
    found = []
    for kept in page:
        envelope, event = kept.envelope, kept.event
        true = hash_of(kept.text.encode())
        form: dict[str, Any] = msgspec.json.decode(envelope.event)
        said = _said(teller, event)
        found.append(
            EnvelopeForm(
                sequence=kept.sequence,
                time=envelope.time,
                actor=envelope.actor,
                cause=envelope.cause,
                edition=envelope.edition,
                rules=envelope.rules,
                previous=envelope.previous,
                salt=envelope.salt,
                hash=kept.hash,
                event=form,
                sentence=str(form["event"]).replace("-", " ") if said is None else sentence(said),
                said=said,
                holds=true == kept.hash and envelope.previous == previous,
            )
        )
        previous = true
    return tuple(found)
