"""One seeded session: a house, its people, some shoes; and how a failing one is made short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from puntobanco.notation.codec import encode
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import Events
from puntobanco.play.table import Betting, Closed, Dealing, Resolved
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal

from .crowd import Crowd
from .dealer import Dealer
from .houses import random_house
from .law import BrokenLawError, Wish, broken, law
from .mishaps import Mishaps
from .people import NOMINEES, PATRONS
from .watched import Watched, is_mixed_anew

SEATS = (1, 2, None, 3)


@dataclass(frozen=True)
class Temper:
    """How much goes wrong: chances of a foolish request and of a clumsy report per step."""

    foolish: float
    clumsy: float
    late: float
    """The chance that something is noticed of a coup already paid."""
    bets: int


TEMPERS = (
    Temper(0.02, 0.0, 0.0, 3),
    Temper(0.05, 0.002, 0.01, 4),
    Temper(0.15, 0.01, 0.1, 3),
    Temper(0.30, 0.06, 0.2, 5),
)


class Session:
    """A table played from its opening to the end of so many coups."""

    def __init__(self, random: Random, rules: HouseRules, temper: Temper) -> None:
        self.random = random
        self.temper = temper
        self.coups = random.choice((5, 30, 60, 90))
        self.watched = Watched(rules)
        self.dealer = Dealer(random, rules)
        self.crowd = Crowd(random, rules)
        self.mishaps = Mishaps(random, rules, self.dealer)

    def do(self, command: Wish) -> Events | Refusal:
        """Put a wish to the watched table; cards that are mixed anew are all there again."""
        before = self.watched.table
        outcome = self.watched.do(command)
        if isinstance(outcome, Refusal):
            return outcome
        table = self.watched.table
        back = table.shoe.continuous and table.coup != before.coup
        if back or is_mixed_anew(before, table, outcome):
            self.dealer.new_cards()
        return outcome

    def gather(self) -> None:
        """Patrons come, sit or stand, and buy in; where the book knows nominees, two act."""
        self.carry_on()
        for name, seat in zip(PATRONS, SEATS, strict=True):
            if isinstance(self.do(r.TakePlace(by=name, place=seat)), Refusal):
                self.do(r.TakePlace(by=name))
            self.do(r.BuyIn(by=name, amount=self.random.choice((5_000_00, 50_000_00))))
        post = self.watched.rules.book.posts.ladder[-1].name
        for patron, nominee in zip(PATRONS, NOMINEES, strict=False):
            if self.random.random() < 0.7:
                self.do(r.TakePlace(by=nominee, place=self.random.choice((4, 5))))
            self.do(r.NameNominee(by=patron, nominee=nominee))
            self.do(r.ApproveNominee(by=post, nominee=nominee))
            self.do(r.AnnounceNominee(by=post, nominee=nominee))

    def step(self) -> None:
        """Something happens: somebody is foolish, somebody clumsy, or the game goes on."""
        chance = self.random.random()
        table = self.watched.table
        if chance < self.temper.clumsy:
            report = self.mishaps.report(table)
            if report is not None:
                self.do(report)
        elif chance < self.temper.clumsy + self.temper.foolish:
            self.do(self.crowd.request(table))
        elif chance > 0.8 and (accepts := self.crowd.nominee_accepts(table)) is not None:
            self.do(accepts)
        elif self.crowd.handlers(table) and chance > 0.8:
            self.do(self.crowd.single_cards(table))
            turned = self.mishaps.see_turned_by_somebody(self.watched.table)
            if turned is not None and self.random.random() < 10 * self.temper.clumsy:
                self.do(turned)
        elif isinstance(table.stage, Betting) and not table.halts and self.random.random() < 0.8:
            self.bet()
        elif isinstance(table.stage, Resolved) and self.random.random() < self.temper.late:
            self._think_again()
        elif isinstance(table.stage, Resolved) and table.stage.staying and chance > 0.9:
            self.do(self.crowd.alter_after_tie(table.stage))
        else:
            self.carry_on()

    def _think_again(self) -> None:
        """Somebody notices something of a coup already paid, perhaps after chips have moved on."""
        for ask in (self.crowd.ask_collect_commission, self.crowd.ask_cash_out):
            if self.random.random() < 0.3:
                self.do(ask(self.watched.table))
        late = self.mishaps.see_irregularity(self.watched.table)
        if self.random.random() < 0.3:
            late = self.mishaps.see_late(self.watched.table)
        self.do(late)

    def bet(self) -> None:
        """Some patrons stake something, take it back or move it; the dealer closes the betting."""
        self._return()
        for _ in range(self.random.randint(0, self.temper.bets)):
            self.do(self.crowd.proper_stake(self.watched.table))
            if self.random.random() < 0.1:
                asked = self.random.choice((self.crowd.ask_take_stake, self.crowd.ask_move_stake))
                self.do(asked(self.watched.table))
        if self.random.random() < self.temper.late:
            self.do(self.mishaps.see_small_stake(self.watched.table))
        if self.watched.rules.ante is not None:
            forgets = self.random.choice((None, None, *PATRONS))
            for name in PATRONS:
                if name != forgets:
                    self.do(r.PlaceAnte(by=name, patron=name))
        if isinstance(self.watched.table.stage, Betting):
            self.carry_on()

    def _return(self) -> None:
        """Whoever left or lost everything may come again."""
        name = self.random.choice(PATRONS)
        patron = self.watched.table.patrons[name]
        if not patron.present:
            self.do(r.TakePlace(by=name, place=self.random.choice((None, 1, 2, 3, 4))))
        if patron.rack < 1_000_00:
            self.do(r.BuyIn(by=name, amount=2_000_00))

    def carry_on(self) -> None:
        """The honest dealer does the next thing, which must never be refused or do nothing."""
        command = self.dealer.next_command(self.watched.table)
        outcome = self.do(command)
        name = type(command).__name__
        if isinstance(outcome, Refusal):
            broken(f"no way on, {name} refused {outcome.reason}: {command} {outcome.sentence}")
        law(outcome, f"no way on, {name} did nothing: {command}")

    def finish(self) -> None:
        """Answer what is asked and play the coup out; then everything must be ordinary."""
        for _ in range(300):
            table = self.watched.table
            if not table.halts and not isinstance(table.stage, Betting | Dealing):
                break
            self.carry_on()
        law(not self.watched.table.halts, "the table stays halted")
        stage = self.watched.table.stage
        law(not isinstance(stage, Betting | Dealing), "a coup never ends")
        self.watched.check_replay()
        if isinstance(stage, Resolved) and stage.voided:
            law(not stage.staying, "stakes lie on after a void coup")

    def close(self) -> None:
        """Everybody takes his chips home and the table closes; it may be asked things meanwhile."""
        for _ in range(600):
            table = self.watched.table
            if isinstance(table.stage, Closed):
                break
            if isinstance(table.stage, Resolved):
                for patron, place, wager in tuple(table.stage.staying):
                    self.do(r.TakeStake(by=patron, patron=patron, place=place, wager=wager))
            for name in self.watched.table.patrons:
                self.do(r.CollectCommission(by="dealer", patron=name))
                self.do(r.CashOut(by=name, amount=self.watched.table.patrons[name].rack))
            if isinstance(self.do(r.CloseTable(by="dealer")), Refusal):
                self.carry_on()
            elif self.random.random() < 0.2:
                self.do(self.mishaps.see_irregularity(self.watched.table))
        law(isinstance(self.watched.table.stage, Closed), "the table cannot be closed")
        for _ in range(3):
            self.do(self.crowd.request(self.watched.table))
            self.do(self.mishaps.see_irregularity(self.watched.table))
            self.do(p.CardLeftShoe())
        self.finish()

    def play(self) -> int:
        """Play the session's coups, then answer and finish; how many were called."""
        self.gather()
        for _ in range(400 * (self.coups + 2)):
            if self.watched.table.coup >= self.coups:
                break
            self.step()
        self.finish()
        if self.random.random() < 0.5:
            self.close()
        return self.watched.table.coup


