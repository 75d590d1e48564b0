"""A verifier of promised shoes that stands alone: it shares no code with the program.

It needs Python and nothing else, and was written from docs/fairness.md. It reads what
`punto log export` wrote and says, in sentences, where a shoe was not what was promised:

    python check.py FILE
"""

from __future__ import annotations

import gzip
import hashlib
import hmac
import json
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

DECK = {rank + suit for rank in "A23456789TJQK" for suit in "shdc"}
FIRST_SLOTS = ("P1", "B1", "P2", "B2")
SHOES = "shoe:"
"""How the log of a table's shoes is named: this, then the table's name."""
FOLLOWED = frozenset(
    (
        "cards-received",
        "preparation-done",
        "replacement-ordered",
        "shoe-started",
        "shoe-ended",
        "table-opened",
        "table-closed",
        "betting-opened",
        "betting-reopened",
        "betting-closed",
        "coup-settled",
        "coup-voided",
        "coup-reopened",
        "card-burnt",
        "card-dealt",
        "card-carried",
        "card-turned",
        "card-corrected",
        "cards-rebuilt",
        "cards-discarded",
        "waiting-ordered",
    )
)
"""The events of a table that move cards, each with a method of `TableCheck` of its name."""
PROMISED = frozenset(("shoe-committed", "shoe-cut", "shoe-revealed"))
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)

# --- the tree ---------------------------------------------------------------------------------


def leaf_hash(table: str, shoe: int, position: int, card: str, salt: bytes) -> bytes:
    """What one position promises."""
    name = table.encode()
    head = b"\0" + len(name).to_bytes(2, "big") + name
    where = shoe.to_bytes(4, "big") + position.to_bytes(4, "big")
    return hashlib.sha256(head + where + card.encode() + salt).digest()


def tree_hash(leaves: list[bytes]) -> bytes:
    """The root, by halves: the left one is the largest power of two below the whole."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    both = tree_hash(leaves[:half]) + tree_hash(leaves[half:])
    return hashlib.sha256(b"\1" + both).digest()


def root_from(position: int, size: int, leaf: bytes, path: list[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to, by halves; None where the path does not fit."""
    if size == 1:
        return leaf if not path else None
    if not path:
        return None
    half = 1 << ((size - 1).bit_length() - 1)
    beside = path[-1]
    if position < half:
        under = root_from(position, half, leaf, path[:-1])
        return under and hashlib.sha256(b"\1" + under + beside).digest()
    under = root_from(position - half, size - half, leaf, path[:-1])
    return under and hashlib.sha256(b"\1" + beside + under).digest()


def check_card(table: str, shoe: int, size: int, root: str, opened: dict[str, Any]) -> str:
    """What is wrong with one opened card; nothing when it is what was promised."""
    try:
        position, card = opened["position"], opened["card"]
        salt, path = bytes.fromhex(opened["salt"]), [bytes.fromhex(x) for x in opened["path"]]
        if card not in DECK or len(salt) != 32 or any(len(each) != 32 for each in path):
            return f"the card at position {position} of shoe {shoe} is not completely opened"
        if not 0 <= position < size:
            return f"shoe {shoe} has no position {position}"
        reached = root_from(position, size, leaf_hash(table, shoe, position, card, salt), path)
        if reached is None or reached.hex() != root:
            return f"{card} is not what was promised at position {position} of shoe {shoe}"
    except UNREADABLE:
        return f"what was opened of shoe {shoe} cannot be read"
    return ""


# --- what was promised ------------------------------------------------------------------------


class Promise:
    """One shoe: what was promised, when it came to the table, what was opened."""

    def __init__(self, event: dict[str, Any], time: int) -> None:
        self.number: int = event["shoe"]
        self.name: str = event["cards"]
        self.size: int = event["size"]
        self.root: str = event["root"]
        self.time = time
        self.cut: int | None = None
        self.cut_time = 0
        self.table_cuts: list[int | None] = []
        self.order = ""
        self.opened: dict[str, Any] | None = None
        self.opened_time = 0
        self.came = False
        self.out = 0
        self.first_card_time = 0
        self.last_card_time = 0
        self.over = ""
        """Why nothing more is dealt from it, by the table's log."""
        self.closed = False
        """Whether the table was closed over it."""

    def expected(self, place: int) -> str | None:
        """The card promised as the one to leave after so many; None where it is not opened."""
        size = len(self.order) // 2
        if not 0 <= place < size:
            return None
        at = 2 * (((self.cut or 0) + place) % size)
        return self.order[at : at + 2]


