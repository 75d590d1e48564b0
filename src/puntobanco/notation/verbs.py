"""What each verb of a script means: requests, reports, and expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puntobanco.base.money import Units
from puntobanco.notation.expectations import asked_for
from puntobanco.notation.script import ScriptLine, Word
from puntobanco.notation.words import Words, number_in, read_card, read_slot
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import StakeKey
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.play.table import Dealing, Ready, Resolved
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import RULING_FACTS, SAID_BY_PEOPLE, Irregularity
from puntobanco.rules.slots import Hand, Slot

if TYPE_CHECKING:
    from puntobanco.notation.runner import Playing

_Commands = Iterator[Request | Report]
RACK: Units = 1_000_000_00
"""What a patron of a script buys in for, unless the script says so itself."""


@dataclass(frozen=True, slots=True)
class Verb:
    """How a verb's line becomes requests and reports."""

    read: Callable[[Playing, Words], _Commands]
    by_hand: bool = False
    """The script opens the table and prepares cards itself."""
    before_cards: bool = False
    """It needs an open table, but no cards."""


# --- people -----------------------------------------------------------------------------------


def _seat(playing: Playing, words: Words) -> _Commands:
    """`seat NAME PLACE`: a patron sits down; a new one buys in for a million."""
    name, place = words.text("a name"), words.number("a place")
    new = name not in playing.table.patrons
    yield r.TakePlace(by=name, place=place)
    if new:
        yield r.BuyIn(by=name, amount=RACK)


def _stand(playing: Playing, words: Words) -> _Commands:
    """`stand NAME`: a patron plays without a place; a new one buys in for a million."""
    name = words.text("a name")
    new = name not in playing.table.patrons
    yield r.TakePlace(by=name)
    if new:
        yield r.BuyIn(by=name, amount=RACK)


def _leave(playing: Playing, words: Words) -> _Commands:
    """`leave PATRON`: they give up their place."""
    line = words.line
    yield r.Leave(by=playing.patron(line, words.take("a patron")))


def _buy(playing: Playing, words: Words) -> _Commands:
    """`buy PATRON AMOUNT`: they buy chips."""
    line = words.line
    name = words.text("a patron")
    yield r.BuyIn(by=name, amount=playing.amount(line, words.take("an amount")))


def _cash(playing: Playing, words: Words) -> _Commands:
    """`cash PATRON AMOUNT`: they give chips back for money."""
    line = words.line
    name = words.text("a patron")
    yield r.CashOut(by=name, amount=playing.amount(line, words.take("an amount")))


def _nominee(playing: Playing, words: Words) -> _Commands:
    """`nominee PATRON NAME [staff] [by WHO]`: another person is to act for the patron."""
    by, staff = words.option("by"), words.flag("staff")
    patron, nominee = playing.patron(words.line, words.take("a patron")), words.text("a nominee")
    for_whom = patron if by else ""
    yield r.NameNominee(by=by or patron, nominee=nominee, is_staff=staff, patron=for_whom)


def _who_sees_to_nominees(playing: Playing) -> str:
    assert playing.rules is not None
    return playing.rules.book.conduct.nominees.post


def _approve(playing: Playing, words: Words) -> _Commands:
    """`approve NOMINEE [by WHO]`: the supervisor lets the nominee act."""
    by = words.by(_who_sees_to_nominees(playing))
    yield r.ApproveNominee(by=by, nominee=words.text("a nominee"))


def _announce(playing: Playing, words: Words) -> _Commands:
    """`announce NOMINEE [by WHO]`: the nominee is announced at the table."""
    by = words.by(_who_sees_to_nominees(playing))
    yield r.AnnounceNominee(by=by, nominee=words.text("a nominee"))


def _dismiss(playing: Playing, words: Words) -> _Commands:
    """`dismiss NOMINEE [confirmed] [by WHO]`: the nominee stops acting; the patron confirmed it."""
    by = words.by(_who_sees_to_nominees(playing))
    confirmed = words.flag("confirmed")
    yield r.EndNominee(by=by, nominee=words.text("a nominee"), confirmed=confirmed)


