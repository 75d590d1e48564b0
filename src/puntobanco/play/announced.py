"""What a coup is paid by: its cards; where staff watch, what they announced.

Where the software watches, a wrong announcement is put right before anything is paid. Where staff
watch, nobody may have seen the error: the coup is paid as it was announced, and stands so until
a person notices.
"""

from __future__ import annotations

from puntobanco.play.cards.tape import Tape, is_over
from puntobanco.play.events import ResultAnnounced
from puntobanco.play.table import coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.facts import Facts, facts_of
from puntobanco.rules.settings import Watch
from puntobanco.rules.wagers import Line, Otherwise, Wager


def staff_watch(rules: HouseRules) -> bool:
    """Whether what is reported goes on the tape without a halt."""
    return rules.settings.watch is Watch.DEALER


def can_end(rules: HouseRules, tape: Tape) -> bool:
    """Whether a coup can be paid as it lies: it is over, or staff take it to be."""
    if not staff_watch(rules):
        return is_over(rules.tableau, tape)
    coup = coup_of(tape)
    return coup is not None and min(len(coup.player), len(coup.banker)) >= 2


def fits(said: ResultAnnounced, coup: DealtCoup) -> bool:
    """Whether an announcement says what the cards say."""
    told = (said.player_total, said.banker_total, said.winner)
    return told == (coup.player_total, coup.banker_total, coup.winner)


def deciding_line(
    rules: HouseRules, coup: DealtCoup, said: ResultAnnounced | None, wager: Wager
) -> Line | Otherwise:
    """The line of a wager by which a stake on this coup is paid."""
    if said is None or fits(said, coup) or not staff_watch(rules):
        return wager.verdict(coup.outcome_class)
    return wager.verdict_on(_facts_said(coup, said))


def _facts_said(coup: DealtCoup, said: ResultAnnounced) -> Facts:
    """The facts of a coup as it was announced; the rest is as the cards lie."""
    player, banker = said.player_total, said.banker_total
    return {
        **facts_of(coup.outcome_class),
        "player_total": player,
        "banker_total": banker,
        "player_wins": int(said.winner is Winner.PLAYER),
        "banker_wins": int(said.winner is Winner.BANKER),
        "tie": int(said.winner is Winner.TIE),
        "player_margin": player - banker,
        "banker_margin": banker - player,
        "player_natural": int(len(coup.player) == 2 and player >= 8),
        "banker_natural": int(len(coup.banker) == 2 and banker >= 8),
    }
