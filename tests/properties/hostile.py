"""Everybody else: requests nobody should make and reports of everything that can go wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Dealing, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import RULING_FACTS, Irregularity
from puntobanco.rules.slots import Hand, Slot

from .dealer import Dealer
from .watched import Wish

PATRONS = ("ann", "ben", "cleo", "dan")
NOMINEES = ("nell", "ned")
STRANGERS = ("zoe", "surveillance", "")
_HANDS = tuple(Hand)
_SLOTS = tuple(Slot)
_IRREGULARITIES = tuple(Irregularity)
_FACTS = (*RULING_FACTS, "moon_is_full")
_STEPS = ("wash", "riffle", "shuffle", "cut", "marker", "load", "spread", "pray", "mix-anew")
_ANSWERS = ("yes", "no", "void", "rebuild", "stand", "go-on", "take-back", "1", "2,1", "1,1", "")


class Crowd:
    """Patrons, nominees, staff and strangers who want and do anything."""

    def __init__(self, random: Random, rules: HouseRules, dealer: Dealer) -> None:
        self.random = random
        self.rules = rules
        self.dealer = dealer
        self.posts = tuple(post.name for post in rules.book.posts.ladder)
        self.wagers = (*rules.wagers, "insurance")
        self.requests = _named("ask_")
        self.reports = _named("see_")

    def request(self, table: Table) -> r.Request:
        """Any request from anybody."""
        fitting = _FITTING.get(type(table.stage), self.requests)
        some = fitting if self.random.random() < 0.6 else self.requests
        return self.random.choice(some)(self, table)

    def report(self, table: Table) -> p.Report | None:
        """Anything that may have happened; None where it cannot."""
        return self.random.choice(self.reports)(self, table)

    def proper_stake(self, table: Table) -> r.Request:
        """A stake that will mostly be taken."""
        patron = self.random.choice(PATRONS)
        known = table.patrons[patron]
        by = patron
        if self.random.random() < 0.2:
            by = self.random.choice((*NOMINEES, *self.posts))
        wager = self.rules.wagers[self.random.choice(self.wagers[:-1])]
        if self.random.random() < 0.7:
            wager = self.rules.wagers[self.random.choice(("player", "banker", "tie"))]
        limit = self.rules.settings.limit(wager)
        amount = max(limit.minimum, 20_00 * self.random.randint(1, 12))
        if self.random.random() < 0.2:
            amount = self.amount()
        if self.random.random() < 0.05:
            amount = known.rack // 20_00 * 20_00
        place = known.place or self.random.choice((0, 1))
        return r.PlaceStake(by=by, patron=patron, place=place, wager=wager.name, amount=amount)

    # --- people and figures -------------------------------------------------------------------

    def anybody(self) -> str:
        """Somebody, mostly somebody who has business here."""
        return self.random.choice(
            (*PATRONS, *PATRONS, *NOMINEES, *self.posts, *self.posts, *STRANGERS)
        )

    def patron(self) -> str:
        """Mostly a patron."""
        return self.anybody() if self.random.random() < 0.1 else self.random.choice(PATRONS)

    def staff(self) -> str:
        """Mostly a member of staff."""
        return self.anybody() if self.random.random() < 0.2 else self.random.choice(self.posts)

    def actor(self, patron: str) -> str:
        """Mostly the patron himself, else anybody."""
        return patron if self.random.random() < 0.6 else self.anybody()

    def amount(self) -> Units:
        """Mostly chips, sometimes nonsense."""
        chance = self.random.random()
        if chance < 0.75:
            return self.random.choice((5_00, 10_00, 20_00, 50_00, 100_00, 200_00, 500_00))
        if chance < 0.95:
            return self.random.randint(1, 1_500_00)
        return self.random.choice((-1, 0, 1, UNITS_MAX, -UNITS_MAX, 2**63))

    def place(self, table: Table, patron: str) -> int:
        """Mostly the patron's own place."""
        known = table.patrons.get(patron)
        if known and self.random.random() < 0.7:
            return known.place or self.random.choice((0, 1, 2))
        return self.random.choice((0, 1, 2, 3, self.rules.seats, self.rules.seats + 1, -1))

    def wager(self) -> str:
        """Mostly a main wager."""
        if self.random.random() < 0.6:
            return self.random.choice(("player", "banker", "tie"))
        return self.random.choice(self.wagers)

    def staked(self, table: Table) -> tuple[str, int, str]:
        """A stake that lies, or one that may not."""
        stakes = tuple(getattr(table.stage, "stakes", ()))
        if stakes and self.random.random() < 0.8:
            key: tuple[str, int, str] = self.random.choice(stakes)
            return key
        patron = self.patron()
        return patron, self.place(table, patron), self.wager()

    # --- requests -----------------------------------------------------------------------------

    def ask_open_table(self, table: Table) -> r.Request:
        return r.OpenTable(by=self.staff(), notices=("limits",))

    def ask_close_table(self, table: Table) -> r.Request:
        return r.CloseTable(by=self.staff())

    def ask_change_option(self, table: Table) -> r.Request:
        option = self.random.choice((*self.rules.book.options, None))
        value = self.random.choice(getattr(option, "values", ("8", "off", "x")))
        sign = self.random.random() < 0.7
        name = option.name if option else "colour"
        return r.ChangeOption(by=self.staff(), option=name, value=value, sign=sign)

    def ask_take_place(self, table: Table) -> r.Request:
        place = self.random.choice((None, 0, 1, 2, 3, 5, self.rules.seats, self.rules.seats + 1))
        return r.TakePlace(by=self.patron(), place=place)

    def ask_leave(self, table: Table) -> r.Request:
        return r.Leave(by=self.patron())

    def ask_buy_in(self, table: Table) -> r.Request:
        return r.BuyIn(by=self.patron(), amount=self.amount())

    def ask_cash_out(self, table: Table) -> r.Request:
        who = self.patron()
        known = table.patrons.get(who)
        whole = known is not None and self.random.random() < 0.5
        return r.CashOut(by=who, amount=known.rack if known and whole else self.amount())

    def ask_name_nominee(self, table: Table) -> r.Request:
        nominee = self.random.choice((*NOMINEES, self.anybody()))
        staff = self.random.random() < 0.05
        return r.NameNominee(by=self.patron(), nominee=nominee, is_staff=staff)

    def ask_approve_nominee(self, table: Table) -> r.Request:
        return r.ApproveNominee(by=self.staff(), nominee=self.random.choice(NOMINEES))

    def ask_announce_nominee(self, table: Table) -> r.Request:
        return r.AnnounceNominee(by=self.staff(), nominee=self.random.choice(NOMINEES))

    def ask_end_nominee(self, table: Table) -> r.Request:
        return r.EndNominee(by=self.staff(), nominee=self.random.choice(NOMINEES))

    def ask_bar_nominees(self, table: Table) -> r.Request:
        what = self.random.choice(("wagers", "cards", "cards", "breathing"))
        patrons = self.random.choice(((), (self.patron(),)))
        lift = self.random.random() < 0.3
        return r.BarNominees(by=self.staff(), what=what, patrons=patrons, lift=lift)

    def ask_receive_cards(self, table: Table) -> r.Request:
        # Accepted only between coups; the honest dealer then finds a full set of his own.
        decks = self.random.choice((self.rules.decks, self.rules.decks, 6, 0, -1))
        source = self.random.choice(("new", "used", "pre-shuffled", "sealed", "found"))
        cards, backs = self.random.choice(("old", "spare")), self.random.choice(("mixed", "one"))
        return r.ReceiveCards(
            by=self.anybody(), cards=cards, decks=decks, source=source, backs=backs
        )

    def ask_prepare(self, table: Table) -> r.Request:
        value = self.random.choice((None, -1, 0, 20, 52, 200, 10**6))
        return r.Prepare(by=self.anybody(), step=self.random.choice(_STEPS), value=value)

    def ask_decline_cut(self, table: Table) -> r.Request:
        return r.DeclineCut(by=self.anybody())

    def ask_object_to_cards(self, table: Table) -> r.Request:
        return r.ObjectToCards(by=self.anybody(), mix=self.random.random() < 0.5)

    def ask_order_new_cards(self, table: Table) -> r.Request:
        reason = self.random.choice(("", "worn"))
        reshuffle = self.random.random() < 0.5
        by = self.staff() if self.random.random() < 0.1 else self.patron()
        return r.OrderNewCards(by=by, reshuffle=reshuffle, reason=reason)

    def ask_view_burnt_card(self, table: Table) -> r.Request:
        return r.ViewBurntCard(by=self.patron())

    def ask_open_betting(self, table: Table) -> r.Request:
        return r.OpenBetting(by=self.anybody())

    def ask_place_stake(self, table: Table) -> r.Request:
        patron = self.patron()
        spoken = self.random.random() < 0.1
        return r.PlaceStake(
            by=self.actor(patron),
            patron=patron,
            place=self.place(table, patron),
            wager=self.wager(),
            amount=self.amount(),
            spoken=spoken,
            chips=not spoken or self.random.random() < 0.5,
        )

    def ask_take_stake(self, table: Table) -> r.Request:
        patron, place, wager = self.staked(table)
        amount = self.random.choice((None, self.amount()))
        return r.TakeStake(
            by=self.actor(patron), patron=patron, place=place, wager=wager, amount=amount
        )

    def ask_move_stake(self, table: Table) -> r.Request:
        patron, place, wager = self.staked(table)
        return r.MoveStake(
            by=self.actor(patron),
            patron=patron,
            place=place,
            wager=wager,
            to_place=self.place(table, patron),
            to_wager=self.wager(),
            amount=self.random.choice((None, self.amount())),
        )

    def ask_place_ante(self, table: Table) -> r.Request:
        patron = self.patron()
        return r.PlaceAnte(by=self.actor(patron), patron=patron)

    def ask_close_betting(self, table: Table) -> r.Request:
        return r.CloseBetting(by=self.anybody())

    def ask_reopen_betting(self, table: Table) -> r.Request:
        return r.ReopenBetting(by=self.anybody())

    def ask_answer_offer(self, table: Table) -> r.Request:
        hand, accept = self.random.choice(_HANDS), self.random.random() < 0.5
        return r.AnswerOffer(by=self.anybody(), hand=hand, accept=accept)

    def ask_to_squeeze(self, table: Table) -> r.Request:
        return r.AskToSqueeze(by=self.patron(), hand=self.random.choice(_HANDS))

    def ask_keep_hand(self, table: Table) -> r.Request:
        return r.KeepHand(by=self.anybody(), hand=self.random.choice(_HANDS))

    def ask_banker_first(self, table: Table) -> r.Request:
        return r.TurnBankerFirst(by=self.anybody())

    def ask_draw_card(self, table: Table) -> r.Request:
        return r.DrawCard(by=self.staff())

    def ask_pass_hand(self, table: Table) -> r.Request:
        return r.PassHand(by=self.staff(), hand=self.random.choice(_HANDS))

    def ask_pass_card(self, table: Table) -> r.Request:
        slot, to = self.random.choice(_SLOTS), self.anybody()
        if isinstance(table.stage, Dealing) and self.random.random() < 0.7:
            to = table.stage.handlers.get(slot.hand.value, to)
        return r.PassCard(by=self.staff(), slot=slot, to=to)

    def ask_let_turn(self, table: Table) -> r.Request:
        return r.LetTurn(by=self.staff(), hand=self.random.choice(_HANDS), patron=self.patron())

    def ask_turn_hand(self, table: Table) -> r.Request:
        return r.TurnHand(by=self.anybody(), hand=self.random.choice(_HANDS))

    def ask_settle(self, table: Table) -> r.Request:
        return r.Settle(by=self.anybody())

    def ask_collect_commission(self, table: Table) -> r.Request:
        owing = [name for name, each in table.patrons.items() if each.owed]
        patron = self.random.choice(owing) if owing else self.patron()
        return r.CollectCommission(by=self.staff(), patron=patron)

    def ask_answer(self, table: Table) -> r.Request:
        reason = self.random.choice(("", "why not"))
        return r.Answer(by=self.anybody(), answer=self.random.choice(_ANSWERS), reason=reason)

    # --- reports ------------------------------------------------------------------------------

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
        return p.CardLeftShoe(into=into, face_up=face_up, card=self._card(), by=self.anybody())

    def see_cards_together(self, table: Table) -> p.Report | None:
        if len(self.dealer.cards.left) < 3:
            return None
        cards = tuple(self._card() for _ in range(self.random.choice((1, 2, 2, 3))))
        return p.CardsLeftTogether(cards=cards, order_known=self.random.choice((None, True, False)))

    def see_turned(self, table: Table) -> p.Report | None:
        return p.CardWasTurned(
            slot=self.random.choice(_SLOTS), card=self.random.choice(DECK), by=self.anybody()
        )

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
            amount=self.amount(),
            by=self.anybody(),
        )

    see_another_irregularity = see_irregularity

    def see_small_stake(self, table: Table) -> p.Report | None:
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

    def see_wrong_slot(self, table: Table) -> p.Report | None:
        if not isinstance(table.stage, Dealing) or not self.dealer.cards.left:
            return None
        return p.CardLeftShoe(into=self.random.choice(_SLOTS), card=self._card())


