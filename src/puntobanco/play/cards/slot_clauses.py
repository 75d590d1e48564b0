"""Why a card goes where it goes."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.play.table import Dealing, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.slots import Hand, Slot


def slot_clauses(rules: HouseRules, stage: Dealing, slot: Slot | None) -> Clauses:
    """Why the card goes there: the order of the initial deal, or the rule that asks for it."""
    rule, style = rules.book.conduct.dealing, rules.style
    if slot is None:
        return rule.hands_clauses
    if not slot.is_third:
        cards = rule.player_cards_clauses if slot.hand is Hand.PLAYER else rule.banker_cards_clauses
        return tuple(dict.fromkeys((*cards, *rule.hands_clauses, *style.deal_clauses)))
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    why = [clause for each in coup.decisions(rules.tableau) for clause in each.clauses]
    return tuple(dict.fromkeys((*reversed(why), *style.third_clauses)))
