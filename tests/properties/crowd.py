"""Requests of every kind from everybody, proper and improper, at every stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Dealing, Resolved, Table
from puntobanco.rules.slots import Hand, Slot

from .people import NOMINEES, PATRONS, People

_HANDS = tuple(Hand)
_SLOTS = tuple(Slot)
_STEPS = ("wash", "riffle", "shuffle", "cut", "marker", "load", "spread", "pray", "mix-anew")
_ASKED = ("squeeze", "reopen", "move", "pass", "mercy")
_ANSWERS = ("yes", "no", "void", "rebuild", "stand", "go-on", "take-back", "1", "2,1", "1,1", "")


class Crowd(People):
    """People who want anything of the table."""

    def request(self, table: Table) -> r.Request:
        """Any request from anybody, mostly one that fits the stage."""
        fitting = _FITTING.get(type(table.stage), _ALL)
        some = fitting if self.random.random() < 0.6 else _ALL
        return self.random.choice(some)(self, table)

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

    def alter_after_tie(self, stage: Resolved) -> r.Request:
        """A change of a wager that stayed after a tie, by its owner or somebody else."""
        patron, place, wager = self.random.choice(tuple(stage.staying))
        by, amount = self.actor(patron), self.random.choice((None, self.amount()))
        other = self.random.choice(("player", "banker", "tie"))
        match self.random.randrange(3):
            case 0:
                return r.TakeStake(by=by, patron=patron, place=place, wager=wager, amount=amount)
            case 1:
                return r.MoveStake(
                    by=by,
                    patron=patron,
                    place=place,
                    wager=wager,
                    to_place=place,
                    to_wager=other,
                    amount=amount,
                )
            case _:
                return r.PlaceStake(
                    by=by, patron=patron, place=place, wager=wager, amount=self.amount()
                )

    def handlers(self, table: Table) -> list[tuple[str, str]]:
        """Each hand that a patron or a Nominee handles, with their name."""
        stage = table.stage
        handlers = stage.handlers if isinstance(stage, Dealing) else {}
        return [(hand, who) for hand, who in handlers.items() if who != "dealer"]

    def nominee_accepts(self, table: Table) -> r.Request | None:
        """The Nominee of a patron who is offered a hand takes it."""
        stage = table.stage
        for hand, patron in stage.offers if isinstance(stage, Dealing) else ():
            for name, each in table.nominees.items():
                if each.patron == patron:
                    return r.AnswerOffer(by=name, hand=hand, accept=True)
        return None

    def single_cards(self, table: Table) -> r.Request:
        """A handler asks for single cards, or gets one of them, or their Nominee does."""
        hand, handler = self.random.choice(self.handlers(table))
        nominee = table.nominees.get(handler)
        principal = nominee.patron if nominee else handler
        if self.random.random() < 0.4:
            return r.AskHouse(by=principal, what="pass")
        acting = [name for name, each in table.nominees.items() if each.patron == principal]
        if nominee and self.random.random() < 0.2:
            if self.random.random() < 0.5:
                return r.EndNominee(by=self.posts[-1], nominee=handler, confirmed=True)
            barred = self.random.choice(((), (principal,)))
            return r.BarNominees(by=self.posts[-1], what="cards", patrons=barred)
        slot = self.random.choice([each for each in _SLOTS if each.hand.value == hand])
        by = self.random.choice((handler, *self.posts))
        return r.PassCard(by=by, slot=slot, to=self.random.choice((principal, *acting)))

    # --- improper ones ----------------------------------------------------------------------------

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

    def ask_adopt_edition(self, table: Table) -> r.Request:
        # The house names the book of an edition it keeps; people name its digest alone.
        edition = self.random.choice((self.rules.book.digest(), "0" * 64, ""))
        return r.AdoptEdition(by=self.staff(), edition=edition)

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
        by, patron = self.random.choice(((self.patron(), ""), (self.anybody(), self.patron())))
        return r.NameNominee(by=by, nominee=nominee, is_staff=staff, patron=patron)

    def ask_approve_nominee(self, table: Table) -> r.Request:
        return r.ApproveNominee(by=self.staff(), nominee=self.random.choice(NOMINEES))

    def ask_announce_nominee(self, table: Table) -> r.Request:
        return r.AnnounceNominee(by=self.staff(), nominee=self.random.choice(NOMINEES))

    def ask_end_nominee(self, table: Table) -> r.Request:
        confirmed = self.random.random() < 0.5
        return r.EndNominee(
            by=self.staff(), nominee=self.random.choice(NOMINEES), confirmed=confirmed
        )

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
        passed_over = self.random.choice(("", self.patron()))
        return r.DeclineCut(by=self.anybody(), patron=passed_over)

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

    def ask_extend_betting(self, table: Table) -> r.Request:
        return r.ExtendBetting(by=self.anybody(), seconds=self.random.choice((0, 15, 60)))

    def ask_reopen_betting(self, table: Table) -> r.Request:
        return r.ReopenBetting(by=self.anybody())

    def ask_answer_offer(self, table: Table) -> r.Request:
        hand, accept = self.random.choice(_HANDS), self.random.random() < 0.5
        return r.AnswerOffer(by=self.anybody(), hand=hand, accept=accept)

    def ask_to_squeeze(self, table: Table) -> r.Request:
        return r.AskToSqueeze(by=self.patron(), hand=self.random.choice(_HANDS))

    def ask_house(self, table: Table) -> r.Request:
        return r.AskHouse(by=self.patron(), what=self.random.choice(_ASKED))

    def ask_answer_patron(self, table: Table) -> r.Request:
        asked = getattr(table.stage, "asked", ())
        if asked and self.random.random() < 0.8:
            one = self.random.choice(asked)
            patron, what, hand = one.patron, one.what, one.hand
        else:
            patron, what = self.patron(), self.random.choice(_ASKED)
            hand = self.random.choice((None, *_HANDS))
        grant = self.random.random() < 0.6
        return r.AnswerPatron(by=self.anybody(), patron=patron, what=what, hand=hand, grant=grant)

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
        return r.Settle(by=self.anybody(), patron=self.random.choice(("", self.patron())))

    def ask_collect_commission(self, table: Table) -> r.Request:
        owing = [name for name, each in table.patrons.items() if each.owed]
        patron = self.random.choice(owing) if owing else self.patron()
        return r.CollectCommission(by=self.staff(), patron=patron)

    def ask_answer(self, table: Table) -> r.Request:
        reason = self.random.choice(("", "why not"))
        return r.Answer(by=self.anybody(), answer=self.random.choice(_ANSWERS), reason=reason)


_Ask: TypeAlias = Callable[[Crowd, Table], r.Request]
_ALL: tuple[_Ask, ...] = tuple(
    value for name, value in vars(Crowd).items() if name.startswith("ask_")
)
_FITTING: dict[type[Any], tuple[_Ask, ...]] = {
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
        Crowd.ask_extend_betting,
        Crowd.ask_reopen_betting,
        Crowd.ask_answer_offer,
        Crowd.ask_to_squeeze,
        Crowd.ask_house,
        Crowd.ask_answer_patron,
        Crowd.ask_leave,
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
