"""The table's state: what a reader of the log knows after the last event."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from puntobanco.base.cards import Card
from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play.events import ResultAnnounced, StakeKey, StakeSettled
from puntobanco.rules.coup import DealtCoup
from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.slots import Hand, Slot

Stakes: TypeAlias = dict[StakeKey, Units]


class Patron(msgspec.Struct, frozen=True):
    """A person who bets: seated at a place, or standing (no place)."""

    name: str
    place: int | None = None
    rack: Units = 0
    owed: Units = 0
    """Commission to be collected later."""
    present: bool = True


class Nominee(msgspec.Struct, frozen=True):
    """A person who acts for a patron, once approved and announced."""

    name: str
    patron: str
    approved: bool = False
    announced: bool = False


class ShoeState(msgspec.Struct, frozen=True):
    """The cards in use, as far as people at the table can know."""

    number: int = 0
    cards: str = ""
    """The identifier of the set."""
    source: str = ""
    """Where the cards came from: new, used, pre-shuffled and so on."""
    size: int = 0
    first_coup: int = 1
    """The coup that was the first to be dealt from it."""
    out: int = 0
    """Cards that have left the shoe, burnt ones included."""
    seen: tuple[Card, ...] = ()
    """Faces known since the shoe started, in order."""
    before: str = ""
    """The same of the shoe before, a letter a card."""
    coups_left: int | None = None
    """None until the cut card came out."""
    over: bool = True
    continuous: bool = False
    """Cards go back and are shuffled among the others after every coup."""
    retired: tuple[str, ...] = ()
    """Sets that must not come back."""
    backs: dict[str, str] = {}
    """By set in use, this one and the one before it: the colour of its backs."""
    alarms: tuple[Irregularity, ...] = ()
    """What the table noticed about these cards by itself, once each."""
    replacement: str | None = None
    """`replace`, `reshuffle` or `either`, ordered before the next coup."""
    replacement_clauses: Clauses = ()
    """What ordered it."""

    @property
    def is_empty(self) -> bool:
        """Whether every card has left."""
        return 0 < self.size <= self.out and not self.continuous


class TapeCard(msgspec.Struct, frozen=True):
    """A card of the coup, in the order it left the shoe."""

    slot: Slot | None
    """None: set aside, in no hand."""
    face_up: bool
    card: Card | None = None
    touched: bool = False
    left: int | None = None
    """How many cards had left the shoe before it; None: it is of no order that is dealt now."""
    foreign: str = ""
    """What shows that it is none of this set."""


# --- stages -----------------------------------------------------------------------------------


class Closed(msgspec.Struct, frozen=True):
    """The table is not open."""


class Preparing(msgspec.Struct, frozen=True):
    """Cards are being checked, mixed, cut and loaded."""

    source: str = ""
    steps: tuple[str, ...] = ()
    done_by: dict[str, str] = {}
    """By step: who did it."""
    declined: tuple[str, ...] = ()
    burnt: int = 0
    ordered_clauses: Clauses = ()
    """What had the cards mixed all over again."""


class Ready(msgspec.Struct, frozen=True):
    """Cards are in the shoe and no coup is open."""

    carried: tuple[TapeCard, ...] = ()
    """Cards that open the next coup."""
    no_bet: bool = False
    """The next coup is dealt without bets."""


class Betting(msgspec.Struct, frozen=True):
    """Stakes are taken."""

    stakes: Stakes = {}
    antes: dict[str, Units] = {}
    no_bet: bool = False
    tape: tuple[TapeCard, ...] = ()
    reopened: bool = False
    """Betting goes on although cards are out."""
    warned: tuple[StakeKey, ...] = ()
    """Stakes whose owners were told that they are too small."""


class Asked(msgspec.Struct, frozen=True):
    """What a patron asked the House for, and the answer."""

    patron: str
    what: str
    hand: Hand | None = None
    granted: bool | None = None
    """None: nobody has answered yet."""


class Dealing(msgspec.Struct, frozen=True):
    """Betting is closed; cards are dealt."""

    stakes: Stakes
    antes: dict[str, Units]
    no_bet: bool
    tape: tuple[TapeCard, ...] = ()
    offers: tuple[tuple[Hand, str], ...] = ()
    """Hands on offer to patrons, waiting for an answer."""
    refused: tuple[tuple[Hand, str], ...] = ()
    asked: tuple[Asked, ...] = ()
    """What patrons asked the House for in this coup."""
    handlers: dict[str, str] = {}
    """By hand: the patron who handles it, or `dealer`."""
    banker_first: bool = False
    out: Hand | None = None
    """The hand that is with its handler now."""
    holders: dict[str, str] = {}
    """By slot: who holds a card that was passed by itself."""
    announced: dict[str, int] = {}
    """By hand: the total last announced."""
    result: ResultAnnounced | None = None
    """What was announced; None: nothing yet."""
    settled: tuple[StakeSettled, ...] = ()
    """Stakes that are paid or collected already; the coup is open until the last one is."""
    collected: tuple[str, ...] = ()
    """Patrons whose Ante was collected already."""
    bound: tuple[str, ...] = ()
    """Patrons who chose to go on after an error."""
    carried: tuple[TapeCard, ...] = ()
    next_no_bet: bool = False
    waited: int = 0
    """Cards of the tape that had left the shoe before betting closed."""
    next_is_face_up: bool = False
    """The next card was found face up in the shoe."""
    late: Stakes = {}
    """What of the stakes was laid after the closing call, and lies until it is noticed."""

    @property
    def at_close(self) -> Stakes:
        """The stakes that lay when betting closed."""
        if not self.late:
            return self.stakes
        timely = {key: stake - self.late.get(key, 0) for key, stake in self.stakes.items()}
        return {key: stake for key, stake in timely.items() if stake > 0}

    @property
    def result_announced(self) -> bool:
        """Whether the coup can be paid."""
        return self.result is not None

    @property
    def unsettled(self) -> Stakes:
        """Stakes that are neither paid nor collected yet."""
        done = {line.key for line in self.settled}
        return {key: stake for key, stake in self.stakes.items() if key not in done}


class Resolved(msgspec.Struct, frozen=True):
    """The coup is settled; it can be undone until the next opening call."""

    stakes: Stakes
    """As they lay when the coup was paid."""
    antes: dict[str, Units]
    tape: tuple[TapeCard, ...]
    settled: tuple[StakeSettled, ...]
    result: ResultAnnounced | None = None
    """What was announced, of a coup that was paid."""
    staying: Stakes = {}
    """Stakes that pushed and stay on the layout."""
    no_bet: bool = False
    voided: bool = False
    final: bool = False
    """Play has ended: it can no longer be undone."""
    bound: tuple[str, ...] = ()
    carried: tuple[TapeCard, ...] = ()
    next_no_bet: bool = False
    late: Stakes = {}
    """What of the stakes was laid after the closing call, and was paid with them."""


Stage: TypeAlias = Closed | Preparing | Ready | Betting | Dealing | Resolved


class Halt(msgspec.Struct, frozen=True):
    """The table waits for an answer; what lies beneath goes on afterwards as if nothing was."""

    irregularity: Irregularity
    facts: dict[str, bool]
    patron: str | None = None
    place: int | None = None
    wager: str | None = None
    after_coup: bool = False
    steps_done: int = 0
    question: Question | None = None
    remedy: Remedy | None = None
    post: str | None = None
    answer: str = ""
    waiting: tuple[str, ...] = ()
    """Patrons who have not answered yet."""


class Standing(msgspec.Struct, frozen=True):
    """A question that does not stop play: it may be answered until the next opening call."""

    remedy: Remedy
    post: str
    clauses: Clauses


class Shelved(msgspec.Struct, frozen=True):
    """New cards and how far they were prepared, while the coup before them is taken up again."""

    shoe: ShoeState
    preparing: Preparing | None = None
    ready: Ready | None = None
    """One of the two: the cards are being prepared, or they are ready."""

    @property
    def stage(self) -> Preparing | Ready:
        """Where the table goes on with the new cards."""
        stage = self.preparing or self.ready
        assert stage is not None, self
        return stage


class Played(msgspec.Struct, frozen=True):
    """A coup that a later one has been called after: it stands as it was settled."""

    coup: int
    tape: tuple[TapeCard, ...]
    result: ResultAnnounced | None = None
    """None: it was void."""


class Table(msgspec.Struct, frozen=True):
    """One gaming table."""

    sequence: int = 0
    stage: Stage = Closed()
    halts: tuple[Halt, ...] = ()
    """Irregularities being ruled upon, the latest last; it is ruled first."""
    standing: tuple[Standing, ...] = ()
    """Questions that may be answered until the next opening call."""
    options: dict[str, str] = {}
    elected: dict[str, str] = {}
    """Options in force from the next opening call on."""
    coup: int = 0
    last: Resolved | None = None
    """The coup that was paid before new cards came; it can be undone until the next is called."""
    before: Played | None = None
    """The coup before the one that was called last."""
    last_shoe: ShoeState = ShoeState()
    """The cards it was dealt from."""
    shelved: Shelved | None = None
    shoe: ShoeState = ShoeState()
    patrons: dict[str, Patron] = {}
    nominees: dict[str, Nominee] = {}
    barred: dict[str, dict[str, bool]] = {}
    """By what nominees may not do: the last order to a patron, and to `*` for all others."""

    @property
    def dealing(self) -> Dealing:
        """The coup that is being dealt; there is one."""
        assert isinstance(self.stage, Dealing), self.stage
        return self.stage

    @property
    def open_coup(self) -> Betting | Dealing:
        """The coup whose stakes lie and are not paid; there is one."""
        assert isinstance(self.stage, Betting | Dealing), self.stage
        return self.stage

    def is_barred(self, what: str, patron: str) -> bool:
        """Whether a patron was told to do without nominees in this."""
        orders = self.barred.get(what, {})
        return orders.get(patron, orders.get("*", False))


def tape_of(stage: Stage) -> tuple[TapeCard, ...]:
    """The cards of the coup that lies on the table, open or paid."""
    return stage.tape if isinstance(stage, Betting | Dealing | Resolved) else ()


def coup_of(tape: tuple[TapeCard, ...]) -> DealtCoup | None:
    """Both hands as they lie, or None while a card is face down."""
    hands: dict[Hand, list[tuple[int, Card]]] = {Hand.PLAYER: [], Hand.BANKER: []}
    for lying in tape:
        if lying.slot is None:
            continue
        if lying.card is None:
            return None
        hands[lying.slot.hand].append((lying.slot.number, lying.card))
    player, banker = (
        tuple(card for _, card in sorted(hand, key=lambda pair: pair[0])) for hand in hands.values()
    )
    return DealtCoup(player, banker)


def paid_coup(table: Table) -> Resolved | None:
    """The last coup, as long as it is paid and the next one has not been called."""
    return table.stage if isinstance(table.stage, Resolved) else table.last