def _named(start: str) -> tuple[Callable[[Crowd, Table], Any], ...]:
    return tuple(value for name, value in vars(Crowd).items() if name.startswith(start))


_FITTING: dict[type[Any], tuple[Callable[[Crowd, Table], r.Request], ...]] = {
    Betting: (
        Crowd.ask_place_stake,
        Crowd.ask_take_stake,
        Crowd.ask_move_stake,
        Crowd.ask_place_ante,
        Crowd.ask_cash_out,
    ),
    Dealing: (
        Crowd.ask_place_stake,
        Crowd.ask_take_stake,
        Crowd.ask_reopen_betting,
        Crowd.ask_answer_offer,
        Crowd.ask_to_squeeze,
        Crowd.ask_pass_hand,
        Crowd.ask_pass_card,
        Crowd.ask_turn_hand,
        Crowd.ask_let_turn,
        Crowd.ask_draw_card,
        Crowd.ask_settle,
        Crowd.ask_answer,
    ),
    Resolved: (
        Crowd.ask_collect_commission,
        Crowd.ask_cash_out,
        Crowd.ask_change_option,
        Crowd.ask_order_new_cards,
        Crowd.ask_take_stake,
        Crowd.ask_close_table,
    ),
}
"""What people mostly ask for at each stage."""
