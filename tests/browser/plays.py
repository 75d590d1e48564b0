"""The tables of the stage: each name is one moment of play, whole."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.sayings.saying import say, sentence
from puntobanco.wire import forms as f
from puntobanco.wire import own_forms as o
from tests.browser.scenes import (
    SHOE_3,
    SHOE_12,
    Sections,
    hands,
    me,
    now,
    phase,
    shoe_roads,
    table,
)

NZ = {"perfect-pair": "1", "dragon-bonus": "1", "style": "B"}


def _crowd(amounts: dict[str, tuple[int, int]], player: int, banker: int) -> f.StakesForm:
    total = sum(amount for amount, _ in amounts.values())
    spots = {
        name: f.SpotForm(amount=a * 100, patrons=p, share=round(100 * a / total))
        for name, (a, p) in amounts.items()
    }
    return f.StakesForm(
        spots=spots,
        total=sum(spot.amount for spot in spots.values()),
        player_side=player * 100,
        banker_side=banker * 100,
        differential_left_player=1000000 + (banker - player) * 100,
        differential_left_banker=1000000 - (banker - player) * 100,
    )


CROWD = {
    "player": (6850, 8),
    "banker": (14450, 11),
    "tie": (1140, 5),
    "player-pair": (620, 4),
    "banker-pair": (340, 2),
    "player-wins-on:7": (120, 2),
    "tie-wins-on:6": (50, 1),
    "banker-wins-on:7": (150, 3),
}
WON = {"banker": "win", "player": "lose", "tie": "lose", "banker-wins-on:7": "win"}


def _seats(places: int, own: int) -> f.SeatsForm:
    taken = {1, 3, own, 6, 7}
    seats = tuple(
        f.SeatForm(place=n, taken=n in taken, nominee=False, staked=50000 if n in taken else 0)
        for n in range(1, places + 1)
    )
    return f.SeatsForm(seats=seats, standing=2, watching=14)


def _line(wager: str, stake: int, result: str, profit: int, fee: int = 0) -> o.SettledForm:
    return o.SettledForm(
        place=4,
        wager=wager,
        stake=stake,
        result=result,
        profit=profit,
        commission=fee,
        label=result,
        clauses=c("4.1.1"),
    )


LAST = o.OwnCoupForm(coup=51, lines=(_line("banker", 10000, "lose", 0),), net=-10000, voided=False)


def _drawn(total: int, clause: str) -> f.ThirdCardForm:
    said = say("third.banker-draws-against", total=total, third=6)
    return f.ThirdCardForm(
        hand="banker",
        draws=True,
        own_total=total,
        against=6,
        sentence=sentence(said),
        said=said,
        clauses=c(clause),
    )


DRAWN = _drawn(5, "3.11")
BANKER_WINS = f.OutcomeForm(
    winner="banker",
    player_total=6,
    banker_total=7,
    natural=False,
    player_pair=False,
    banker_pair=False,
    wagers=WON,
    sentence="Banker wins, 7 to 6",
)


def _base(form: f.TableForm, results: str, now_phase: f.PhaseForm) -> Sections:
    return {
        "table": form,
        "phase": now_phase,
        "hands": hands(),
        "stakes": _crowd(CROWD, 6850, 14450),
        "seats": _seats(form.places, 4),
        "roads": shoe_roads(now_phase.shoe, results),
        "ruling": None,
        "fairness": None,
        "me": me(last=LAST),
    }


def betting(seconds: int = 20) -> Sections:
    """Table 12, coup 52, chips down."""
    form = table("T12", "Table 12", "rws-wins-on", {})
    stakes = (
        o.OwnStakeForm(place=4, wager="banker", amount=50000),
        o.OwnStakeForm(place=4, wager="player-pair", amount=5000),
        o.OwnStakeForm(place=4, wager="banker-wins-on:7", amount=2000),
    )
    own = me(last=LAST, stakes=stakes, staked=57000)
    return {**_base(form, SHOE_12, phase("betting", 52, 4, seconds)), "me": own}


def result() -> Sections:
    """The same coup, paid."""
    cards = "P1=Qc B1=8h P2=Js B2=7h P3=6d B3=2c"
    lines = (
        _line("banker", 50000, "win", 50000),
        _line("player-pair", 5000, "lose", 0),
        _line("banker-wins-on:7", 2000, "win", 16000),
    )
    own = o.OwnCoupForm(coup=52, lines=lines, net=61000, voided=False)
    shown = hands(cards, player_total=6, banker_total=7, reasons=(DRAWN,), outcome=BANKER_WINS)
    base = betting()
    return {**base, "phase": phase("resolved", 52, 4), "hands": shown, "me": me(last=own)}


def squeeze() -> Sections:
    """A patron of the division rules has Banker's third card in hand."""
    form = table("T3", "Table 3", "nz-division", NZ)
    cards = "P1=Jd B1=5h P2=5h B2=As P3=6s B3=--@you"
    peeled = o.SqueezeForm(
        hand="banker",
        cards=(f.CardForm(slot="B3", card="8c", held_by="you"),),
        passed=True,
        until=now(20),
    )
    stakes = (
        o.OwnStakeForm(place=4, wager="banker", amount=40000),
        o.OwnStakeForm(place=4, wager="perfect-pair:banker", amount=2000),
        o.OwnStakeForm(place=4, wager="dragon-bonus:banker", amount=5000),
    )
    reasons = (_drawn(6, "9.4[6]"),)
    shown = hands(cards, player_total=1, banker_total=6, reasons=reasons)
    own = me(stakes=stakes, staked=47000, rack=467500, squeeze=peeled)
    base = _base(form, SHOE_3, phase("dealing", 39, 2))
    return {
        **base,
        "hands": shown,
        "me": own,
        "stakes": _crowd({"player": (2150, 4), "banker": (1900, 5)}, 2150, 1900),
    }


