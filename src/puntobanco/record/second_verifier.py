"""A second verifier of exported logs, written apart: it shares no code with the program.

It needs Python and nothing else. It reads the JSON lines, recomputes the chain of hashes, adds up
the money from its own table of what each event moves, counts the cards, and lays what the accounts
say of each table beside what the table says. Run it by itself:

    python second_verifier.py FILE
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
from collections.abc import Iterable
from typing import Any

MONEY = {
    "chips-bought": ("cage", "rack"),
    "chips-cashed": ("rack", "cage"),
    "stake-placed": ("rack", "felt"),
    "late-stake-laid": ("rack", "felt"),
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

ACCOUNT_MONEY = {
    "money-paid-in": ("outside", "balance"),
    "money-paid-out": ("balance", "outside"),
    "money-to-table": ("balance", "tables"),
    "money-from-table": ("tables", "balance"),
    "balance-adjusted": ("adjustments", "balance"),
}
"""The same for the log of a person's account; only an adjustment may be negative."""

CHIPS = {"chips-bought": 1, "chips-cashed": -1}
AT_TABLES = {"money-to-table": 1, "money-from-table": -1}
"""Both sides of what goes between an account and a table; 1: to the table."""

EDITIONS = {
    "book-added": ("edition",),
    "table-added": ("edition",),
    "table-edition": ("before", "after"),
    "edition-adopted": ("before", "after"),
}
"""Events that name editions, and in which fields: their texts belong to the log."""
EARLIER = {
    "40ff8a71875fc78b136c69e21bf2fefbbefd41fd90497d4b000c9f5bff73d825": (
        "a51c94a0cbb13934d483d7a225fafb10bb4ebf3cf537c53f822e0c3d5cdd34fd"
    ),
    "2f2d120571d7c71d6304ef4dd593dea1fe1c1d4184a1c38d1bff28a843da6e12": (
        "f4752bb24ea4cd58dc256228b683d7161bf427bef6e288cffe4067ff6d84eb6d"
    ),
    "cd5d5de1fc93dd0d547a3e4285f3f46b36e14df5a49f58b52f5d49f0d7b0bcb3": (
        "e2a99b668cd6571baec6f1792d22acc323a5fa1470d5589c8905fdadad0c4fe4"
    ),
    "a623d23b1da44ea79acd4f8ab45eacbb204fd8fbc2815c4147af92385385dc9b": (
        "bb346a070b1fba56cc7b25e904cb973063d41c428e9cccae03933079dbfa39af"
    ),
}
"""What logs called editions before they were texts, and the digest of each one's text."""

FIELDS = ["table", "sequence", "time", "actor", "cause", "edition", "rules", "previous", "event"]
SALTED = [*FIELDS[:-1], "salt", FIELDS[-1]]
"""The same with the salt that envelopes have since it was introduced."""
STRING = r'"([^"\\\x00-\x1f]*)"'
NUMBER = r"(0|[1-9][0-9]*)"
HEADER = re.compile(
    rf'{{"table":{STRING},"sequence":{NUMBER},"time":{NUMBER},"actor":{STRING},"cause":{STRING},'
    rf'"edition":{STRING},"rules":{STRING},"previous":{STRING}(?:,"salt":"[^"\\\x00-\x1f]+")?,'
    r'"event":'
)
"""An envelope up to its event, in the canonical form; strings with escapes do not match."""
HASH = ',"hash":"'
TAIL = len(HASH) + 64 + len('"}')
KNOWN_MAX = 20_000
"""How many different events are remembered."""
OUT_OF_THE_SHOE = frozenset(("card-burnt", "card-dealt", "card-carried"))
SHOWN = OUT_OF_THE_SHOE | {"card-turned", "card-corrected"}
PREPARING = frozenset(
    ("cards-received", "shoe-started", "preparation-done", "replacement-ordered", "betting-opened")
)
DEALING = SHOWN | PREPARING | {"table-opened", "table-closed", "irregularity-found", "resumed"}
"""What changes the count of the cards, or whether they are counted."""
PAYING = frozenset(MONEY) | {"stake-settled", "settlement-reversed"}


def no_part(number: str) -> None:
    """Refuse a number that is not whole: a log has none, and sums of such prove nothing."""
    raise ValueError(f"{number} is not a whole number")