def _bar(playing: Playing, words: Words) -> _Commands:
    """`bar wagers|cards [PATRON ...] [lift] [by WHO]`: these patrons (or all) act themselves."""
    by = words.by(_who_sees_to_nominees(playing))
    what, lift = words.text("wagers or cards"), words.flag("lift")
    yield r.BarNominees(by=by, what=what, patrons=words.all(), lift=lift)


# --- the table and its cards ------------------------------------------------------------------


def _open_table(playing: Playing, words: Words) -> _Commands:
    """`open-table [NOTICE ...] [by WHO]`: the table opens, with the notices that are displayed."""
    yield r.OpenTable(by=words.by(), notices=words.all())


def _close_table(playing: Playing, words: Words) -> _Commands:
    """`close-table [by WHO]`: the table closes."""
    yield r.CloseTable(by=words.by())


def _option(playing: Playing, words: Words) -> _Commands:
    """`option NAME=VALUE [sign] [by WHO]`: an option changes, with a sign displayed."""
    assert playing.rules is not None
    by = words.by(playing.rules.book.posts.ladder[-1].name)
    sign = words.flag("sign")
    name, _, value = words.text("option=value").partition("=")
    yield r.ChangeOption(by=by, option=name, value=value, sign=sign)


def _cards(playing: Playing, words: Words) -> _Commands:
    """`cards NAME [DECKS] [SOURCE] [backs COLOUR] [by WHO]`: cards are brought to the table."""
    by, backs = words.by(), words.option("backs")
    name, source = words.text("a name"), "new"
    assert playing.rules is not None
    decks = playing.rules.decks
    for text in words.all():
        number = number_in(text)
        if number is None:
            source = text
        else:
            decks = number
    yield r.ReceiveCards(by=by, cards=name, decks=decks, source=source, backs=backs or name)


def _do(playing: Playing, words: Words) -> _Commands:
    """`do STEP [NUMBER] [looked NAME] [by WHO]`: a step of preparing the cards, such as cut."""
    line = words.line
    by, looked = words.by(), words.option("looked")
    if by.startswith("S"):
        by = playing.patron(line, Word(by, line.verb.column))
    step = words.text("a step")
    value = words.number("a number") if words.rest else None
    yield r.Prepare(by=by, step=step, value=value, looked=(looked,) if looked else ())


def _decline_cut(playing: Playing, words: Words) -> _Commands:
    """`decline-cut PATRON [by WHO]`: the patron does not cut the cards."""
    by = words.option("by")
    patron = playing.patron(words.line, words.take("a patron"))
    yield r.DeclineCut(by=by, patron=patron) if by else r.DeclineCut(by=patron)


def _object(playing: Playing, words: Words) -> _Commands:
    """`object PATRON [mix]`: they ask to see pre-shuffled cards, or to have them mixed."""
    line = words.line
    mix = words.flag("mix")
    yield r.ObjectToCards(by=playing.patron(line, words.take("a patron")), mix=mix)


def _new_cards(playing: Playing, words: Words) -> _Commands:
    """`new-cards [reshuffle] [REASON] [by WHO]`: cards are replaced, or shuffled, before a coup."""
    by, reshuffle = words.by(), words.flag("reshuffle")
    reason = " ".join(words.all())
    yield r.OrderNewCards(by=by, reshuffle=reshuffle, reason=reason)


def _view_burnt(playing: Playing, words: Words) -> _Commands:
    """`view-burnt PATRON`: they ask to see the burnt card."""
    line = words.line
    yield r.ViewBurntCard(by=playing.patron(line, words.take("a patron")))


def _burn(playing: Playing, words: Words) -> _Commands:
    """`burn CARD ...`: cards leave the shoe to be burnt."""
    line = words.line
    while words.rest:
        yield p.CardLeftShoe(card=read_card(line, words.take("a card")))