class Promises:
    """A table's log of shoes, read to its end."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.shoes: list[Promise] = []
        self.times: list[int] = []
        self.known: dict[int, Promise] = {}
        self.closed: dict[int, Promise] = {}
        self.roots: dict[str, int] = {}
        self.secrets: set[str] = set()
        self.problems: list[str] = []

    def take(self, time: int, event: dict[str, Any]) -> None:
        """Read the next event of the log."""
        number = event["shoe"]
        known = self.known.get(number)
        if event["event"] == "shoe-committed":
            self.commit(known, Promise(event, time))
        elif known is None:
            self.problems.append(f"shoe {number} was cut or opened but never promised")
        elif event["event"] == "shoe-cut":
            self.cut(known, time, event["position"])
        elif event["event"] == "shoe-revealed":
            self.reveal(known, time, event)
        else:
            self.problems.append(f"{event['event']} stands in the log of its shoes")

    def commit(self, known: Promise | None, new: Promise) -> None:
        """A promise: the next number, after everything before has been opened."""
        if known is not None:
            self.problems.append(f"shoe {new.number} was promised twice")
            return
        if new.number != len(self.shoes) + 1:
            self.problems.append(f"shoe {new.number} follows shoe {len(self.shoes)}; some are gone")
        if self.closed:
            told = f"shoe {new.number} was promised while shoe {max(self.closed)} was not opened"
            self.problems.append(told)
        if new.root in self.roots:
            told = f"shoes {self.roots[new.root]} and {new.number} have the same root"
            self.problems.append(told)
        self.add(new)

    def add(self, new: Promise) -> None:
        """Keep a promise where it is found again."""
        self.shoes.append(new)
        self.times.append(new.time)
        self.known[new.number] = self.closed[new.number] = new
        self.roots[new.root] = new.number

    def latest(self, time: int) -> Promise | None:
        """The last shoe promised up to a time."""
        before = bisect_right(self.times, time)
        return self.shoes[before - 1] if before else None

    def next_unused(self, time: int) -> Promise | None:
        """The first shoe promised after a time that has not come to the table yet."""
        later = range(bisect_right(self.times, time), len(self.shoes))
        return next((self.shoes[at] for at in later if not self.shoes[at].came), None)

    def cut(self, shoe: Promise, time: int, position: int) -> None:
        """A cut: once, inside the shoe, before it is opened."""
        if shoe.cut is not None:
            self.problems.append(f"shoe {shoe.number} was cut twice")
        elif shoe.opened is not None:
            self.problems.append(f"shoe {shoe.number} was cut after it was opened")
        elif not 0 <= position < shoe.size:
            self.problems.append(f"shoe {shoe.number} was cut at {position}, outside its cards")
        else:
            shoe.cut, shoe.cut_time = position, time

    def reveal(self, shoe: Promise, time: int, event: dict[str, Any]) -> None:
        """Everything opened: a whole set of cards that hashes to the root."""
        if shoe.opened is not None:
            self.problems.append(f"shoe {shoe.number} was opened twice")
            return
        text, secret = event["cards"], bytes.fromhex(event["secret"])
        order = [text[at : at + 2] for at in range(0, len(text), 2)]
        shoe.opened, shoe.opened_time, shoe.order = event, time, text
        del self.closed[shoe.number]
        if len(order) != shoe.size or len(secret) != 32:
            self.problems.append(f"shoe {shoe.number} was not opened completely")
        if set(Counter(order).items()) != {(card, shoe.size // 52) for card in DECK}:
            self.problems.append(f"shoe {shoe.number} does not hold whole decks")
        if event["secret"] in self.secrets:
            self.problems.append(f"shoe {shoe.number} has the salts of an earlier shoe")
        self.secrets.add(event["secret"])
        leaves = [
            leaf_hash(
                self.table,
                shoe.number,
                position,
                card,
                hmac.digest(secret, position.to_bytes(4, "big"), "sha256"),
            )
            for position, card in enumerate(order)
        ]
        if not leaves or tree_hash(leaves).hex() != shoe.root:
            told = f"shoe {shoe.number} was opened to another order than the one promised"
            self.problems.append(told)

    def finish(self) -> None:
        """What stays closed, and what never came to the table."""
        for shoe in self.shoes:
            if shoe.opened is None and (shoe is not self.shoes[-1] or shoe.closed):
                self.problems.append(f"shoe {shoe.number} is over and was never opened")
            if shoe.opened is not None and not shoe.came:
                told = f"shoe {shoe.number} was promised, never came to the table and was given up"
                self.problems.append(told)
            elif shoe.opened is not None:
                self.problems.extend(self.misused(shoe, shoe.opened))

    def misused(self, shoe: Promise, opened: dict[str, Any]) -> Iterator[str]:
        """What the table did with a shoe that its opening does not bear out."""
        name = f"shoe {shoe.number}"
        if opened["used"] != shoe.out:
            yield f"{name}: {shoe.out} cards left it, its opening says {opened['used']}"
        if not shoe.over:
            yield f"{name} was opened while it was in play"
        if shoe.last_card_time > shoe.opened_time:
            yield f"{name} was opened before its last card was dealt"
        if shoe.cut is not None and shoe.first_card_time and shoe.cut_time > shoe.first_card_time:
            yield f"{name} was cut after its first card"
        if shoe.table_cuts:
            wanted = shoe.table_cuts[-1]
            if wanted is not None and wanted != shoe.cut:
                cut = "not at all" if shoe.cut is None else f"at {shoe.cut}"
                yield f"{name} was cut at {wanted} at the table, the promised order {cut}"
        elif shoe.cut is not None:
            yield f"{name}: the promised order was cut, and nobody cut at the table"


# --- what the table did -----------------------------------------------------------------------


class Lying:
    """A card on the table: from which shoe, after how many others, in which slot."""

    def __init__(self, shoe: Promise | None, place: int, slot: str | None, card: str | None):
        self.shoe, self.place, self.slot, self.card = shoe, place, slot, card


class TableCheck:
    """Follows one table's log and compares every card with what was promised."""

    def __init__(self, promises: Promises) -> None:
        self.promises = promises
        self.problems: list[str] = []
        self.given_up: list[str] = []
        self.compared = 0
        self.shoe: Promise | None = None
        self.tape: list[Lying] = []
        self.carried: list[Lying] = []
        self.before: tuple[Any, ...] | None = None
        self.shelved: tuple[Any, ...] | None = None
        self.loading = self.betting = self.continuous = self.mixing = False
        self.coups = 0
        self.now, self.where = 0, ""

    def take(self, sequence: int, time: int, event: dict[str, Any]) -> None:
        """Read the next event of the table."""
        self.now, self.where = time, f"event {sequence}"
        if event["event"] in FOLLOWED:
            getattr(self, "_" + event["event"].replace("-", "_"))(event)

    def complain(self, sentence: str) -> None:
        """Note what is wrong, with where."""
        self.problems.append(f"{self.where}: {sentence}")

    # --- shoes --------------------------------------------------------------------------------

    def leave(self, why: str = "") -> None:
        """The shoe that was in play is so no more."""
        if self.shoe is None:
            return
        self.shoe.over = self.shoe.over or why
        if not self.shoe.over:
            self.complain(f"shoe {self.shoe.number} was exchanged and the log does not say why")
            self.shoe.over = "exchanged"
        if self.shoe.over not in ("finished", "closed"):
            reason = self.shoe.opened["reason"] if self.shoe.opened else "not opened"
            told = f"shoe {self.shoe.number} after {self.shoe.out} cards: {self.shoe.over}"
            self.given_up.append(f"{told} ({reason})")
        self.shoe = None

    def bind(self) -> Promise | None:
        """The shoe that is in play from now on: the latest promised, if it is new here."""
        found = self.promises.latest(self.now)
        if found is None or found.came:
            found = self.promises.next_unused(self.now)
            if found is None:
                self.complain("cards came to the table that nobody had promised")
                return None
            self.complain(f"shoe {found.number} was promised after its cards came to the table")
        elif found.opened is not None and found.opened_time < self.now:
            self.complain(f"shoe {found.number} was opened before its cards came to the table")
        found.came = True
        self.mixing, self.coups = False, 0
        self.shoe = found
        return found

    def mix(self, why: str) -> None:
        """The cards are mixed once more; what was promised at the last time may be unused yet."""
        if self.mixing:
            found = self.promises.latest(self.now - 1)
            if found is not None and not found.came:
                found.came, self.shoe = True, found
        self.leave(why)
        self.mixing = True

    def _cards_received(self, event: dict[str, Any]) -> None:
        self.before = (self.shoe, self.tape, self.carried)
        self.leave("exchanged before its first coup" if self.loading else "")
        self.tape, self.carried, self.loading = [], [], True
        found = self.bind()
        if found is not None and found.name != event["cards"]:
            self.complain(f"set {event['cards']} came, shoe {found.number} is of set {found.name}")
        if found is not None and found.size != 52 * event["decks"]:
            self.complain(f"shoe {found.number} has not the {52 * event['decks']} cards that came")

    def _preparation_done(self, event: dict[str, Any]) -> None:
        if event["step"] == "mix-anew" or "cut" in event.get("undone", ()):
            self.mix("mixed anew")
        if event["step"] == "cut" and self.current() is not None:
            assert self.shoe is not None
            self.shoe.table_cuts.append(event.get("value"))

    def _replacement_ordered(self, event: dict[str, Any]) -> None:
        if self.loading:
            self.mix("mixed again")
        elif self.shoe is not None:
            self.shoe.over = "replaced"

    def current(self) -> Promise | None:
        """The shoe in play; after new mixing, the one promised since."""
        return self.bind() if self.mixing else self.shoe

    def _shoe_started(self, event: dict[str, Any]) -> None:
        self.continuous, self.loading = event.get("continuous", False), False

    def _shoe_ended(self, event: dict[str, Any]) -> None:
        if self.shoe is not None:
            self.shoe.over = self.shoe.over or "finished"

    def _table_opened(self, event: dict[str, Any]) -> None:
        self.loading = True

    def _table_closed(self, event: dict[str, Any]) -> None:
        self.loading = False
        if self.shoe is not None:
            self.shoe.over, self.shoe.closed = self.shoe.over or "closed", True

    # --- coups --------------------------------------------------------------------------------

    def _betting_opened(self, event: dict[str, Any]) -> None:
        shoe = self.current()
        if self.continuous and shoe is not None:
            if shoe.out or self.coups:  # a continuous shuffler's every coup is a shoe of its own
                self.leave("finished")
                shoe = self.bind()
            if shoe is not None:
                shoe.out = len(self.carried)
        if shoe is None:
            self.complain("bets were taken on cards that nobody had promised")
        self.coups += 1
        self.before, self.betting = None, True
        self.tape, self.carried = self.in_order(self.carried), []

    def _betting_reopened(self, event: dict[str, Any]) -> None:
        self.betting = True

    def _betting_closed(self, event: dict[str, Any]) -> None:
        self.betting = False

    def _coup_settled(self, event: dict[str, Any]) -> None:
        self.betting = False
        if self.continuous and self.shoe is not None:
            self.shoe.over = "finished"
        if self.shelved is not None:
            self.before = (self.shoe, self.tape, self.carried)
            (self.shoe, self.tape, self.carried), self.shelved = self.shelved, None

    _coup_voided = _coup_settled

    def _coup_reopened(self, event: dict[str, Any]) -> None:
        if self.before is not None:  # new cards came meanwhile: they wait
            self.shelved = (self.shoe, self.tape, self.carried)
            (self.shoe, self.tape, self.carried), self.before = self.before, None

    # --- cards --------------------------------------------------------------------------------

    @staticmethod
    def in_order(cards: list[Lying]) -> list[Lying]:
        """Cards that open a coup lie where its first cards go."""
        for at, lying in enumerate(cards):
            lying.slot = FIRST_SLOTS[at] if at < len(FIRST_SLOTS) else None
        return cards

    def leaves(self, event: dict[str, Any], slot: str | None) -> Lying:
        """A card left the shoe: the next one of the promised order."""
        shoe = self.current()
        lying = Lying(shoe, shoe.out if shoe else 0, slot, None)
        if shoe is None:
            self.complain("a card was dealt that nobody had promised")
        else:
            shoe.out += 1
            shoe.first_card_time = shoe.first_card_time or self.now
            shoe.last_card_time = self.now
            if shoe.out > shoe.size:
                self.complain(f"shoe {shoe.number} gave more cards than it has")
        if event.get("card"):
            self.shown(lying, event["card"])
        return lying

    def shown(self, lying: Lying, card: str) -> None:
        """A card's face is seen: it must be the promised one."""
        lying.card = card
        wanted = lying.shoe.expected(lying.place) if lying.shoe else None
        if lying.shoe is None or wanted is None:
            return
        self.compared += 1
        if wanted != card:
            told = f"shoe {lying.shoe.number} showed {card} as card {lying.place + 1}"
            self.complain(f"{told}, {wanted} was promised")

    def _card_burnt(self, event: dict[str, Any]) -> None:
        self.leaves(event, None)

    def _card_dealt(self, event: dict[str, Any]) -> None:
        self.tape.append(self.leaves(event, event.get("slot")))

    def _card_carried(self, event: dict[str, Any]) -> None:
        lying = self.leaves(event, "P1")
        if self.betting:
            self.tape = self.in_order([*self.tape, lying])
        else:
            self.carried.append(lying)

    def _card_turned(self, event: dict[str, Any]) -> None:
        for lying in self.tape:
            if lying.slot == event["slot"] and lying.card is None:
                self.shown(lying, event["card"])
                return
        self.complain(f"{event['card']} was turned where no face-down card lay")

    def _card_corrected(self, event: dict[str, Any]) -> None:
        for lying in self.tape:
            if lying.slot == event["slot"]:
                self.shown(lying, event["card"])

    def _cards_rebuilt(self, event: dict[str, Any]) -> None:
        tape = self.tape
        self.carried += [tape[place] for place in event.get("carried", ())]
        self.tape = [tape[place] for place in event["order"]]
        for lying, slot in zip(self.tape, event["slots"], strict=True):
            lying.slot = slot

    def _cards_discarded(self, event: dict[str, Any]) -> None:
        if self.betting:
            self.tape = []
        else:
            self.carried = []

    def _waiting_ordered(self, event: dict[str, Any]) -> None:
        if self.betting:
            self.tape = self.in_order([self.tape[place] for place in event["order"]])
        else:
            self.carried = [self.carried[place] for place in event["order"]]


