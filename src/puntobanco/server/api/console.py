"""What a dealer looks up at the table: the cards of the shoe counted, the hand card by card."""

from __future__ import annotations

from collections import Counter

from puntobanco.audit.coup_records import CoupFold
from puntobanco.audit.log_index import LoggedEvent
from puntobanco.base.cards import DECK
from puntobanco.house.permissions import Act
from puntobanco.play import events as e
from puntobanco.play.table import Stage, Table, TapeCard, tape_of
from puntobanco.record.names import MACHINE
from puntobanco.rules.points import hand_total
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import say, sentence
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import not_found
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn
from puntobanco.server.api.history import fold_coup
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.explain import Teller
from puntobanco.wire import own_forms as f

router = FormRouter(prefix="/api/tables", tags=["dealing"])
MOVES = (
    e.CardDealt,
    e.CardTurned,
    e.CardCorrected,
    e.CardCarried,
    e.CardsRebuilt,
    e.CardsDiscarded,
)
"""What changes how the cards of a coup lie."""


@router.shows("/{table}/shoe-count", "The cards of the shoe, counted", "By face", Act.VIEW_STAFF)
async def shoe_count(caller: SignedIn, running: AtTable) -> f.ShoeCountForm:
    """How often each face was seen, against what the packs hold."""
    behind = running.desk.rules.settings.shoe.marker_from_back
    return counted(running.desk.table, behind)


def counted(table: Table, behind_marker: int) -> f.ShoeCountForm:
    """The cards of the shoe in use; what is missing lies in it, or left it face down."""
    shoe = table.shoe
    seen, held = Counter(shoe.seen), shoe.size // len(DECK)
    unseen = shoe.out - len(shoe.seen)
    return f.ShoeCountForm(
        shoe=shoe.number,
        cards=shoe.cards,
        size=shoe.size,
        seen=len(shoe.seen),
        unseen=unseen,
        inside=shoe.size - shoe.out,
        behind_marker=behind_marker,
        over=shoe.over,
        continuous=shoe.continuous,
        adds_up=max(seen.values(), default=0) <= held and min(unseen, shoe.size - shoe.out) >= 0,
        faces=tuple(f.FaceForm(card=each.text, seen=seen[each], held=held) for each in DECK),
    )


@router.shows(
    "/{table}/hand", "The present coup, card by card", "In order, from the record", Act.VIEW_STAFF
)
async def hand(caller: SignedIn, running: AtTable) -> f.HandForm:
    """Every card of the present coup as it moved: who told it, and how the hands lay then."""
    index = await caller.casino.indexes.of(running)
    coup = running.desk.table.coup
    if not coup:
        raise not_found(say("error.no-coup-yet"))
    fold = await fold_coup(caller, running, index, coup)
    return f.HandForm(coup=coup, steps=_steps(caller, running, fold))


def _steps(caller: Caller, running: RunningTable, fold: CoupFold) -> tuple[f.HandStepForm, ...]:
    people = caller.casino.house_log.house.people
    drawn = running.entry.cards == "random"
    teller = Teller(running.desk.rules.settings.currency)
    again = CoupFold(fold.before)
    found = []
    for step in fold.steps:
        again.take(step)
        if isinstance(step.event, MOVES):
            device = step.actor in people and people[step.actor].is_device
            how = "drawn" if drawn else "scanned" if device else "entered"
            found.append(_step(step, again.table.stage, how, teller))
    return tuple(found)


def _step(step: LoggedEvent, stage: Stage, how: str, teller: Teller) -> f.HandStepForm:
    said = teller.said(step.event)
    tape = tape_of(stage)
    return f.HandStepForm(
        sequence=step.sequence,
        time=step.time,
        actor="" if step.actor == MACHINE else step.actor,
        how=how,
        sentence=sentence(said),
        said=said,
        cards=tuple(
            f.LyingForm(
                slot=each.slot.value if each.slot else "",
                card=each.card.text if each.card else None,
            )
            for each in tape
        ),
        player_total=_total(tape, Hand.PLAYER),
        banker_total=_total(tape, Hand.BANKER),
    )


def _total(tape: tuple[TapeCard, ...], hand: Hand) -> int | None:
    """What a hand's cards make, once they lie face up."""
    lying = [each for each in tape if each.slot is not None and each.slot.hand is hand]
    cards = [each.card for each in lying if each.card is not None]
    return hand_total(cards) if cards and len(cards) == len(lying) else None
