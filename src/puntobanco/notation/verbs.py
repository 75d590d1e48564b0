"""What each verb of a script means: requests, reports, and expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puntobanco.base.cards import Card, UnreadableCardError, card
from puntobanco.notation.script import Line, Word
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import Event
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.play.table import Betting, Dealing, Ready, Resolved
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.settlement import Result
from puntobanco.rules.slots import Hand, Slot

if TYPE_CHECKING:
    from puntobanco.notation.runner import Playing

_Wishes = Iterator[Request | Report]


@dataclass(frozen=True, slots=True)
class Verb:
    """How a verb's line becomes requests and reports."""

    read: Callable[[Playing, Line], _Wishes]
    by_hand: bool = False
    """The script opens the table and prepares cards itself."""
    before_cards: bool = False
    """It needs an open table, but no cards."""


class _Words:
    """A line's words, taken one after the other."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.rest = list(line.words)

    def take(self, what: str) -> Word:
        if not self.rest:
            raise self.line.error(f"{self.line.verb.text} needs {what}")
        return self.rest.pop(0)

    def text(self, what: str) -> str:
        return self.take(what).text

    def option(self, name: str) -> str | None:
        """The word after `name`, taken out of the line wherever it stands."""
        for place, word in enumerate(self.rest[:-1]):
            if word.text == name:
                value = self.rest[place + 1].text
                del self.rest[place : place + 2]
                return value
        return None

    def flag(self, name: str) -> bool:
        for place, word in enumerate(self.rest):
            if word.text == name:
                del self.rest[place]
                return True
        return False

    def number(self, what: str) -> int:
        word = self.take(what)
        if not word.text.isdigit():
            raise self.line.error(f"{word.text!r} is no number; give {what}", word)
        return int(word.text)

    def hand(self) -> Hand:
        word = self.take("player or banker")
        if word.text not in ("player", "banker"):
            raise self.line.error(f"{word.text!r} is no hand; say player or banker", word)
        return Hand(word.text)

    def done(self) -> None:
        if self.rest:
            raise self.line.error(f"{self.rest[0].text!r} is one word too many", self.rest[0])


def _card(line: Line, word: Word) -> Card | None:
    if word.text == "?":
        return None
    try:
        return card(word.text)
    except UnreadableCardError as error:
        raise line.error(str(error), word) from None


# --- people -----------------------------------------------------------------------------------


def _seat(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    name, place = words.text("a name"), words.number("a place")
    new = name not in playing.table.patrons
    yield r.TakePlace(by=name, place=place)
    if new:
        yield r.BuyIn(by=name, amount=1_000_000_00)


def _stand(playing: Playing, line: Line) -> _Wishes:
    name = _Words(line).text("a name")
    new = name not in playing.table.patrons
    yield r.TakePlace(by=name)
    if new:
        yield r.BuyIn(by=name, amount=1_000_000_00)


def _leave(playing: Playing, line: Line) -> _Wishes:
    yield r.Leave(by=playing.patron(line, _Words(line).take("a patron")))


def _buy(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    name = words.text("a patron")
    yield r.BuyIn(by=name, amount=playing.amount(line, words.take("an amount")))


def _cash(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    name = words.text("a patron")
    yield r.CashOut(by=name, amount=playing.amount(line, words.take("an amount")))


def _nominee(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    patron, nominee = playing.patron(line, words.take("a patron")), words.text("a nominee")
    yield r.NameNominee(by=patron, nominee=nominee, is_staff=words.flag("staff"))


def _approve(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "game-supervisor"
    yield r.ApproveNominee(by=by, nominee=words.text("a nominee"))


def _announce(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "game-supervisor"
    yield r.AnnounceNominee(by=by, nominee=words.text("a nominee"))


def _dismiss(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "game-supervisor"
    yield r.EndNominee(by=by, nominee=words.text("a nominee"))


def _bar(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "game-supervisor"
    what = words.text("wagers or cards")
    yield r.BarNominees(by=by, what=what, patrons=tuple(word.text for word in words.rest))


# --- the table and its cards ------------------------------------------------------------------


def _open_table(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    yield r.OpenTable(by=by, notices=tuple(word.text for word in words.rest))


def _close_table(playing: Playing, line: Line) -> _Wishes:
    yield r.CloseTable(by=_Words(line).option("by") or "dealer")


def _option(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    assert playing.rules is not None
    by = words.option("by") or playing.rules.book.posts.ladder[-1].name
    sign = words.flag("sign")
    name, _, value = words.text("option=value").partition("=")
    yield r.ChangeOption(by=by, option=name, value=value, sign=sign)


def _cards(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, backs = words.option("by") or "dealer", words.option("backs")
    name, source = words.text("a name"), "new"
    assert playing.rules is not None
    decks = playing.rules.decks
    for word in words.rest:
        if word.text.isdigit():
            decks = int(word.text)
        else:
            source = word.text
    yield r.ReceiveCards(by=by, cards=name, decks=decks, source=source, backs=backs or name)


def _do(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    if by.startswith("S"):
        by = playing.patron(line, Word(by, line.verb.column))
    step = words.text("a step")
    value = words.number("a number") if words.rest else None
    yield r.Prepare(by=by, step=step, value=value)


def _decline_cut(playing: Playing, line: Line) -> _Wishes:
    yield r.DeclineCut(by=playing.patron(line, _Words(line).take("a patron")))


def _object(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    mix = words.flag("mix")
    yield r.ObjectToCards(by=playing.patron(line, words.take("a patron")), mix=mix)


def _new_cards(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, reshuffle = words.option("by") or "dealer", words.flag("reshuffle")
    reason = " ".join(word.text for word in words.rest)
    yield r.OrderNewCards(by=by, reshuffle=reshuffle, reason=reason)


def _view_burnt(playing: Playing, line: Line) -> _Wishes:
    yield r.ViewBurntCard(by=playing.patron(line, _Words(line).take("a patron")))


def _burn(playing: Playing, line: Line) -> _Wishes:
    for word in line.words:
        yield p.CardLeftShoe(card=_card(line, word))


# --- betting ----------------------------------------------------------------------------------


def _open(playing: Playing, line: Line) -> _Wishes:
    yield r.OpenBetting(by=_Words(line).option("by") or "dealer")


def _called(playing: Playing) -> _Wishes:
    """The opening call that a script need not write."""
    if not playing.by_hand and isinstance(playing.table.stage, Ready | Resolved):
        yield r.OpenBetting(by="dealer")


def _place_of(playing: Playing, patron: str, on: str | None) -> int:
    if on is not None:
        return int(on)
    known = playing.table.patrons.get(patron)
    return (known.place if known else None) or 0


def _bet(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, on = words.option("by"), words.option("on")
    spoken, bare = words.flag("spoken"), words.flag("without-chips")
    if line.refused not in ("betting_not_open", "shoe_over"):
        yield from _called(playing)
    while words.rest:
        patron = playing.patron(line, words.take("a patron"))
        wager = words.text("a wager")
        amount = playing.amount(line, words.take("an amount"))
        yield r.PlaceStake(
            by=by or patron,
            patron=patron,
            place=_place_of(playing, patron, on),
            wager=wager,
            amount=amount,
            spoken=spoken,
            chips=not bare,
        )


def _take(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, on = words.option("by"), words.option("on")
    patron, wager = playing.patron(line, words.take("a patron")), words.text("a wager")
    amount = playing.amount(line, words.take("an amount")) if words.rest else None
    place = _place_of(playing, patron, on)
    yield r.TakeStake(by=by or patron, patron=patron, place=place, wager=wager, amount=amount)


def _move(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, on, to = words.option("by"), words.option("on"), words.option("to")
    patron, wager = playing.patron(line, words.take("a patron")), words.text("a wager")
    if to is None:
        raise line.error("move needs `to` and the other wager")
    amount = playing.amount(line, words.take("an amount")) if words.rest else None
    place = _place_of(playing, patron, on)
    yield r.MoveStake(
        by=by or patron,
        patron=patron,
        place=place,
        wager=wager,
        to_place=place,
        to_wager=to,
        amount=amount,
    )


def _ante(playing: Playing, line: Line) -> _Wishes:
    for word in line.words:
        patron = playing.patron(line, word)
        yield r.PlaceAnte(by=patron, patron=patron)


def _close(playing: Playing, line: Line) -> _Wishes:
    if line.refused is None:
        yield from _called(playing)
    yield r.CloseBetting(by=_Words(line).option("by") or "dealer")


def _reopen(playing: Playing, line: Line) -> _Wishes:
    yield r.ReopenBetting(by=_Words(line).option("by") or "dealer")


# --- dealing ----------------------------------------------------------------------------------


def _card_line(playing: Playing, line: Line) -> _Wishes:
    words = list(line.words)
    while words:
        word = words.pop(0)
        if word.text == "·":
            continue
        dealt, into, face_up = _card(line, word), None, None
        while words and words[0].text != "·":
            extra = words.pop(0)
            if extra.text in Slot.__members__:
                into = Slot(extra.text)
            elif extra.text in ("up", "down"):
                face_up = extra.text == "up"
            else:
                raise line.error(f"{extra.text!r} is no slot; slots are P1 to B3", extra)
        yield p.CardLeftShoe(into=into, card=dealt, face_up=face_up)


def _together(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    known = True if words.flag("known") else None
    if words.flag("unknown"):
        known = False
    faces = tuple(_card(line, word) for word in words.rest)
    yield p.CardsLeftTogether(cards=faces, order_known=known)


def _turn(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    while words.rest:
        word = words.take("a slot")
        if word.text == "·":
            continue
        if word.text not in Slot.__members__:
            raise line.error(f"{word.text!r} is no slot; slots are P1 to B3", word)
        face = _card(line, words.take("a card"))
        assert face is not None
        yield p.CardWasTurned(slot=Slot(word.text), card=face, by=by)


def _marker(playing: Playing, line: Line) -> _Wishes:
    yield p.MarkerLeftShoe()


def _dry(playing: Playing, line: Line) -> _Wishes:
    yield p.ShoeRanDry()


def _draw(playing: Playing, line: Line) -> _Wishes:
    yield r.DrawCard(by=_Words(line).option("by") or "dealer")


def _total(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    yield p.TotalCalled(hand=words.hand(), total=words.number("a total"))


def _totals(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    for hand in Hand:
        yield p.TotalCalled(hand=hand, total=words.number("two totals"))


def _result_report(line: Line) -> p.ResultCalled:
    words = [word for word in line.words if word.text.strip(",") not in ("player", "banker", "tie")]
    totals = [int(word.text.strip(",")) for word in words if word.text.strip(",").isdigit()]
    if len(totals) != 2:
        raise line.error("write it as: player 6, banker 7  banker")
    last = line.words[-1].text
    difference = totals[0] - totals[1]
    winner = Winner.TIE if not difference else (Winner.PLAYER if difference > 0 else Winner.BANKER)
    if last in ("player", "banker", "tie"):
        winner = Winner(last)
    return p.ResultCalled(player_total=totals[0], banker_total=totals[1], winner=winner)


def _result(playing: Playing, line: Line) -> _Wishes:
    yield _result_report(line)


def _end(playing: Playing, line: Line) -> _Wishes:
    report = _result_report(line)
    yield report
    wrong = [each for each in playing.recent if isinstance(each, e.AnnouncementCorrected)]
    if wrong:
        raise line.error(f"the cards make {wrong[0].true}")
    if playing.table.halts:
        halt = playing.table.halts[-1]
        raise line.error(f"the coup did not end: {halt.irregularity.value}, {halt.question}?")
    yield r.Settle(by="dealer")


def _settle(playing: Playing, line: Line) -> _Wishes:
    yield r.Settle(by=_Words(line).option("by") or "dealer")


def _accept(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    yield r.AnswerOffer(by=words.text("a patron"), hand=words.hand(), accept=True)


def _decline(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    yield r.AnswerOffer(by=words.text("a patron"), hand=words.hand(), accept=False)


def _squeeze(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    yield r.AskToSqueeze(by=words.text("a patron"), hand=words.hand())


def _keep(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    yield r.KeepHand(by=by, hand=words.hand())


def _banker_first(playing: Playing, line: Line) -> _Wishes:
    yield r.TurnBankerFirst(by=_Words(line).option("by") or "dealer")


def _pass(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    yield r.PassHand(by=by, hand=words.hand())


def _pass_card(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, to = words.option("by") or "dealer", words.option("to")
    slot = words.text("a slot")
    if to is None or slot not in Slot.__members__:
        raise line.error("write it as: pass-card P1 to NAME by NAME")
    yield r.PassCard(by=by, slot=Slot(slot), to=to)


def _let_turn(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    patron = playing.patron(line, words.take("a patron"))
    yield r.LetTurn(by=by, hand=words.hand(), patron=patron)


def _show(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by = words.option("by") or "dealer"
    yield r.TurnHand(by=by, hand=words.hand())


# --- irregularities ---------------------------------------------------------------------------


def _noticed(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, patron, wager = words.option("by"), words.option("patron"), words.option("wager")
    coup, place = words.option("coup"), words.option("on")
    kind = words.take("what was noticed")
    known = {each.value: each for each in Irregularity}
    if kind.text not in known:
        raise line.error(f"{kind.text!r} is no irregularity; there are {', '.join(known)}", kind)
    facts = {}
    for word in words.rest:
        name, equals, value = word.text.partition("=")
        if not equals or value not in ("yes", "no"):
            raise line.error(f"{word.text!r} is no fact; write fact=yes or fact=no", word)
        facts[name] = value == "yes"
    yield p.Noticed(
        irregularity=known[kind.text],
        by=by or "dealer",
        patron=patron,
        place=_place_of(playing, patron, place) if patron else None,
        wager=wager,
        coup=int(coup) if coup else None,
        facts=facts,
    )


def _answer(playing: Playing, line: Line) -> _Wishes:
    words = _Words(line)
    by, what = words.text("who answers"), words.text("an answer")
    reason = " ".join(word.text for word in words.rest)
    yield r.Answer(by=by, answer=what, reason=reason)


def _time_over(playing: Playing, line: Line) -> _Wishes:
    yield p.ChoiceTimeOver()


VERBS: dict[str, Verb] = {
    "seat": Verb(_seat, before_cards=True),
    "stand": Verb(_stand, before_cards=True),
    "leave": Verb(_leave, before_cards=True),
    "buy": Verb(_buy, before_cards=True),
    "cash": Verb(_cash, before_cards=True),
    "nominee": Verb(_nominee, before_cards=True),
    "approve": Verb(_approve, before_cards=True),
    "announce": Verb(_announce, before_cards=True),
    "dismiss": Verb(_dismiss, before_cards=True),
    "bar": Verb(_bar, before_cards=True),
    "open-table": Verb(_open_table, by_hand=True),
    "close-table": Verb(_close_table, before_cards=True),
    "option": Verb(_option, before_cards=True),
    "cards": Verb(_cards, by_hand=True),
    "do": Verb(_do, by_hand=True),
    "decline-cut": Verb(_decline_cut, by_hand=True),
    "object": Verb(_object, by_hand=True),
    "new-cards": Verb(_new_cards),
    "burn": Verb(_burn, by_hand=True),
    "view-burnt": Verb(_view_burnt),
    "open": Verb(_open),
    "bet": Verb(_bet),
    "take": Verb(_take),
    "move": Verb(_move),
    "ante": Verb(_ante),
    "close": Verb(_close),
    "reopen": Verb(_reopen),
    "card": Verb(_card_line),
    "together": Verb(_together),
    "turn": Verb(_turn),
    "marker": Verb(_marker),
    "dry": Verb(_dry),
    "draw": Verb(_draw),
    "total": Verb(_total),
    "totals": Verb(_totals),
    "result": Verb(_result),
    "end": Verb(_end),
    "settle": Verb(_settle),
    "accept": Verb(_accept),
    "decline": Verb(_decline),
    "squeeze": Verb(_squeeze),
    "keep": Verb(_keep),
    "banker-first": Verb(_banker_first),
    "pass": Verb(_pass),
    "pass-card": Verb(_pass_card),
    "let-turn": Verb(_let_turn),
    "show": Verb(_show),
    "noticed": Verb(_noticed),
    "answer": Verb(_answer),
    "time-over": Verb(_time_over),
}


# --- expectations -----------------------------------------------------------------------------

_RESULTS = {"won": Result.WIN, "push": Result.PUSH, "lost": Result.LOSE}


def _expect_pay(playing: Playing, line: Line) -> None:
    words = _Words(line)
    on = words.option("on")
    patron, wager = words.text("a patron"), words.text("a wager")
    amount = playing.amount(line, words.take("what goes back"))
    lines = [
        each
        for each in playing.coup
        if isinstance(each, e.StakeSettled)
        and (each.patron, each.wager) == (patron, wager)
        and (on is None or each.place == int(on))
    ]
    if not lines:
        raise line.error(f"no stake of {patron} on {wager} was settled")
    settled, write = lines[-1], playing.settings.currency.write
    back = settled.stake + settled.profit
    if back != amount:
        raise line.error(f"{write(back)} went back, expected {write(amount)}")
    if words.rest and words.rest[0].text in _RESULTS:
        wanted = _RESULTS[words.rest[0].text]
        if settled.result is not wanted:
            raise line.error(f"it was a {settled.result.value}, expected {wanted.value}")
    playing.check_cited(line, settled.clauses)


def _expect_event(playing: Playing, line: Line) -> None:
    from puntobanco.notation.runner import event_words  # noqa: PLC0415  the two need each other

    words = _Words(line)
    tag = words.text("the name of an event")
    wanted = dict(word.text.partition("=")[::2] for word in words.rest)
    named: Sequence[Event] = [
        event for event in playing.recent if event.__struct_config__.tag == tag
    ]
    if not named:
        got = ", ".join(str(event.__struct_config__.tag) for event in playing.recent) or "nothing"
        raise line.error(f"no {tag} happened, but {got}")
    write = playing.settings.currency.write
    for event in named:
        have = dict(event_words(event))
        amounts = {
            name: write(int(value)) for name, value in have.items() if value.lstrip("-").isdigit()
        }
        fits = all(value in (have.get(name), amounts.get(name)) for name, value in wanted.items())
        if fits and set(line.clauses) <= set(event.clauses):
            return
    shown = "; ".join(
        " ".join(f"{name}={value}" for name, value in event_words(event))
        + f" [{', '.join(event.clauses)}]"
        for event in named
    )
    raise line.error(f"{tag} happened, but as {shown}")


def _expect_rack(playing: Playing, line: Line) -> None:
    words = _Words(line)
    patron = words.text("a patron")
    amount = playing.amount(line, words.take("an amount"))
    have, write = playing.table.patrons[patron].rack, playing.settings.currency.write
    if have != amount:
        raise line.error(f"{patron} has {write(have)}, expected {write(amount)}")


def _expect_lies(playing: Playing, line: Line) -> None:
    words = _Words(line)
    on = words.option("on")
    patron, wager = words.text("a patron"), words.text("a wager")
    amount = playing.amount(line, words.take("an amount"))
    stage = playing.table.stage
    stakes = stage.stakes if isinstance(stage, Betting | Dealing) else {}
    if isinstance(stage, Resolved):
        stakes = stage.staying
    lying = sum(
        stake
        for (who, place, name), stake in stakes.items()
        if (who, name) == (patron, wager) and (on is None or place == int(on))
    )
    if lying != amount:
        write = playing.settings.currency.write
        raise line.error(f"{write(lying)} lies there, expected {write(amount)}")


def _expect_asked(playing: Playing, line: Line) -> None:
    words = _Words(line)
    question = words.text("a question")
    if not playing.table.halts or playing.table.halts[-1].question != question:
        asked = playing.table.halts[-1].question if playing.table.halts else "nothing"
        raise line.error(f"asked was {asked}, expected {question}")
    halt = playing.table.halts[-1]
    of = {halt.post, *halt.waiting}
    for word in words.rest:
        if word.text not in of:
            names = ", ".join(str(each) for each in of if each)
            raise line.error(f"{word.text} was not asked; asked was {names}", word)


def _expect_hands(playing: Playing, line: Line) -> None:
    """`hands Ks 6d v 2h 4c`: what lies in both boxes."""
    stage = playing.table.stage
    if not isinstance(stage, Dealing | Resolved):
        raise line.error("no cards lie on the table")
    lying = {
        hand: [
            each.card.text if each.card else "?"
            for each in sorted(
                (each for each in stage.tape if each.slot and each.slot.hand is hand),
                key=lambda each: each.slot.value if each.slot else "",
            )
        ]
        for hand in Hand
    }
    have = f"{' '.join(lying[Hand.PLAYER])} v {' '.join(lying[Hand.BANKER])}".strip()
    wanted = " ".join(word.text for word in line.words)
    if have != wanted:
        raise line.error(f"the hands are {have}, expected {wanted}")


def _expect_ordinary(playing: Playing, line: Line) -> None:
    if playing.table.halts:
        halt = playing.table.halts[-1]
        raise line.error(f"the table waits for {halt.question} after {halt.irregularity.value}")


EXPECTATIONS: dict[str, Callable[[Playing, Line], None]] = {
    "pay": _expect_pay,
    "event": _expect_event,
    "rack": _expect_rack,
    "lies": _expect_lies,
    "asked": _expect_asked,
    "hands": _expect_hands,
    "ordinary": _expect_ordinary,
}