def session_of(seed: int, book: str = "") -> Session:
    """The session of a seed: its house and its temper follow from it."""
    random = Random(seed)
    rules = random_house(random, book)
    (temper,) = random.choices(TEMPERS, weights=(4, 4, 1, 1))
    return Session(random, rules, temper)


# --- shortening a failure -------------------------------------------------------------------------


def failure_of(rules: HouseRules, commands: Sequence[Wish]) -> str | None:
    """What goes wrong when these wishes are made one after the other, and the dealer carries on."""
    session = Session(Random(0), rules, TEMPERS[0])
    try:
        for command in commands:
            session.do(command)
        session.watched.check_replay()
        session.carry_on()
    except Exception as error:
        return kind_of(error)
    return None


def kind_of(error: BaseException) -> str:
    """A failure without its figures, so that a shorter sequence counts as the same."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace else ""
    if not isinstance(error, BrokenLawError):
        return f"{type(error).__name__} in {where}"
    words = "".join(letter for letter in str(error) if not letter.isdigit())
    return words.split(":")[0][:60]


def shortened(rules: HouseRules, commands: Sequence[Wish], kind: str) -> list[Wish]:
    """A short sequence with the same failure: whole coups are left out, then smaller pieces."""
    kept = _without_coups(rules, list(commands), kind)
    size = len(kept)
    while size:
        before = len(kept)
        place = 0
        while place < len(kept):
            shorter = kept[:place] + kept[place + size :]
            if failure_of(rules, shorter) == kind:
                kept = shorter
            else:
                place += size
        if size > 1 or len(kept) == before:
            size //= 2
    return kept


def _without_coups(rules: HouseRules, commands: list[Wish], kind: str) -> list[Wish]:
    calls = [place for place, command in enumerate(commands) if isinstance(command, r.OpenBetting)]
    for first in calls:
        for last in reversed(calls):
            if last <= first:
                break
            shorter = commands[:first] + commands[last:]
            if failure_of(rules, shorter) == kind:
                return shorter
    return commands


def written(commands: Sequence[Wish]) -> str:
    """Wishes as lines of JSON, which the codec reads back."""
    return "\n".join(encode(command).decode() for command in commands)