# --- betting ----------------------------------------------------------------------------------


def _open(playing: Playing, words: Words) -> _Commands:
    """`open [by WHO]`: betting opens."""
    yield r.OpenBetting(by=words.by())


def _called(playing: Playing, key: StakeKey | None = None) -> _Commands:
    """The opening call that a script need not write; a stake that stays after a tie needs none."""
    stage = playing.table.stage
    stays = isinstance(stage, Resolved) and key in stage.staying
    if not playing.by_hand and not stays and isinstance(stage, Ready | Resolved):
        yield r.OpenBetting(by="dealer")


def _unopened(line: ScriptLine) -> bool:
    """Whether a line expects that betting is not open, so that nobody opens it."""
    return line.refused in ("betting_not_open", "shoe_over")


def _own_place(playing: Playing, patron: str | None, on: int | None) -> int | None:
    """The place that is said, or where the patron sits; None: they stand."""
    if on is not None:
        return on
    known = playing.table.patrons.get(patron or "")
    return known.place if known else None


def _place_of(playing: Playing, patron: str, on: int | None) -> int:
    return _own_place(playing, patron, on) or 0


def _bet(playing: Playing, words: Words) -> _Commands:
    """`bet PATRON WAGER AMOUNT ... [on PLACE] [spoken] [without-chips] [by WHO] [asked W]`: bets.

    The patron places stakes. If betting is not open, bet, take and move open it, except in a
    script that prepares the cards itself.
    """
    line = words.line
    by, on, asked = words.option("by"), words.number_after("on"), words.option("asked")
    spoken, bare = words.flag("spoken"), words.flag("without-chips")
    while words.rest:
        patron = playing.patron(line, words.take("a patron"))
        wager = words.text("a wager")
        amount = playing.amount(line, words.take("an amount"))
        if not _unopened(line):
            yield from _called(playing, (patron, _place_of(playing, patron, on), wager))
        yield r.PlaceStake(
            by=by or patron,
            patron=patron,
            place=_place_of(playing, patron, on),
            wager=wager,
            amount=amount,
            spoken=spoken,
            chips=not bare,
            asked=asked or "",
        )


def _take(playing: Playing, words: Words) -> _Commands:
    """`take PATRON WAGER [AMOUNT] [on PLACE] [by WHO]`: a stake, or a part of it, comes back."""
    line = words.line
    by, on = words.option("by"), words.number_after("on")
    patron, wager = playing.patron(line, words.take("a patron")), words.text("a wager")
    amount = playing.amount(line, words.take("an amount")) if words.rest else None
    place = _place_of(playing, patron, on)
    if not _unopened(line):
        yield from _called(playing, (patron, place, wager))
    yield r.TakeStake(by=by or patron, patron=patron, place=place, wager=wager, amount=amount)


def _move(playing: Playing, words: Words) -> _Commands:
    """`move PATRON WAGER [AMOUNT] to WAGER [on PLACE] [by WHO]`: a stake goes to another wager."""
    line = words.line
    by, on, to = words.option("by"), words.number_after("on"), words.option("to")
    patron, wager = playing.patron(line, words.take("a patron")), words.text("a wager")
    if to is None:
        raise line.error("move needs `to` and the other wager")
    amount = playing.amount(line, words.take("an amount")) if words.rest else None
    place = _place_of(playing, patron, on)
    if not _unopened(line):
        yield from _called(playing, (patron, place, wager))
    yield r.MoveStake(
        by=by or patron,
        patron=patron,
        place=place,
        wager=wager,
        to_place=place,
        to_wager=to,
        amount=amount,
    )


def _ante(playing: Playing, words: Words) -> _Commands:
    """`ante PATRON ...`: they lay the Ante."""
    line = words.line
    while words.rest:
        patron = playing.patron(line, words.take("a patron"))
        if not _unopened(line):
            yield from _called(playing)
        yield r.PlaceAnte(by=patron, patron=patron)