# --- the file ---------------------------------------------------------------------------------


class Log:
    """One chain of envelopes: the events that matter here, and whether it hangs together."""

    def __init__(self) -> None:
        self.sequence, self.hash, self.time = 0, "0" * 64, 0
        self.events: list[tuple[int, int, dict[str, Any]]] = []

    def take(self, line: str, whole: dict[str, Any]) -> Iterator[str]:
        """Read the next envelope."""
        text = line[: line.rindex(',"hash":')] + "}"
        where = f"log {whole['table']}, event {whole['sequence']}"
        if hashlib.sha256(text.encode()).hexdigest() != whole["hash"]:
            yield f"{where}: content and hash do not fit"
        if whole["sequence"] != self.sequence + 1 or whole["previous"] != self.hash:
            yield f"{where} does not follow the one before"
        if whole["time"] < self.time:
            yield f"{where} goes back in time"
        self.sequence, self.hash, self.time = whole["sequence"], whole["hash"], whole["time"]
        if whole["event"]["event"] in FOLLOWED | PROMISED | {"table-added"}:
            self.events.append((whole["sequence"], whole["time"], whole["event"]))


class Check:
    """Takes the lines of an export one after the other, then judges every table's shoes."""

    def __init__(self, table: str | None = None) -> None:
        self.only = table
        self.problems: list[str] = []
        self.given_up: list[str] = []
        self.tables: list[str] = []
        self.shoes = self.opened = self.compared = 0
        self.logs: dict[str, Log] = {}
        self.ended = False

    def take(self, line: str) -> None:
        """Read one line."""
        try:
            whole = json.loads(line)
            if "event" in whole:
                log = self.logs.setdefault(whole["table"], Log())
                self.problems += log.take(line, whole)
            elif "end" in whole:
                self.end(whole["end"]["tables"])
        except UNREADABLE:
            self.problems.append(f"the line that begins with {line[:60]!r} cannot be read")

    def end(self, tables: dict[str, list[Any]]) -> None:
        """Compare where the logs end with where they are said to end."""
        self.ended = True
        found = {name: [log.sequence, log.hash] for name, log in self.logs.items()}
        for name in sorted({*found, *tables}):
            if found.get(name) != tables.get(name):
                self.problems.append(f"log {name} ends elsewhere than the last line says")

    def finish(self) -> list[str]:
        """Everything that is wrong."""
        if not self.ended:
            self.problems.append("the last line, which says where each log ends, is missing")
        tables: set[str] = {
            event["table"]
            for log in self.logs.values()
            for _, _, event in log.events
            if event["event"] == "table-added" and event.get("cards") == "random"
        }
        tables |= {name.removeprefix(SHOES) for name in self.logs if name.startswith(SHOES)}
        self.tables = sorted(tables) if self.only is None else [self.only]
        for table in self.tables:
            self.problems += [f"table {table}: {each}" for each in self.judge(table)]
        return self.problems

    def judge(self, table: str) -> list[str]:
        """Everything that is wrong with the shoes of one table."""
        for name in (SHOES + table, table):
            if name not in self.logs:
                return [f"the file has no log {name}"]
        promises = Promises(table)
        follower = TableCheck(promises)
        try:
            for _, time, event in self.logs[SHOES + table].events:
                promises.take(time, event)
            for sequence, time, event in self.logs[table].events:
                follower.take(sequence, time, event)
            promises.finish()
        except UNREADABLE:
            follower.complain("cannot be followed: an event does not fit those before it")
        self.shoes += len(promises.shoes)
        self.opened += sum(each.opened is not None for each in promises.shoes)
        self.compared += follower.compared
        self.given_up += [f"table {table}: {each}" for each in follower.given_up]
        return promises.problems + follower.problems