READER = json.JSONDecoder(parse_float=no_part, parse_constant=no_part)
CANONICAL = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class LogCheck:
    """What is known of one log so far; a house's and a shoe's log are no more than a chain."""

    def __init__(self) -> None:
        self.sequence = 0
        self.hash = "0" * 64
        self.time = 0
        self.money: dict[str, int] = {}

    # --- the chain ----------------------------------------------------------------------------

    def follow(self, sequence: int, previous: str, time: int, text: str, digest: str) -> bool:
        """Go on if the next envelope hangs on the one before; `chain` tells why it does not."""
        if (
            sequence != self.sequence + 1
            or previous != self.hash
            or time < self.time
            or hashlib.sha256(text.encode()).hexdigest() != digest
        ):
            return False
        self.sequence, self.hash, self.time = sequence, digest, time
        return True

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
        if list(body) not in (FIELDS, SALTED) or body.get("salt") == "":
            yield "does not have the fields of an envelope"
        if CANONICAL.encode(body) != text:
            yield "is not written in the canonical form"
        self.sequence, self.hash, self.time = body["sequence"], digest, body["time"]

    # --- money --------------------------------------------------------------------------------

    def move(self, amount: int, source: str, target: str) -> None:
        """Move an amount; a negative one flows back."""
        self.money[source] = self.money.get(source, 0) - amount
        self.money[target] = self.money.get(target, 0) + amount

    def take(self, whole: dict[str, Any]) -> Iterable[str]:
        """Book what an envelope's event does."""
        kind = whole["event"]["event"]
        if kind in MONEY or kind in ACCOUNT_MONEY:
            yield f"{kind} moves money where there is none"

    def rest(self) -> Iterable[str]:
        """What is wrong when nothing follows."""
        return ()


class AccountCheck(LogCheck):
    """A person's account."""

    def __init__(self, person: str) -> None:
        super().__init__()
        self.person = person

    def take(self, whole: dict[str, Any]) -> Iterable[str]:
        """Book what an envelope's event moves; a person owes the house nothing."""
        event = whole["event"]
        kind = event["event"]
        if event.get("account") != self.person:
            yield f"{kind} belongs to {event.get('account')}"
        if kind in ACCOUNT_MONEY:
            if event["amount"] < 0 and kind != "balance-adjusted":
                yield f"{kind} moves {event['amount']}"
            self.move(event["amount"], *ACCOUNT_MONEY[kind])
            if self.money["balance"] < 0:
                yield f"balance falls to {self.money['balance']}"


class TableLogCheck(LogCheck):
    """What is known of one table so far."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, int] = {}
        self.coups: set[int] = set()
        """Those that were opened with these cards."""
        self.decks = 0
        self.out = 0
        self.loading = False
        self.halts = 0
        self.continuous = False
        self.doubt: tuple[str, str] | None = None

    def take(self, whole: dict[str, Any]) -> Iterable[str]:
        """Book what an envelope's event moves, and count its cards."""
        event = whole["event"]
        kind, found = event["event"], list[str]()
        if kind in ACCOUNT_MONEY:
            found.append(f"{kind} has no place at a table")
        if "patron" in event or kind in PAYING:
            self.pay(event, found)
        if self.doubt is not None or kind in DEALING:
            self.deal(event, whole["cause"], found)
        return found

    def rest(self) -> Iterable[str]:
        """What is wrong when nothing follows."""
        if self.doubt is not None:
            yield self.doubt[0]

    # --- money --------------------------------------------------------------------------------

    def pay(self, event: dict[str, Any], found: list[str]) -> None:
        """Book what an event moves; what is wrong is added to what was found."""
        kind, rack = event["event"], f"rack:{event.get('patron')}"
        if kind in MONEY:
            if event["amount"] < 0:
                found.append(f"{kind} moves {event['amount']}")
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
        if "patron" in event:
            short = (name for name in ("felt", rack) if self.money.get(name, 0) < 0)
            found.extend(f"{name} falls to {self.money[name]}" for name in short)

    # --- cards --------------------------------------------------------------------------------

    def deal(self, event: dict[str, Any], cause: str, found: list[str]) -> None:
        """Count the cards that an event shows or takes out of the shoe, and add what is wrong."""
        kind = event["event"]
        if self.doubt is not None:
            if kind == "irregularity-found":
                self.doubt = None
            elif self.doubt[1] != cause:
                found.append(f"before it, {self.doubt[0]}")
                self.doubt = None
        self.prepare(event)
        leaves = kind in OUT_OF_THE_SHOE
        self.out += leaves
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
        shown: str | None = event.get("card") if kind in SHOWN else None
        if kind == "card-corrected":
            coup = event.get("coup")
            gone = coup is not None and (self.continuous or coup not in self.coups)
            if gone or not self.cards.get(event["was"]):
                return None  # it was one of other cards, or never seen
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
            self.cards, self.coups, self.out = {}, set(), 0
        if kind == "betting-opened":
            self.coups.add(event["coup"])
        if kind in ("cards-received", "table-opened"):
            self.loading = True
        elif kind in ("shoe-started", "table-closed"):
            self.loading = False


