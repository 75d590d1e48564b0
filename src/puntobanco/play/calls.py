"""Announcements in the words that a document gives the dealer."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.rules.conduct import Call


def announcement(call: Call | None, clauses: Clauses = ()) -> e.Events:
    """The event of an announcement; nothing where the document words none."""
    if call is None:
        return ()
    return (e.CallMade(words=call.words, clauses=clauses or call.clauses),)
