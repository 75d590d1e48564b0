"""What a coup is paid by: its cards; where staff watch, what they announced.

Where the software watches, a wrong announcement is put right before anything is paid. Where staff
watch, nobody may have seen the error: the coup is paid as it was announced, and stands so until
a person notices.
"""

from __future__ import annotations

from puntobanco.base.cards import Card
from puntobanco.base.clauses import c
from puntobanco.play.cards.tape import Tape, is_over
from puntobanco.play.events import ResultAnnounced
from puntobanco.play.table import coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.facts import Facts, facts_of
from puntobanco.rules.settings import Watch
from puntobanco.rules.wagers import Line, Otherwise, Wager

AS_IT_WAS = c("default:35")
"""Where staff watch, what happened is recorded as it was."""


CARDS_LEAST = 2
"""The cards of a hand before any third."""


def staff_watch(rules: HouseRules) -> bool:
    """Whether what is reported goes on the tape without a halt."""
    return rules.settings.watch is Watch.DEALER


def can_end(rules: HouseRules, tape: Tape) -> bool:
    """Whether a coup can be paid as it lies: it is over, or staff take it to be."""
    if not staff_watch(rules):
        return is_over(rules.tableau, tape)
    return coup_of(tape) is not None


def fits(said: ResultAnnounced, coup: DealtCoup) -> bool:
    """Whether an announcement says what the cards say."""
    told = (said.player_total, said.banker_total, said.winner)
    return told == (coup.player_total, coup.banker_total, coup.winner)


def deciding_line(
    rules: HouseRules, coup: DealtCoup, said: ResultAnnounced | None, wager: Wager
) -> Line | Otherwise:
    """The line of a wager by which a stake on this coup is paid."""
    lacks = min(len(coup.player), len(coup.banker)) < CARDS_LEAST
    if said is None or not staff_watch(rules) or (fits(said, coup) and not lacks):
        return wager.verdict(coup.outcome_class)
    return wager.verdict_on(_facts_said(coup, said))


def _facts_said(coup: DealtCoup, said: ResultAnnounced) -> Facts:
    """The facts of a coup as it was announced; the rest is as the cards lie."""
    player, banker = said.player_total, said.banker_total
    return {
        **_lying("player", coup.player),
        **_lying("banker", coup.banker),
        "player_total": player,
        "banker_total": banker,
        "player_wins": int(said.winner is Winner.PLAYER),
        "banker_wins": int(said.winner is Winner.BANKER),
        "tie": int(said.winner is Winner.TIE),
        "player_margin": player - banker,
        "banker_margin": banker - player,
        "player_natural": int(len(coup.player) == CARDS_LEAST and player >= 8),
        "banker_natural": int(len(coup.banker) == CARDS_LEAST and banker >= 8),
    }


def _lying(name: str, hand: tuple[Card, ...]) -> Facts:
    """What the cards of one hand say; a hand that lacks a card is no pair."""
    match = 0
    if len(hand) >= CARDS_LEAST:
        match = facts_of(DealtCoup(hand, hand).outcome_class)["player_match"]
    return {f"{name}_cards": len(hand), f"{name}_match": match, f"{name}_pair": int(match > 0)}
