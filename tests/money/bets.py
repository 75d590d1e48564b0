"""What becomes of each bet, told from the events alone: a bet has one end, or none yet.

This keeps its own account of stakes and racks and asks the program for nothing, so that a second
payment shows whatever the table believes.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from puntobanco.play import events as e
from puntobanco.rules.wagers import Result

Bet: TypeAlias = tuple[str, int, str]
_SAME = ("stake", "result", "profit", "commission", "breakage", "owed", "stays")


class Bets:
    """The bets of the coup that is open or was last paid."""

    def __init__(self) -> None:
        self.lying: Counter[Bet] = Counter()
        self.antes: Counter[str] = Counter()
        self.racks: Counter[str] = Counter()
        self.ended: dict[Bet, e.StakeSettled] = {}
        self.collected: Counter[str] = Counter()
        """By patron: the Ante that the house has taken."""
        self.ends: Counter[str] = Counter()
        """How many bets were paid, lost, pushed, taken back and returned."""

    def copy(self) -> Bets:
        """The same bets, for another order of things."""
        other = Bets()
        for name, value in vars(self).items():
            setattr(other, name, value.copy())
        return other

    def take(self, event: e.Event) -> None:
        """One event further."""
        match event:
            case e.ChipsBought() | e.CommissionReturned():
                self.racks[event.patron] += event.amount
            case e.ChipsCashed() | e.CommissionCollected():
                self.racks[event.patron] -= event.amount
            case e.StakePlaced() | e.LateStakeLaid():
                self._placed(event)
            case e.StakeTaken() | e.StakeReduced():
                self._returned(event)
            case e.StakeSettled():
                self._settled(event)
            case e.SettlementReversed():
                self._reversed(event)
            case e.AntePlaced() | e.AnteReturned() | e.AnteCollected() | e.AnteReversed():
                self._ante(event)
            case e.CoupSettled() | e.CoupVoided() | e.BettingOpened():
                self._over(event)
            case _:
                pass
        assert min(self.racks.values(), default=0) >= 0, (event, self.racks)

    def _placed(self, event: e.StakePlaced | e.LateStakeLaid) -> None:
        bet = (event.patron, event.place, event.wager)
        assert bet not in self.ended, f"{bet} is raised after it has ended"
        self.lying[bet] += event.amount
        self.racks[event.patron] -= event.amount

    def _returned(self, event: e.StakeTaken | e.StakeReduced) -> None:
        bet = (event.patron, event.place, event.wager)
        end = self.ended.get(bet)
        assert end is None or end.stays, f"{bet} is returned after it was paid"
        self.lying[bet] -= event.amount
        assert self.lying[bet] >= 0, f"{bet} is returned twice"
        self.racks[event.patron] += event.amount
        self.ends["returned"] += 1

    def _settled(self, event: e.StakeSettled) -> None:
        bet = (event.patron, event.place, event.wager)
        assert bet not in self.ended, f"{bet} is settled twice"
        assert event.stake == self.lying[bet] > 0, f"{bet} is settled for {event.stake}"
        self.ended[bet] = event
        self.ends[event.result.name] += 1
        if not event.stays:
            self.lying[bet] = 0
            if event.result is not Result.LOSE:
                self.racks[event.patron] += event.stake + event.profit

    def _reversed(self, event: e.SettlementReversed) -> None:
        bet = (event.patron, event.place, event.wager)
        end = self.ended.pop(bet, None)
        assert end is not None, f"{bet} is taken back and was not paid"
        for name in _SAME:
            assert getattr(end, name) == getattr(event, name), (name, end, event)
        self.ends["taken back"] += 1
        if end.stays:
            assert self.lying[bet] + event.taken_back == event.stake, (bet, event)
            self.racks[event.patron] -= event.taken_back
        elif end.result is not Result.LOSE:
            self.racks[event.patron] -= event.stake + event.profit
        self.lying[bet] = event.stake

    def _ante(
        self, event: e.AntePlaced | e.AnteReturned | e.AnteCollected | e.AnteReversed
    ) -> None:
        who, amount = event.patron, event.amount
        match event:
            case e.AntePlaced():
                self.antes[who] += amount
                self.racks[who] -= amount
            case e.AnteReturned():
                self.antes[who] -= amount
                self.racks[who] += amount
            case e.AnteCollected():
                assert not self.collected[who], f"the Ante of {who} is collected twice"
                self.antes[who] -= amount
                self.collected[who] = amount
            case e.AnteReversed():
                assert self.collected.pop(who, 0) == amount, f"no such Ante of {who} was collected"
                self.antes[who] += amount
        assert self.antes[who] >= 0, event

    def _over(self, event: e.CoupSettled | e.CoupVoided | e.BettingOpened) -> None:
        """All bets of a paid coup have ended, those of a void one are back; then they are final."""
        left = set(+self.lying)
        staying = {bet for bet, end in self.ended.items() if end.stays and self.lying[bet]}
        if isinstance(event, e.BettingOpened):  # NZ 5.16: between coups they may be altered
            assert {bet[2] for bet in left} <= {"player", "banker"}, left
        else:
            assert left == staying, f"{type(event).__name__}: {left ^ staying} have not ended"
        assert not +self.antes, self.antes
        if isinstance(event, e.CoupVoided):
            assert not self.ended, f"{set(self.ended)} keep their payment in a void coup"
        if isinstance(event, e.BettingOpened):
            self.ended.clear()
            self.collected.clear()