def _close(playing: Playing, words: Words) -> _Commands:
    """`close [by WHO]`: no more bets."""
    line = words.line
    if line.refused is None:
        yield from _called(playing)
    yield r.CloseBetting(by=words.by())


def _more_time(playing: Playing, words: Words) -> _Commands:
    """`more-time SECONDS [by WHO]`: betting stays open for longer."""
    yield r.ExtendBetting(by=words.by(), seconds=words.number("seconds"))


def _reopen(playing: Playing, words: Words) -> _Commands:
    """`reopen [by WHO]`: betting goes on although it was closed."""
    yield r.ReopenBetting(by=words.by())


# --- dealing ----------------------------------------------------------------------------------


def _card_line(playing: Playing, words: Words) -> _Commands:
    """`card CARD [SLOT|outside] [up|down] [foreign WORD] · CARD ...`: cards leave the shoe."""
    while words.rest:
        word = words.rest.pop(0)
        if word.text != "·":
            yield _card(playing, words, word)


_FOURTH = {"P4": Slot.P3, "B4": Slot.B3}
"""A card that a hand has no place for: the table is told the last, and sees that it is taken."""


def _card(playing: Playing, words: Words, word: Word) -> p.CardLeftShoe:
    """One card of a line: where it lies, which way up, and whether it is of this set."""
    line, face_up, foreign, outside = words.line, None, "", False
    dealt, into = read_card(line, word), None
    while words.rest and words.rest[0].text != "·":
        extra = words.rest.pop(0)
        if extra.text in ("up", "down"):
            face_up = extra.text == "up"
        elif extra.text == "foreign":
            foreign = words.text("what shows that it is foreign, such as red-back")
        elif extra.text == "outside":
            outside = True
        elif into is not None:
            raise line.error(f"{extra.text!r} is one word too many; remove it", extra)
        else:
            into = _free_slot(playing, line, extra)
    if dealt is not None and into is not None and face_up is None:
        _must_say_which_way(playing, line, word, into)
    return p.CardLeftShoe(into=into, card=dealt, face_up=face_up, outside=outside, foreign=foreign)


def _free_slot(playing: Playing, line: ScriptLine, word: Word) -> Slot:
    stage = playing.table.stage
    taken = {each.slot for each in stage.tape} if isinstance(stage, Dealing) else set()
    fourth = _FOURTH.get(word.text)
    if fourth is not None:
        if fourth in taken:
            return fourth
        raise line.error(f"{fourth.value} is free; a card goes there before {word.text}", word)
    slot = read_slot(line, word)
    if slot in taken:
        hand = slot.value[0]
        sentence = f"{slot.value} is taken; name a free slot, or {hand}4 for a card beyond the hand"
        raise line.error(sentence, word)
    return slot


def _must_say_which_way(playing: Playing, line: ScriptLine, word: Word, slot: Slot) -> None:
    assert playing.rules is not None
    if isinstance(playing.table.stage, Dealing) and not playing.rules.style.face_up(slot):
        sentence = (
            f"{slot.value} is dealt face down here; say `{word.text} {slot.value} up` or `down`"
        )
        raise line.error(sentence, word)


def _handed(playing: Playing, words: Words) -> _Commands:
    """`handed SLOT to NAME`: a card was given to a person, rightly or not."""
    line, to = words.line, words.option("to")
    slot = read_slot(line, words.take("a slot"))
    if to is None:
        raise line.error("write it as: handed P1 to NAME")
    yield p.CardHanded(slot=slot, to=to)


def _loaded(playing: Playing, words: Words) -> _Commands:
    """`loaded`: the cards are in the shoe, whatever was done with them before."""
    yield p.CardsLoaded()


