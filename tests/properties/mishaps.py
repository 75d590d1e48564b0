"""Reports of everything that can go wrong with cards, words and chips, at every stage."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from puntobanco.base.cards import DECK, Card
from puntobanco.play import reports as p
from puntobanco.play.table import Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import RULING_FACTS, Irregularity
from puntobanco.rules.slots import Hand, Slot

from .dealer import Dealer
from .people import NOMINEES, People

_HANDS = tuple(Hand)
_SLOTS = tuple(Slot)
_IRREGULARITIES = tuple(Irregularity)
_FACTS = (*RULING_FACTS, "moon_is_full")


class Mishaps(People):
    """What happens to a clumsy dealer, and what people say they noticed."""

    def __init__(self, random: Random, rules: HouseRules, dealer: Dealer) -> None:
        super().__init__(random, rules)
        self.dealer = dealer

    def report(self, table: Table) -> p.Report | None:
        """Anything that may have happened; None where it cannot."""
        return self.random.choice(_ALL)(self, table)

    def _card(self) -> Card | None:
        """A card of the shoe, seen or not; the honest dealer keeps the unseen faces."""
        card = self.dealer.cards.take()
        if self.random.random() < 0.6:
            return card
        self.dealer.cards.hidden.append(card)
        return None

    def see_card(self, table: Table) -> p.Report | None:
        if not self.dealer.cards.left:
            return None
        into = self.random.choice((None, *_SLOTS))
        face_up = self.random.choice((None, True, False))
        return p.CardLeftShoe(
            into=into,
            face_up=face_up,
            card=self._card(),
            by=self.anybody(),
            outside=self.random.random() < 0.1,
            foreign="red back" if self.random.random() < 0.1 else "",
        )

    def see_cards_together(self, table: Table) -> p.Report | None:
        if len(self.dealer.cards.left) < 3:
            return None
        cards = tuple(self._card() for _ in range(self.random.choice((1, 2, 2, 3))))
        return p.CardsLeftTogether(cards=cards, order_known=self.random.choice((None, True, False)))

    def see_turned(self, table: Table) -> p.Report | None:
        return p.CardWasTurned(
            slot=self.random.choice(_SLOTS), card=self.random.choice(DECK), by=self.anybody()
        )

    def see_turned_by_somebody(self, table: Table) -> p.Report | None:
        """A card that lies face down is turned, often by a Nominee or by who holds it."""
        tape = table.stage.tape if isinstance(table.stage, Dealing) else ()
        down = [each.slot for each in tape if each.slot and each.card is None]
        if not down:
            return None
        holders = tuple(getattr(table.stage, "holders", {}).values())
        by = self.random.choice((*NOMINEES, *holders, self.anybody()))
        return p.CardWasTurned(slot=self.random.choice(down), card=self.dealer.cards.turn(), by=by)

    def see_misread(self, table: Table) -> p.Report | None:
        return p.CardMisread(
            slot=self.random.choice(_SLOTS),
            card=self.random.choice(DECK),
            by=self.anybody(),
            coup=self.random.choice((None, None, table.coup, table.coup - 1, table.coup - 3)),
            was=self.random.choice((None, *table.shoe.seen[-1:], DECK[0])),
        )

    def see_handed(self, table: Table) -> p.Report | None:
        return p.CardHanded(slot=self.random.choice(_SLOTS), to=self.anybody(), by=self.anybody())

    def see_loaded(self, table: Table) -> p.Report | None:
        return p.CardsLoaded(by=self.anybody())

    def see_marker(self, table: Table) -> p.Report | None:
        if self.dealer.cards.marker_out:
            return None
        self.dealer.cards.marker_out = True
        return p.MarkerLeftShoe()

    def see_dry(self, table: Table) -> p.Report | None:
        return p.ShoeRanDry() if self.random.random() < 0.2 else None

    def see_total(self, table: Table) -> p.Report | None:
        return p.TotalCalled(hand=self.random.choice(_HANDS), total=self.random.randint(-1, 10))

    def see_result(self, table: Table) -> p.Report | None:
        return p.ResultCalled(
            player_total=self.random.randint(0, 9),
            banker_total=self.random.randint(0, 9),
            winner=self.random.choice(tuple(Winner)),
        )

    def see_time_over(self, table: Table) -> p.Report | None:
        return p.ChoiceTimeOver()

    def see_irregularity(self, table: Table) -> p.Report:
        facts = {
            name: self.random.random() < 0.5
            for name in self.random.sample(_FACTS, self.random.choice((0, 0, 1, 2, 5)))
        }
        patron, place, wager = self.staked(table)
        named = self.random.random()
        return p.Noticed(
            irregularity=self.random.choice(_IRREGULARITIES),
            coup=self.random.choice((None, None, None, table.coup - 1, table.coup, 0, 10**6)),
            facts=facts,
            patron=patron if named < 0.7 else None,
            place=place if named < 0.6 else None,
            wager=wager if named < 0.5 else None,
            after_coup=self.random.random() < 0.2,
            by=self.anybody(),
        )

    see_another_irregularity = see_irregularity

    def see_late(self, table: Table) -> p.Report:
        """What is found out after a coup was paid more often than by chance."""
        patron, place, wager = self.staked(table)
        kind = self.random.choice((Irregularity.ORDER_DISTURBED, Irregularity.ANTE_MISSING))
        antes = getattr(table.stage, "antes", {})
        without = [key for key in getattr(table.stage, "stakes", ()) if key[0] not in antes]
        if kind is Irregularity.ANTE_MISSING and without and self.random.random() < 0.8:
            patron, place, wager = self.random.choice(without)
        return p.Noticed(irregularity=kind, patron=patron, place=place, wager=wager)

    def see_small_stake(self, table: Table) -> p.Report:
        patron, place, wager = self.staked(table)
        kind = self.random.choice((Irregularity.BELOW_MINIMUM, Irregularity.NOT_PAYABLE))
        return p.Noticed(irregularity=kind, patron=patron, place=place, wager=wager)

    def see_payment(self, table: Table) -> p.Report | None:
        lines = getattr(table.stage, "settled", ())
        patron, place, wager = self.staked(table)
        amount = self.amount()
        if lines and self.random.random() < 0.7:
            line = self.random.choice(lines)
            patron, place, wager = line.patron, line.place, line.wager
            amount = line.stake + line.profit + self.random.choice((0, 0, 1, -50))
        return p.PaymentMade(patron=patron, place=place, wager=wager, amount=amount)

    def see_chips_laid(self, table: Table) -> p.Report | None:
        patron, place, wager = self.staked(table)
        return p.ChipsLaid(
            patron=patron, place=place, wager=wager, amount=self.amount(), by=self.anybody()
        )

    def see_late_chips(self, table: Table) -> p.Report | None:
        """Late chips are noticed, or more of them come."""
        if self.random.random() < 0.5:
            return self.see_chips_laid(table)
        patron, place, wager = self.staked(table)
        named = self.random.random()
        return p.Noticed(
            irregularity=Irregularity.LATE_STAKE,
            patron=patron if named < 0.8 else None,
            place=place if named < 0.4 else None,
            wager=wager if named < 0.4 else None,
        )

    def see_wrong_slot(self, table: Table) -> p.Report | None:
        if not isinstance(table.stage, Dealing) or not self.dealer.cards.left:
            return None
        return p.CardLeftShoe(into=self.random.choice(_SLOTS), card=self._card())


_See: TypeAlias = Callable[[Mishaps, Table], p.Report | None]
_ALL: tuple[_See, ...] = tuple(
    value for name, value in vars(Mishaps).items() if name.startswith("see_")
)
