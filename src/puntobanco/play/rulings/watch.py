"""What the table notices by itself, without a report, whenever cards have moved."""

from __future__ import annotations

from puntobanco.base.cards import Card
from puntobanco.play import events as e
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.draft import Draft
from puntobanco.play.reports import Noticed
from puntobanco.play.rulings.ruling import found
from puntobanco.play.rulings.suspicion import looks_unshuffled
from puntobanco.play.table import Dealing
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity

_SHOWN = (e.CardBurnt, e.CardDealt, e.CardTurned, e.CardCarried, e.CardCorrected)


def watch(rules: HouseRules, draft: Draft) -> None:
    """Rule on what the recorded events show, beyond what was reported."""
    if draft.table.shoe.continuous:  # cards go back, so that nothing can be counted
        return
    events = draft.events
    faces = [each.card for each in events if isinstance(each, _SHOWN) and each.card is not None]
    foreign = any(_foreign(rules, draft, face) for face in faces)
    if faces and not foreign:
        _unshuffled(rules, draft)
    _counted(rules, draft)


def _notice(rules: HouseRules, draft: Draft, kind: Irregularity, note: str) -> None:
    if kind in draft.table.shoe.alarms:  # once is enough
        return
    found(rules, draft, Noticed(irregularity=kind, by="table", note=note))


def _foreign(rules: HouseRules, draft: Draft, face: Card) -> bool:
    """A card seen more often than the decks hold it cannot be of this set.

    Each such card is told, unless another one is being ruled upon or the cards are being
    replaced: where the floor lets them stand, the next one shall not pass in silence.
    """
    table, kind = draft.table, Irregularity.FOREIGN_CARD
    copies = table.shoe.seen.count(face)
    if copies <= rules.decks:
        return False
    is_ruled_upon = any(halt.irregularity is kind for halt in table.halts)
    if kind not in table.shoe.alarms or not (is_ruled_upon or table.shoe.replacement):
        note = f"{face} was seen {copies} times; {rules.decks} decks hold it {rules.decks} times"
        found(rules, draft, Noticed(irregularity=kind, by="table", note=note))
    return True


def _unshuffled(rules: HouseRules, draft: Draft) -> None:
    shoe = draft.table.shoe
    why = looks_unshuffled(shoe.seen, shoe.before)
    if why is not None:
        _notice(rules, draft, Irregularity.NOT_SHUFFLED, why)


def _counted(rules: HouseRules, draft: Draft) -> None:
    """More cards out than the set has, or none left where one is due."""
    shoe, stage = draft.table.shoe, draft.table.stage
    if shoe.out > shoe.size:
        note = f"{shoe.out} cards came out of {shoe.size}"
        _notice(rules, draft, Irregularity.WRONG_COUNT, note)
    elif shoe.out == shoe.size and isinstance(stage, Dealing) and not draft.table.halts:
        due = lawful_slot(rules.tableau, stage.tape)
        if due is not None:
            note = f"{due.value} is due and the shoe is empty"
            _notice(rules, draft, Irregularity.TOO_FEW_CARDS, note)