def _together(playing: Playing, words: Words) -> _Commands:
    """`together CARD CARD ... [known|unknown]`: cards leave the shoe at once."""
    line = words.line
    known = True if words.flag("known") else None
    if words.flag("unknown"):
        known = False
    faces = tuple(read_card(line, word) for word in words.rest)
    words.rest = []
    if len(faces) < 2:
        raise line.error("together needs two cards or more")
    yield p.CardsLeftTogether(cards=faces, order_known=known)


def _turn(playing: Playing, words: Words) -> _Commands:
    """`turn SLOT CARD · ... [by WHO]`: cards that lay face down are turned."""
    line = words.line
    by = words.by()
    while words.rest:
        word = words.take("a slot")
        if word.text == "·":
            continue
        slot, shown = read_slot(line, word), words.take("a card")
        face = read_card(line, shown)
        if face is None:
            raise line.error("a turned card is seen; name the card", shown)
        yield p.CardWasTurned(slot=slot, card=face, by=by)


def _misread(playing: Playing, words: Words) -> _Commands:
    """`misread SLOT CARD [coup N] [was CARD]`: the right card for one read wrongly."""
    line, coup, was = words.line, words.number_after("coup"), words.option("was")
    slot, shown = read_slot(line, words.take("a slot")), words.take("a card")
    face = read_card(line, shown)
    if face is None:
        raise line.error("name the correct card", shown)
    entered = None if was is None else read_card(line, Word(was, shown.column))
    yield p.CardMisread(slot=slot, card=face, coup=coup, was=entered)


def _marker(playing: Playing, words: Words) -> _Commands:
    """`marker`: the cut card comes out of the shoe."""
    yield p.MarkerLeftShoe()


def _dry(playing: Playing, words: Words) -> _Commands:
    """`dry`: the shoe is empty."""
    yield p.ShoeRanDry()


def _draw(playing: Playing, words: Words) -> _Commands:
    """`draw [by WHO]`: the next card is drawn, when one is due."""
    yield r.DrawCard(by=words.by())


def _total(playing: Playing, words: Words) -> _Commands:
    """`total HAND NUMBER`: the dealer calls the total of a hand."""
    yield p.TotalCalled(hand=words.hand(), total=words.number("a total"))


def _totals(playing: Playing, words: Words) -> _Commands:
    """`totals NUMBER NUMBER`: the dealer calls player's total and banker's."""
    for hand in Hand:
        yield p.TotalCalled(hand=hand, total=words.number("two totals"))


def _result_report(words: Words) -> p.ResultCalled:
    line, written = words.line, words.rest
    if len(written) < 4 or (written[0].text, written[2].text) != ("player", "banker"):
        raise line.error("write it as: player 6, banker 7  banker")
    totals = [number_in(written[place].text.strip(",")) for place in (1, 3)]
    words.rest = written[4:]
    winner = words.text("a winner") if words.rest else ""
    words.done()
    player, banker = totals
    if player is None or banker is None or winner not in ("", *(each.value for each in Winner)):
        raise line.error("write it as: player 6, banker 7  banker")
    higher = Winner.PLAYER if player > banker else Winner.BANKER
    by_totals = Winner.TIE if player == banker else higher
    return p.ResultCalled(
        player_total=player, banker_total=banker, winner=Winner(winner) if winner else by_totals
    )


def _chips(playing: Playing, words: Words, what: str) -> tuple[StakeKey, Units]:
    """`PATRON WAGER AMOUNT [on PLACE]`: the stake that chips belong to, and how many."""
    line, on = words.line, words.number_after("on")
    patron, wager = playing.patron(line, words.take("a patron")), words.text("a wager")
    amount = playing.amount(line, words.take(what))
    return (patron, _place_of(playing, patron, on), wager), amount


def _paid(playing: Playing, words: Words) -> _Commands:
    """`paid PATRON WAGER AMOUNT [on PLACE]`: what the dealer really handed over."""
    (patron, place, wager), amount = _chips(playing, words, "what was handed over")
    yield p.PaymentMade(patron=patron, place=place, wager=wager, amount=amount)