class SecondVerifier:
    """Takes lines one after the other and collects what is wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.events = 0
        self.logs: dict[str, LogCheck] = {}
        self.chips: dict[tuple[str, str], list[int]] = {}
        """What each request did with chips of each table: amounts, to the table positive."""
        self.money: dict[tuple[str, str], list[int]] = {}
        """The same as the accounts have it."""
        self.known: dict[str, dict[str, Any]] = {}
        """Events by their canonical texts: the same text says the same, and is read once."""
        self.editions: set[str] = set()
        self.promised: set[str] = set()
        self.ended = False

    def take(self, line: str) -> None:
        """Read one line."""
        try:
            if self.quick(line):
                return
            whole = READER.decode(line)
            if "event" in whole:
                self.envelope(line, whole)
            elif "edition" in whole:
                self.edition(whole["edition"])
            elif "end" in whole:
                self.end(whole["end"]["tables"])
        except ValueError as error:
            self.problems.append(f"the line that begins with {line[:60]!r} is wrong: {error}")
        except (KeyError, TypeError, AttributeError):
            self.problems.append(f"the line that begins with {line[:60]!r} cannot be read")

    def quick(self, line: str) -> bool:
        """Check an envelope that is chained and whose event is known; False for any other line."""
        header, tail = HEADER.match(line), line[-TAIL:]
        event = self.known.get(line[header.end() : -TAIL]) if header else None
        if header is None or event is None or not tail.startswith(HASH) or tail[-2:] != '"}':
            return False
        name, sequence, time, _, cause, _, _, previous = header.groups()
        log = self.logs.get(name)
        text, digest = line[:-TAIL] + "}", tail[len(HASH) : -2]
        if log is None or not log.follow(int(sequence), previous, int(time), text, digest):
            return False
        self.events += 1
        for problem in log.take({"event": event, "cause": cause}):
            self.problems.append(f"{called(name)}, event {sequence}: {problem}")
        self.note(name, cause, event)
        return True

    def remember(self, line: str, event: dict[str, Any]) -> None:
        """Remember an event that was found in canonical form."""
        header = HEADER.match(line)
        if header is not None and line.startswith(HASH, len(line) - TAIL):
            if len(self.known) >= KNOWN_MAX:
                self.known.clear()
            self.known[line[header.end() : -TAIL]] = event

    def envelope(self, line: str, whole: dict[str, Any]) -> None:
        """Check one event."""
        digest = whole.pop("hash")
        text = line[: line.rindex(',"hash":')] + "}"
        name = whole["table"]
        log = self.logs.get(name)
        if log is None:
            log = self.logs[name] = check_for(name)
        self.events += 1
        where = f"{called(name)}, event {whole['sequence']}"
        before = len(self.problems)
        self.problems += [f"{where}: {problem}" for problem in log.chain(whole, text, digest)]
        if len(self.problems) == before:
            self.remember(line, whole["event"])
        for problem in log.take(whole):
            self.problems.append(f"{where}: {problem}")
        self.note(name, whole["cause"], whole["event"])

    def edition(self, kept: dict[str, Any]) -> None:
        """Check that an edition is the text that its digest names."""
        digest = hashlib.sha256(kept["text"].encode()).hexdigest()
        if kept["digest"] != digest and EARLIER.get(kept["digest"]) != digest:
            self.problems.append(f"edition {kept['digest'][:16]} does not fit its digest")
        self.editions.add(kept["digest"])

    def note(self, name: str, cause: str, event: dict[str, Any]) -> None:
        """Remember what went between an account and a table."""
        kind = event["event"]
        if kind in EDITIONS:
            self.promised.update(event[key] for key in EDITIONS[kind] if event.get(key))
        if kind in CHIPS:
            self.chips.setdefault((name, cause), []).append(CHIPS[kind] * event["amount"])
        elif kind in AT_TABLES:
            amount = AT_TABLES[kind] * event["amount"]
            self.money.setdefault((event["table"], cause), []).append(amount)

    def end(self, tables: dict[str, list[Any]]) -> None:
        """Compare where the logs end with where they are said to end."""
        self.ended = True
        found = {name: [each.sequence, each.hash] for name, each in self.logs.items()}
        for name in sorted({*found, *tables}):
            if found.get(name) != tables.get(name):
                self.problems.append(f"{called(name)} ends elsewhere than the last line says")

    def join(self, part: SecondVerifier) -> None:
        """Take what another verifier found in other logs."""
        self.problems += part.problems
        self.events += part.events
        self.logs.update(part.logs)
        self.promised |= part.promised
        for mine, theirs in ((self.chips, part.chips), (self.money, part.money)):
            for key, amounts in theirs.items():
                mine.setdefault(key, []).extend(amounts)

    def finish(self) -> list[str]:
        """Everything that is wrong."""
        if not self.ended:
            self.problems.append("the last line is missing")
        for name, log in self.logs.items():
            for problem in log.rest():
                self.problems.append(f"{called(name)}, event {log.sequence}: {problem}")
        for digest in sorted(self.promised - self.editions):
            self.problems.append(f"edition {digest[:16]} is named and missing")
        kinds = {type(log) for log in self.logs.values()}
        if TableLogCheck in kinds and AccountCheck in kinds:
            self.reconcile()
        return self.problems

    def reconcile(self) -> None:
        """Lay what accounts say of tables beside what the tables say."""
        for table, cause in sorted({*self.chips, *self.money}):
            chips = sorted(self.chips.get((table, cause), []))
            money = sorted(self.money.get((table, cause), []))
            if chips != money:
                self.problems.append(
                    f"{called(table)}, request {cause}: chips {chips}, but accounts {money}"
                )
        sums: dict[str, int] = {}
        for (table, _), amounts in self.money.items():
            sums[table] = sums.get(table, 0) + sum(amounts)
        for table in sorted({*sums, *(n for n, log in self.logs.items() if is_table(log))}):
            cage = self.logs[table].money.get("cage", 0) if table in self.logs else 0
            if cage + sums.get(table, 0):
                self.problems.append(
                    f"{called(table)}: {cage} in the cage, but {sums.get(table, 0)} in the accounts"
                )

    def balances(self) -> dict[str, dict[str, int]]:
        """What each account of each log holds."""
        return {name: dict(log.money) for name, log in self.logs.items()}


def check_for(name: str) -> LogCheck:
    """What a log of this name is checked with."""
    if name.startswith("account:"):
        return AccountCheck(name[len("account:") :])
    if name == "house" or name.startswith("shoe:"):
        return LogCheck()
    return TableLogCheck()


def is_table(log: LogCheck) -> bool:
    """Whether a log is a table's."""
    return isinstance(log, TableLogCheck)


def called(name: str) -> str:
    """A log for people."""
    if name == "house":
        return "the house"
    return name.replace(":", " ", 1) if name.startswith(("account:", "shoe:")) else f"table {name}"


def complain(sentence: str) -> int:
    """Say what kept a check from being made; 2, as 1 tells that something is wrong."""
    sys.stderr.write(f"{sentence}\n")
    return 2


def main(path: str) -> int:
    """Verify a file; 0 when all is well, 1 when not."""
    verifier = SecondVerifier()
    with open(path, "rb") as start:  # noqa: PTH123 - stands alone
        packed = start.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            verifier.take(line.rstrip("\n"))
    for problem in verifier.finish():
        sys.stdout.write(f"{problem}\n")
    sys.stdout.write(f"{verifier.events} events, {len(verifier.problems)} problems\n")
    return 1 if verifier.problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(complain("name one file: an export, as `punto log export` writes it"))
    try:
        sys.exit(main(sys.argv[1]))
    except (OSError, EOFError, UnicodeDecodeError) as failure:
        sys.exit(complain(f"{sys.argv[1]} cannot be read: {failure}"))