def check_lines(lines: Iterable[str], table: str | None = None) -> Check:
    """Judge an exported file; `problems` of what comes back is empty when all is well."""
    check = Check(table)
    for line in lines:
        check.take(line.rstrip("\n"))
    check.finish()
    return check


def complain(sentence: str) -> int:
    """Say what kept a check from being made; 2, as 1 tells that something is wrong."""
    sys.stderr.write(f"{sentence}\n")
    return 2


def main(path: str) -> int:
    """Check a file; 0 when all is well, 1 when not."""
    with open(path, "rb") as start:  # noqa: PTH123 - stands alone
        packed = start.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8", newline="\n") as file:
        check = check_lines(file)
    for each in check.given_up:
        sys.stdout.write(f"given up: {each}\n")
    for each in check.problems:
        sys.stdout.write(f"{each}\n")
    told = f"{check.shoes} shoes promised, {check.opened} opened, {check.compared} cards compared"
    sys.stdout.write(f"{told}, {len(check.problems)} problems\n")
    return 1 if check.problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(complain("name one file: an export, as `punto log export` writes it"))
    try:
        sys.exit(main(sys.argv[1]))
    except (OSError, EOFError, UnicodeDecodeError) as failure:
        sys.exit(complain(f"{sys.argv[1]} cannot be read: {failure}"))