def _laid(playing: Playing, words: Words) -> _Commands:
    """`laid PATRON WAGER AMOUNT [on PLACE]`: chips came to lie there, in time or not."""
    (patron, place, wager), amount = _chips(playing, words, "what was laid")
    yield p.ChipsLaid(patron=patron, place=place, wager=wager, amount=amount)


def _result(playing: Playing, words: Words) -> _Commands:
    """`result player NUMBER, banker NUMBER [WINNER]`: the dealer calls the result."""
    yield _result_report(words)


def _end(playing: Playing, words: Words) -> _Commands:
    """`end player NUMBER, banker NUMBER [WINNER]`: the result is called, and all is settled."""
    line = words.line
    yield _result_report(words)
    wrong = [each for each in playing.recent if isinstance(each, e.AnnouncementCorrected)]
    if wrong:
        raise line.error(f"the cards make {wrong[0].true}")
    if playing.table.halts:
        halt = playing.table.halts[-1]
        asked = asked_for(halt)
        raise line.error(f"the coup did not end: {halt.irregularity.value}, {asked}?")
    yield r.Settle(by="dealer")


def _settle(playing: Playing, words: Words) -> _Commands:
    """`settle [PATRON] [by WHO]`: a patron's stakes, or all that remain, are taken and paid."""
    by = words.by()
    patron = playing.patron(words.line, words.take("a patron")) if words.rest else ""
    yield r.Settle(by=by, patron=patron)


def _collect(playing: Playing, words: Words) -> _Commands:
    """`collect PATRON [by WHO]`: they pay the commission that they owe."""
    by = words.by()
    patron = playing.patron(words.line, words.take("a patron"))
    yield r.CollectCommission(by=by, patron=patron)


def _accept(playing: Playing, words: Words) -> _Commands:
    """`accept PATRON HAND`: they handle the hand that they are offered."""
    yield r.AnswerOffer(by=words.text("a patron"), hand=words.hand(), accept=True)


def _decline(playing: Playing, words: Words) -> _Commands:
    """`decline PATRON HAND`: they do not handle the hand."""
    yield r.AnswerOffer(by=words.text("a patron"), hand=words.hand(), accept=False)


def _squeeze(playing: Playing, words: Words) -> _Commands:
    """`squeeze PATRON HAND`: they ask to turn the hand's cards."""
    yield r.AskToSqueeze(by=words.text("a patron"), hand=words.hand())


def _ask(playing: Playing, words: Words) -> _Commands:
    """`ask PATRON reopen|move|pass`: they ask for what only the House may grant."""
    yield r.AskHouse(by=words.text("a patron"), what=words.text("reopen, move or pass"))


def _grant(playing: Playing, words: Words) -> _Commands:
    """`grant PATRON squeeze|reopen|move|pass [HAND] [by WHO]`: the House grants it."""
    yield _house_answer(words, grant=True)


def _refuse(playing: Playing, words: Words) -> _Commands:
    """`refuse PATRON squeeze|reopen|move|pass [HAND] [by WHO] [REASON]`: the House refuses it."""
    yield _house_answer(words, grant=False)


def _house_answer(words: Words, *, grant: bool) -> r.AnswerPatron:
    by = words.by()
    patron, what = words.text("a patron"), words.text("what was asked for")
    hand = words.hand() if what == "squeeze" else None
    reason = " ".join(words.all())
    return r.AnswerPatron(by=by, patron=patron, what=what, grant=grant, hand=hand, reason=reason)


def _keep(playing: Playing, words: Words) -> _Commands:
    """`keep HAND [by WHO]`: the dealer is to keep and turn the hand."""
    yield r.KeepHand(by=words.by(), hand=words.hand())


def _banker_first(playing: Playing, words: Words) -> _Commands:
    """`banker-first [by WHO]`: Banker's hand may be turned first."""
    yield r.TurnBankerFirst(by=words.by())


