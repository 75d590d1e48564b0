"""What a table tells the floor by itself: large stakes, the Differential, silence, slips.

Nothing is held up by it. What is told from where on, the floor has chosen (`house.watch`). Every
process that serves the table sees the same events; an alert has the name of its event, so that it
is raised once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from puntobanco.base.cards import Card
from puntobanco.house.alerts import alert
from puntobanco.house.house import HouseTable
from puntobanco.house.roles import Role
from puntobanco.house.watch import (
    DIFFERENTIAL,
    LARGE_BET,
    LATE_ANSWER,
    TYPED,
    UNDONE,
    VOIDED_ALONE,
    threshold,
)
from puntobanco.play import events as e
from puntobanco.play.limits import side_totals
from puntobanco.play.table import Betting
from puntobanco.record.names import HOUSE_ACTORS
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import Saying
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.tables.desk import Desk, RecordedEvent


class Alarms:
    """Looks at every event of one table for what the floor wants to be told."""

    def __init__(self, desk: Desk, house_log: HouseLog) -> None:
        self._desk = desk
        self._house_log = house_log
        self._undone = self._typed = 0
        """In this shoe."""
        self._far_apart = False
        """Whether the floor was told of the Differential in this coup."""
        self._returned_at = 0
        """When bets last went back: the time of that transaction."""
        self._waiting: asyncio.TimerHandle | None = None
        desk.on_change(self._take)

    def close(self) -> None:
        """Wait for nobody any more."""
        if self._waiting is not None:
            self._waiting.cancel()

    def _take(self, happened: Sequence[RecordedEvent]) -> None:
        entry = self._house_log.house.tables.get(self._desk.name)
        if entry is None:  # a table without a house: nobody is to be told
            return
        for each in happened:
            match each.event:
                case e.ShoeStarted():
                    self._undone = self._typed = 0
                case e.CardDealt(card=Card()) | e.CardTurned():
                    self._card(each, threshold(entry, TYPED))
                case e.BettingOpened():
                    self._far_apart = False
                case e.StakePlaced() | e.StakeTaken() | e.AnteReturned():
                    self._stake(each, each.event, entry)
                case e.CoupVoided() | e.CoupReopened() | e.CardCorrected():
                    self._count(each, threshold(entry, UNDONE))
                case e.QuestionAsked():
                    self._wait(each, each.event, threshold(entry, LATE_ANSWER))
                case e.QuestionAnswered() | e.Resumed():
                    self.close()
                case _:
                    pass

    def _stake(
        self,
        each: RecordedEvent,
        event: e.StakePlaced | e.StakeTaken | e.AnteReturned,
        entry: HouseTable,
    ) -> None:
        stage, rules = self._desk.table.stage, self._desk.rules
        if not isinstance(event, e.StakePlaced):
            self._returned_at = each.time
            return
        if not isinstance(stage, Betting):
            return
        lies = stage.stakes.get((event.patron, event.place, event.wager), 0)
        large = threshold(entry, LARGE_BET)
        if 0 < large <= lies and lies - event.amount < large:
            amount = rules.settings.currency.show(lies)
            self._tell(each, LARGE_BET, who=event.patron, amount=amount, wager=event.wager)
        limit, apart = rules.settings.differential, threshold(entry, DIFFERENTIAL)
        if not limit or not apart or self._far_apart:
            return
        sides = side_totals(rules, stage.stakes, None)
        share = abs(sides[Hand.PLAYER] - sides[Hand.BANKER]) * 100 // limit
        if share >= apart:
            self._far_apart = True
            self._tell(each, DIFFERENTIAL, share=share)

    def _count(self, each: RecordedEvent, most: int) -> None:
        self._undone += 1
        if 0 < most <= self._undone:
            self._tell(each, UNDONE, count=self._undone, who=each.actor)
        # two people are `one+other` in the log; what the house does by itself is nobody's word
        is_alone = "+" not in each.actor and each.actor not in HOUSE_ACTORS
        if isinstance(each.event, e.CoupVoided) and is_alone and each.time == self._returned_at:
            self._tell(each, VOIDED_ALONE, coup=each.event.coup, who=each.actor)

    def _card(self, each: RecordedEvent, most: int) -> None:
        people = self._house_log.house.people
        scanners = [
            name
            for name, person in people.items()
            if (Role.SCANNER, self._desk.name) in person.roles and not person.suspended
        ]
        if scanners and each.actor not in scanners:
            self._typed += 1
            if self._typed == most:
                self._tell(each, TYPED, count=most)

    def _wait(self, each: RecordedEvent, event: e.QuestionAsked, seconds: int) -> None:
        self.close()
        if seconds and event.post is not None:
            said = self._desk.rules.book.posts.said(event.post)
            post = event.post if isinstance(said, Saying) else str(said)
            loop = asyncio.get_running_loop()
            late = partial(self._tell, each, LATE_ANSWER, post=post, seconds=seconds)
            self._waiting = loop.call_later(seconds, late)

    def _tell(self, each: RecordedEvent, kind: str, **values: object) -> None:
        written = {name: str(value) for name, value in values.items()}
        self._house_log.alert_soon(alert(kind, self._desk.name, each.sequence, written))
