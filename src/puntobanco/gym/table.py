"""A seat at a table: one patron, one shoe, every coup dealt and settled by the table itself."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.gym.roads import road_spaces, roads_of
from puntobanco.library.finding import find_book
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.driver import Driver
from puntobanco.play.table import Betting, Resolved, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.settings import TableSettings
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead
from puntobanco.views.roads.text import draw_roads

PATRON, PLACE = "S1", 1
CONTINUOUS_COUPS = 80
"""A continuous shuffler has no end of shoe; the episode is cut after so many coups."""
RENDER_COLUMNS = 100

Observation = dict[str, Any]


class Stage(IntEnum):
    """What the patron may do now."""

    BETTING = 0
    NO_BETS = 1
    """The coup is dealt without bets."""
    OVER = 2
    """The shoe is finished, or the patron ruined."""


class TableEnvironment(gymnasium.Env[Observation, NDArray[np.int64]]):
    """One shoe at a table of one of the books, or what is played until ruin.

    An action is a wager (0: none, n: the n-th of `wagers`) and how many of its minimum to stake,
    less one. A stake that the table refuses is not laid; `info` says why. The reward is what the
    coup won or lost, in minimums of a hand.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as its base has it

    def __init__(
        self,
        book: str = "mbs",
        options: Mapping[str, str] | None = None,
        settings: TableSettings | None = None,
        minimums: int = 100,
        stake_most: int = 10,
        render_mode: str | None = None,
    ) -> None:
        rules = find_book(book).configure(options, settings)
        if isinstance(rules, Refusal):
            raise ValueError(f"{rules.sentence} {list(rules.clauses)}")
        if minimums < 1 or stake_most < 1:
            raise ValueError("minimums and stake_most are 1 or more")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.rules: HouseRules = rules
        self.render_mode = render_mode
        self.wagers = tuple(rules.wagers)
        self.minimum: Units = rules.settings.limits.hand.minimum
        self._bought: Units = minimums * self.minimum
        self.coups_most = max(len(DECK) * rules.decks // 4, CONTINUOUS_COUPS)
        self.action_space = spaces.MultiDiscrete([1 + len(self.wagers), stake_most])
        self.observation_space = spaces.Dict(
            {
                **road_spaces(self.coups_most),
                "rack": spaces.Box(0, UNITS_MAX, (1,), np.int64),
                "stakes": spaces.Box(0, UNITS_MAX, (len(self.wagers),), np.int64),
                "stage": spaces.Discrete(len(Stage)),
            }
        )
        self._driver: Driver | None = None
        self._beads: list[Bead] = []
        self._events: list[e.Event] = []
        self._coup: DealtCoup | None = None

    # --- gymnasium ----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Bring the patron to a new table with a new shoe, up to the first opening call."""
        super().reset(seed=seed)
        self._beads = []
        self._driver = Driver(self.rules, self._record, mixed=self._shuffled)
        self._driver.seat(PATRON, PLACE, self._bought)
        self._driver.start_shoe(self._shuffled(), "shoe 1")
        self._events = []
        self._driver.open()
        return self._observation(), self._info("")

    def step(
        self, action: NDArray[np.int64]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Stake, let the coup be dealt and settled, and open the next one."""
        driver = self._at_table()
        before = self._wealth()
        self._events, self._coup = [], None
        refused = self._stake(int(action[0]), int(action[1]) + 1)
        driver.play()
        cut = driver.table.shoe.continuous and len(self._beads) >= CONTINUOUS_COUPS
        ended = driver.shoe_is_over
        if not ended:
            driver.open()
        reward = (self._wealth() - before) / self.minimum
        ended = ended or self._is_ruined()
        return self._observation(), reward, ended, cut and not ended, self._info(refused)

    def render(self) -> str | None:
        """The roads and the rack, as text."""
        if self.render_mode is None:
            return None
        write = self.rules.settings.currency.write
        roads = draw_roads(self._beads, RENDER_COLUMNS, plain=True).plain
        lying = ", ".join(f"{name} {write(amount)}" for name, amount in self._stakes().items())
        rack = write(self._at_table().table.patrons[PATRON].rack)
        return f"{roads}\nRack {rack}" + (f", staked: {lying}" if lying else "")

    # --- the table ----------------------------------------------------------------------------

    def _at_table(self) -> Driver:
        if self._driver is None:
            raise gymnasium.error.ResetNeeded("call reset before anything else")
        return self._driver

    def _shuffled(self) -> list[Card]:
        """A whole shoe in an order of gymnasium's own chance."""
        order = self.np_random.permutation(len(DECK) * self.rules.decks)
        return [DECK[place % len(DECK)] for place in order]

    def _stake(self, wager: int, minimums: int) -> str:
        """Lay the stake that is wanted and nothing else; why not, where the table refuses."""
        driver = self._at_table()
        for name in self._stakes():
            driver.command(r.TakeStake(by=PATRON, patron=PATRON, place=PLACE, wager=name))
        if wager == 0:
            return ""
        name = self.wagers[wager - 1]
        amount = minimums * self.rules.settings.limit(self.rules.wagers[name]).minimum
        refused = driver.stakes([(PATRON, PLACE, name, amount)])
        if not refused and self.rules.ante is not None:
            driver.command(r.PlaceAnte(by=PATRON, patron=PATRON))
        return refused[0].sentence if refused else ""

    def _stakes(self) -> dict[str, Units]:
        stage = self._at_table().table.stage
        lying = stage.stakes if isinstance(stage, Betting) else {}
        return {wager: amount for (_, _, wager), amount in lying.items()}

    def _wealth(self) -> Units:
        patron = self._at_table().table.patrons[PATRON]
        return patron.rack + sum(self._stakes().values()) - patron.owed

    def _is_ruined(self) -> bool:
        limits = (self.rules.settings.limit(wager) for wager in self.rules.wagers.values())
        return self._wealth() < min(limit.minimum for limit in limits)

    def _record(self, event: e.Event) -> None:
        self._events.append(event)
        if not isinstance(event, e.CoupSettled):
            return
        table = self._at_table().table
        assert isinstance(table.stage, Resolved), table.stage
        self._coup = coup_of(table.stage.tape)
        assert self._coup is not None, table.stage.tape
        self._beads.append(bead_of(self._coup))

    # --- what is seen -------------------------------------------------------------------------

    def _observation(self) -> Observation:
        table = self._at_table().table
        stage, stakes = table.stage, self._stakes()
        now = Stage.OVER
        if isinstance(stage, Betting) and not self._is_ruined():
            now = Stage.NO_BETS if stage.no_bet else Stage.BETTING
        return {
            **roads_of(self._beads, self.coups_most),
            "rack": np.array([table.patrons[PATRON].rack], np.int64),
            "stakes": np.array([stakes.get(name, 0) for name in self.wagers], np.int64),
            "stage": np.int64(now),
        }

    def _info(self, refused: str) -> dict[str, Any]:
        """Cards, settlement and every clause that was applied since the last look."""
        coup = self._coup
        return {
            "wagers": list(self.wagers),
            "player": [card.text for card in coup.player] if coup else [],
            "banker": [card.text for card in coup.banker] if coup else [],
            "winner": coup.winner.value if coup else "",
            "settlement": [
                {
                    "wager": event.wager,
                    "stake": event.stake,
                    "result": event.result.value,
                    "profit": event.profit,
                    "commission": event.commission,
                    "clauses": list(event.clauses),
                }
                for event in self._events
                if isinstance(event, e.StakeSettled)
            ],
            "clauses": list(
                dict.fromkeys(clause for event in self._events for clause in event.clauses)
            ),
            "refused": refused,
        }
