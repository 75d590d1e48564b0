"""A second verifier of exported logs, written apart: it shares no code with the program.

It needs Python and nothing else. It reads the JSON lines, recomputes the chain of hashes, adds up
the money from its own table of what each event moves, and counts the cards. Run it by itself:

    python second_verifier.py FILE
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

MONEY = {
    "chips-bought": ("cage", "rack"),
    "chips-cashed": ("rack", "cage"),
    "stake-placed": ("rack", "felt"),
    "ante-placed": ("rack", "felt"),
    "stake-taken": ("felt", "rack"),
    "stake-reduced": ("felt", "rack"),
    "ante-returned": ("felt", "rack"),
    "commission-collected": ("rack", "commission"),
    "commission-returned": ("commission", "rack"),
    "ante-collected": ("felt", "ante"),
    "ante-reversed": ("ante", "felt"),
}
"""From where to where an event's amount goes; `rack` is the rack of the event's patron."""

FIELDS = ["table", "sequence", "time", "actor", "cause", "edition", "rules", "previous", "event"]
OUT_OF_THE_SHOE = ("card-burnt", "card-dealt", "card-carried")
SHOWN = ("card-turned", "card-corrected")


class TableCheck:
    """What is known of one table so far."""

    def __init__(self) -> None:
        self.sequence = 0
        self.hash = "0" * 64
        self.time = 0
        self.money: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.decks = 0
        self.out = 0
        self.loading = False
        self.halts = 0
        self.continuous = False
        self.doubt: tuple[str, str] | None = None

    # --- the chain ----------------------------------------------------------------------------

    def chain(self, body: dict[str, Any], text: str, digest: str) -> Iterable[str]:
        """How the next envelope hangs on the one before."""
        if hashlib.sha256(text.encode()).hexdigest() != digest:
            yield "content and hash do not fit"
        if body["sequence"] != self.sequence + 1:
            yield f"follows event {self.sequence}"
        if body["previous"] != self.hash:
            yield "names another hash as the one before"
        if body["time"] < self.time:
            yield "goes back in time"
        if list(body) != FIELDS:
            yield "does not have the fields of an envelope"
        if json.dumps(body, ensure_ascii=False, separators=(",", ":")) != text:
            yield "is not written in the canonical form"
        self.sequence, self.hash, self.time = body["sequence"], digest, body["time"]

    # --- money --------------------------------------------------------------------------------

    def move(self, amount: int, source: str, target: str) -> None:
        """Move an amount; a negative one flows back."""
        self.money[source] = self.money.get(source, 0) - amount
        self.money[target] = self.money.get(target, 0) + amount

    def pay(self, event: dict[str, Any]) -> Iterable[str]:
        """Book what an event moves."""
        kind, rack = event["event"], f"rack:{event.get('patron')}"
        touched = {"felt", rack} if "patron" in event else set()
        if kind in MONEY:
            if event["amount"] < 0:
                yield f"{kind} moves {event['amount']}"
            source, target = (rack if name == "rack" else name for name in MONEY[kind])
            self.move(event["amount"], source, target)
        elif kind in ("stake-settled", "settlement-reversed"):
            sign = 1 if kind == "stake-settled" else -1
            if event["result"] == "lose":
                self.move(sign * event["stake"], "felt", "float")
            else:
                if not event.get("stays", False):
                    self.move(sign * event["stake"], "felt", rack)
                self.move(sign * event["profit"], "float", rack)
                self.move(sign * event.get("commission", 0), "float", "commission")
                self.move(sign * event.get("breakage", 0), "float", "breakage")
            self.move(event.get("taken_back", 0), rack, "felt")
        for account in sorted(touched):
            if self.money.get(account, 0) < 0:
                yield f"{account} falls to {self.money[account]}"

    # --- cards --------------------------------------------------------------------------------

    def deal(self, event: dict[str, Any], cause: str) -> Iterable[str]:
        """Count the cards that an event shows or takes out of the shoe."""
        kind = event["event"]
        if self.doubt is not None:
            if kind == "irregularity-found":
                self.doubt = None
            elif self.doubt[1] != cause:
                yield f"before it, {self.doubt[0]}"
                self.doubt = None
        self.prepare(event)
        leaves = kind in OUT_OF_THE_SHOE and event.get("left_shoe", True)
        self.out += bool(leaves)
        shown = self.show(event)
        if not self.halts:
            if shown and self.cards[shown] > self.decks:
                self.doubt = (f"{shown} lies there {self.cards[shown]} times", cause)
            elif leaves and self.out > 52 * self.decks:
                self.doubt = (f"{self.out} cards left a shoe of {52 * self.decks}", cause)
        if kind == "irregularity-found":
            self.halts += 1
        elif kind == "resumed":
            self.halts -= 1

    def show(self, event: dict[str, Any]) -> str | None:
        """Count the face that an event shows."""
        kind = event["event"]
        shown: str | None = event.get("card") if kind in (*OUT_OF_THE_SHOE, *SHOWN) else None
        if kind == "card-corrected":
            self.cards[event["was"]] -= 1
        if shown:
            self.cards[shown] = self.cards.get(shown, 0) + 1
        return shown

    def prepare(self, event: dict[str, Any]) -> None:
        """Begin to count anew when the cards are new or mixed again."""
        kind = event["event"]
        if kind == "cards-received":
            self.decks = event["decks"]
        if kind == "shoe-started":
            self.continuous = event.get("continuous", False)
        back = kind == "betting-opened" and self.continuous
        mixed = kind == "preparation-done" and event["step"] == "mix-anew"
        again = kind == "replacement-ordered" and self.loading
        if kind == "cards-received" or mixed or again or back:
            self.cards, self.out = {}, 0
        if kind in ("cards-received", "table-opened"):
            self.loading = True
        elif kind in ("shoe-started", "table-closed"):
            self.loading = False


class SecondVerifier:
    """Takes lines one after the other and collects what is wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.events = 0
        self.tables: dict[str, TableCheck] = {}
        self.ended = False

    def take(self, line: str) -> None:
        """Read one line."""
        try:
            whole = json.loads(line)
            if "event" in whole:
                self.envelope(line, whole)
            elif "end" in whole:
                self.end(whole["end"]["tables"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.problems.append(f"unreadable line {line[:60]!r}: {type(error).__name__} {error}")

    def envelope(self, line: str, whole: dict[str, Any]) -> None:
        """Check one event."""
        digest = whole.pop("hash")
        text = line[: line.rindex(',"hash":')] + "}"
        table = self.tables.setdefault(whole["table"], TableCheck())
        self.events += 1
        event, cause = whole["event"], whole["cause"]
        where = f"table {whole['table']}, event {whole['sequence']}"
        for part in (table.chain(whole, text, digest), table.pay(event), table.deal(event, cause)):
            for problem in part:
                self.problems.append(f"{where}: {problem}")

    def end(self, tables: dict[str, list[Any]]) -> None:
        """Compare where the logs end with where they are said to end."""
        self.ended = True
        found = {name: [each.sequence, each.hash] for name, each in self.tables.items()}
        for name in sorted({*found, *tables}):
            if found.get(name) != tables.get(name):
                self.problems.append(f"table {name} ends elsewhere than the last line says")

    def finish(self) -> list[str]:
        """Everything that is wrong."""
        if not self.ended:
            self.problems.append("the last line is missing")
        for name, table in self.tables.items():
            if table.doubt is not None:
                self.problems.append(f"table {name}, event {table.sequence}: {table.doubt[0]}")
            if sum(table.money.values()):
                self.problems.append(f"table {name}: money does not sum to nothing")
        return self.problems

    def balances(self) -> dict[str, dict[str, int]]:
        """What each account of each table holds."""
        return {name: dict(table.money) for name, table in self.tables.items()}


def main(path: str) -> int:
    """Verify a file; 0 when all is well, 1 when not."""
    verifier = SecondVerifier()
    with open(path, encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - stands alone
        for line in file:
            verifier.take(line.rstrip("\n"))
    for problem in verifier.finish():
        sys.stdout.write(f"{problem}\n")
    sys.stdout.write(f"{verifier.events} events, {len(verifier.problems)} problems\n")
    return 1 if verifier.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