def _pass(playing: Playing, words: Words) -> _Commands:
    """`pass HAND [by WHO]`: the hand's cards go face down to its handler."""
    yield r.PassHand(by=words.by(), hand=words.hand())


def _pass_card(playing: Playing, words: Words) -> _Commands:
    """`pass-card SLOT to NAME [by WHO]`: one card goes to a person, or on from its holder."""
    line = words.line
    by, to = words.by(), words.option("to")
    slot = words.take("a slot")
    if to is None:
        raise line.error("write it as: pass-card P1 to NAME by NAME")
    yield r.PassCard(by=by, slot=read_slot(line, slot), to=to)


def _let_turn(playing: Playing, words: Words) -> _Commands:
    """`let-turn PATRON HAND [by WHO]`: they may turn a hand that nobody entitled handles."""
    line = words.line
    by = words.by()
    patron = playing.patron(line, words.take("a patron"))
    yield r.LetTurn(by=by, hand=words.hand(), patron=patron)


def _show(playing: Playing, words: Words) -> _Commands:
    """`show HAND [by WHO]`: the hand is turned."""
    yield r.TurnHand(by=words.by(), hand=words.hand())


# --- irregularities ---------------------------------------------------------------------------


def _noticed(playing: Playing, words: Words) -> _Commands:
    """`noticed WHAT [patron NAME] [wager W] [on PLACE] [coup N] [FACT=yes|no] [by WHO]`: seen.

    An irregularity was noticed in this coup, or with `coup N` in an earlier one.
    """
    line = words.line
    by, patron, wager = words.option("by"), words.option("patron"), words.option("wager")
    coup, place = words.number_after("coup"), words.number_after("on")
    kind = words.take("what was noticed")
    known = {each.value: each for each in Irregularity}
    if kind.text not in known:
        raise line.error(
            f"{kind.text!r} is not an irregularity; there are {', '.join(known)}", kind
        )
    facts = {}
    while words.rest:
        word = words.take("a fact")
        name, _, value = word.text.partition("=")
        if RULING_FACTS.get(name) not in SAID_BY_PEOPLE or value not in ("yes", "no"):
            said = [each for each in RULING_FACTS if RULING_FACTS[each] in SAID_BY_PEOPLE]
            sentence = f"{word.text!r} is not a fact; say {', '.join(said)} =yes or =no"
            raise line.error(sentence, word)
        facts[name] = value == "yes"
    yield p.Noticed(
        irregularity=known[kind.text],
        by=by or "dealer",
        patron=patron,
        place=_own_place(playing, patron, place) if patron else None,
        wager=wager,
        coup=coup,
        facts=facts,
    )


def _answer(playing: Playing, words: Words) -> _Commands:
    """`answer WHO ANSWER [REASON]`: the floor or a patron answers what the table waits for."""
    by, what = words.text("who answers"), words.text("an answer")
    reason = " ".join(words.all())
    yield r.Answer(by=by, answer=what, reason=reason)


def _time_over(playing: Playing, words: Words) -> _Commands:
    """`time-over`: the time for a choice is over."""
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
    "more-time": Verb(_more_time),
    "reopen": Verb(_reopen),
    "card": Verb(_card_line),
    "together": Verb(_together),
    "turn": Verb(_turn),
    "misread": Verb(_misread),
    "handed": Verb(_handed),
    "loaded": Verb(_loaded, by_hand=True),
    "marker": Verb(_marker),
    "dry": Verb(_dry),
    "draw": Verb(_draw),
    "total": Verb(_total),
    "totals": Verb(_totals),
    "result": Verb(_result),
    "end": Verb(_end),
    "settle": Verb(_settle),
    "collect": Verb(_collect),
    "paid": Verb(_paid),
    "laid": Verb(_laid),
    "accept": Verb(_accept),
    "decline": Verb(_decline),
    "squeeze": Verb(_squeeze),
    "ask": Verb(_ask),
    "grant": Verb(_grant),
    "refuse": Verb(_refuse),
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
