"""The game in the terminal: chips, undo, rebet, roads, and the clause behind every payment."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console

from puntobanco.base.cards import Card
from puntobanco.base.money import Units, UnreadableAmountError
from puntobanco.cli.screen import console, grid, hand_text
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.driver import Driver
from puntobanco.play.table import Betting, Resolved, Stakes, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import cite
from puntobanco.rules.configure import closest
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.wagers import Result
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead
from puntobanco.views.roads.text import draw_roads

YOU = "you"
HELP = """bet:    b 100 (Banker)  p 100 (Player)  t 10 (Tie)  or WAGER AMOUNT
change: undo  clear  double  rebet
play:   deal (or an empty line)
look:   why (the clauses behind the last coup)  roads  wagers  help  quit"""
_SHORT = {"b": "banker", "p": "player", "t": "tie"}


@dataclass
class TerminalGame:
    """One person at an automatic table."""

    driver: Driver
    shuffled: Callable[[], list[Card]]
    out: Console = field(default_factory=console)
    laid: list[tuple[str, Units]] = field(default_factory=list)
    """What was laid on this coup, in order, for undo."""
    last: list[tuple[str, Units]] = field(default_factory=list)
    """What was laid on the coup before, for rebet."""
    beads: list[Bead] = field(default_factory=list)
    settled: list[e.StakeSettled] = field(default_factory=list)
    ante: Units = 0
    """The Ante of the last coup."""
    shoes: int = 0

    @property
    def rules(self) -> HouseRules:
        """The rules of the table."""
        return self.driver.rules

    def run(self, chips: Units) -> None:
        """Play until the person leaves or the input ends."""
        self.driver.seat(YOU, 1, chips)
        self.out.print(f"{self.rules.book.title}, {self.rules.book.edition}", style="bold")
        self.out.print(HELP)
        while self._coup():
            pass
        self.leave()

    def leave(self) -> None:
        """Take what still lies open off the layout, and go."""
        self._clear()
        rack = self.driver.table.patrons[YOU].rack
        self.out.print(f"You leave with {self._write(rack)}.")

    def _write(self, amount: Units) -> str:
        return self.rules.settings.currency.write(amount)

    def _coup(self) -> bool:
        """One coup; False when the person is gone."""
        if self.driver.shoe_is_over:
            self.shoes += 1
            self.driver.start_shoe(self.shuffled(), f"set {self.shoes}")
            self.beads = []
            shoe = f"Shoe {self.shoes}: shuffled, cut and loaded."
            machine = "The shuffler is loaded; it takes its cards back."
            self.out.print(machine if self.rules.continuous else shoe, style="dim")
        self.driver.open()
        self.laid = []
        while True:
            rack = self.driver.table.patrons[YOU].rack
            line = self._ask(
                f"coup {self.driver.table.coup}, rack {self._write(rack)}{self._lying()}> "
            )
            if line is None or line in ("quit", "q"):
                return False
            if line in ("deal", "d", ""):
                self._deal()
                return True
            self._command(line)

    @property
    def _stakes(self) -> Stakes:
        """What lies on the layout while betting is open."""
        stage = self.driver.table.stage
        return stage.stakes if isinstance(stage, Betting) else {}

    def _lying(self) -> str:
        """What lies on the layout, for the prompt."""
        lying = ", ".join(f"{key[2]} {self._write(stake)}" for key, stake in self._stakes.items())
        return f", on the layout {lying}" if lying else ""

    def _ask(self, prompt: str) -> str | None:
        if sys.stdin.isatty():
            sys.stdout.write(prompt)
            sys.stdout.flush()
        line = sys.stdin.readline()
        return line.strip().lower() if line else None

    def _command(self, line: str) -> None:
        simple: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "clear": self._clear,
            "double": self._double,
            "rebet": self._rebet,
            "why": self._why,
            "roads": self._roads,
            "wagers": self._wagers,
            "help": lambda: self.out.print(HELP),
        }
        if line in simple:
            simple[line]()
            return
        words = line.split()
        wager = _SHORT.get(words[0], words[0])
        if len(words) != 2 or wager not in self.rules.wagers:
            hint = closest(words[0], ["deal", "quit", *simple, *_SHORT, *self.rules.wagers])
            self.out.print(f"{line!r} is not understood; {hint}")
            return
        try:
            amount = self.rules.settings.currency.read(words[1])
        except UnreadableAmountError as error:
            self.out.print(str(error))
            return
        self._stake(wager, amount)

    def _accepted(self, request: r.PlaceStake | r.TakeStake) -> bool:
        """Send a request; say why where the table refuses it."""
        outcome = self.driver.command(request)
        if isinstance(outcome, Refusal):
            self.out.print(f"Refused: {outcome.sentence} {cite(outcome.clauses)}")
            return False
        return True

    def _stake(self, wager: str, amount: Units) -> None:
        request = r.PlaceStake(by=YOU, patron=YOU, place=1, wager=wager, amount=amount)
        if self._accepted(request):
            self.laid.append((wager, amount))

    def _take(self, wager: str, amount: Units) -> bool:
        return self._accepted(r.TakeStake(by=YOU, patron=YOU, place=1, wager=wager, amount=amount))

    def _undo(self) -> None:
        if not self.laid:
            self.out.print("Nothing to undo.")
        elif self._take(*self.laid[-1]):
            self.laid.pop()

    def _clear(self) -> None:
        stakes = self._stakes
        main_last = sorted(stakes, key=lambda key: self.rules.wagers[key[2]].kind.is_main)
        for key in main_last:
            self._take(key[2], stakes[key])
        self.laid = []

    def _double(self) -> None:
        for wager, amount in tuple(self.laid):
            self._stake(wager, amount)

    def _rebet(self) -> None:
        for wager, amount in self.last:
            self._stake(wager, amount)

    def _deal(self) -> None:
        if self.rules.ante is not None:
            self.driver.command(r.PlaceAnte(by=YOU, patron=YOU))  # refused where none is due
        self.last = self.laid or self.last
        staked = self.driver.table.stage
        ante = self.ante = staked.antes.get(YOU, 0) if isinstance(staked, Betting) else 0
        self.driver.play()
        stage = self.driver.table.stage
        if not isinstance(stage, Resolved):
            return
        coup = coup_of(stage.tape)
        self.settled = list(stage.settled)
        if coup is None or stage.voided:
            self.out.print("The coup is void; stakes are back.")
            return
        self.beads.append(bead_of(coup))
        for name, hand, total in (
            ("Player", coup.player, coup.player_total),
            ("Banker", coup.banker, coup.banker_total),
        ):
            self.out.print(f"{name} ", hand_text(hand), f" {total}", sep="", end="   ")
        self.out.print(coup.winner.value, style="bold")
        for decision in coup.decisions(self.rules.tableau):
            self.out.print(f"  {decision.sentence}", style="dim")
        if ante:
            self.out.print(f"  ante: -{self._write(ante)}")
        for line in stage.settled:
            sign = {Result.WIN: "+", Result.PUSH: "", Result.LOSE: ""}[line.result]
            self.out.print(f"  {line.wager}: {sign}{self._write(line.profit)} ({line.label})")

    def _why(self) -> None:
        if not self.settled:
            self.out.print("No stake of yours was settled in the last coup.")
        if self.ante and self.rules.ante is not None:
            clauses = cite(self.rules.ante.rule.collected_clauses)
            self.out.print(f"  ante collected -{self._write(self.ante)} {clauses}")
        for line in self.settled:
            what = f"{line.wager} {line.result.value} {self._write(line.profit)}: {line.label}"
            self.out.print(f"  {what} {cite(line.clauses)}")

    def _roads(self) -> None:
        self.out.print(draw_roads(self.beads, plain=not self.out.is_terminal))

    def _wagers(self) -> None:
        rows = []
        for wager in self.rules.wagers.values():
            limit = self.rules.settings.limits.of(wager.kind)
            pays = ", ".join(dict.fromkeys(str(line.end) for line in wager.lines))
            rows.append((wager.name, pays, self._write(limit.minimum), self._write(limit.maximum)))
        self.out.print(grid("wager", "pays", "minimum>", "maximum>", rows=rows))


def play_in_terminal(game: TerminalGame, chips: Units) -> None:
    """Play, and leave politely when interrupted."""
    try:
        game.run(chips)
    except KeyboardInterrupt:
        game.leave()
        raise
