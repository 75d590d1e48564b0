"""What an alert says: a code for each kind, filled with what was seen."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.house.events import AlertRaised
from puntobanco.rules.words import wager_said
from puntobanco.sayings.saying import Saying, known, sentence


def alert(kind: str, table: str, sequence: int, values: Mapping[str, str]) -> AlertRaised:
    """An alert that an event of a table raises, once."""
    words = sentence(alert_said(kind, values))
    name = f"{kind}-{table}-{sequence}"
    return AlertRaised(alert=name, table=table, kind=kind, sentence=words, values=dict(values))


def alert_said(kind: str, values: Mapping[str, str]) -> Saying:
    """What an alert says; wagers and posts in the reader's language."""
    filled = dict[str, str | int | Saying](values)
    if "wager" in values:
        filled["wager"] = wager_said(values["wager"])
    if "post" in values:
        filled["post"] = known("post", values["post"])
    return Saying(f"alert.{kind}", filled)