def ruling() -> Sections:
    """A card too many, and the patron must choose."""
    wrong = say("sentence", words=say("irregularity.surplus-third-to-player"))
    asks = say("question.to", whom=say("person.each-staker"), question=say("question.choice"))
    follows = say("sentence", words=say("remedy.use-where-due"))
    asked = f.RulingForm(
        irregularity="surplus-third-to-player",
        sentence=sentence(wrong),
        said=wrong,
        question="choice",
        asks=sentence(asks),
        asks_said=asks,
        answers=("go-on", "take-back"),
        post="",
        waiting=3,
        follows=(sentence(follows),),
        follows_said=(follows,),
        clauses=c("5.7"),
        coup=52,
    )
    base = betting()
    halted = phase("dealing", 52, 4)
    shown = hands("P1=Qc B1=8h P2=7s B2=7h P3=--", player_total=7, banker_total=5)
    own = me(stakes=base["me"].stakes, staked=57000, must_choose=True)  # type: ignore[union-attr]
    stopped = f.PhaseForm(
        **{**{n: getattr(halted, n) for n in halted.__struct_fields__}, "halted": True}
    )
    return {**base, "phase": stopped, "hands": shown, "ruling": asked, "me": own}


def offers() -> Sections:
    """Before the deal: a hand is on offer, the cards may be cut."""
    form = table("T4", "Table 4", "rws-super-six-plus", {"layout": "bean-9", "style": "face-down"})
    base = _base(form, SHOE_3, phase("dealing", 12, 1))
    return {**base, "me": me(offered=("banker",), may_squeeze=("player",), may_cut=True)}


def newcomer() -> Sections:
    """A patron without a place or chips, at a table with an Ante."""
    form = table(
        "T5",
        "Table 5",
        "nz-division",
        {"version": "mini", "ante": "10.00", "two-to-one": "on", "banker": "commission"},
        ante=1000,
    )
    base = _base(form, SHOE_12, phase("betting", 9, 1, 25))
    return {**base, "me": me(present=False, place=None, rack=0, cashable=0)}


def plain() -> Sections:
    """Marina Bay's few wagers."""
    form = table("T6", "Table 6", "mbs", {})
    return _base(form, SHOE_3, phase("betting", 9, 1, 25))


def lucky() -> Sections:
    """The division rules with the other side wagers."""
    form = table("T7", "Table 7", "nz-division", {"lucky-match": "1", "dragon-bonus": "2"})
    return _base(form, SHOE_3, phase("betting", 9, 1, 25))


PLAYS = {
    "T12": betting,
    "T12R": result,
    "T12X": ruling,
    "T3": squeeze,
    "T4": offers,
    "T5": newcomer,
    "T6": plain,
    "T7": lucky,
}
