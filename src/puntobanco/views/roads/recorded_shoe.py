"""Reads a shoe that was written down: results or cards, one coup a row, in common notations.

A row holds a result (`B`, `player`, `T`), the cards in dealing order (`9s 2h 4d 3c Kd`), or both
hands in two columns; a header may name the columns. Commas, semicolons, tabs and bars separate.
Where a column `shoe` changes, another shoe begins.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puntobanco.base.cards import Card, UnreadableCardError, card, write_cards
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.rules.coup import DealtCoup, deal
from puntobanco.rules.tableau import Tableau
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead, Result, beads


class UnreadableShoeError(UsageError):
    """A text that is no record of a shoe: which row, and what would be right."""


@dataclass(frozen=True, slots=True)
class RecordedCoup:
    """One coup as it was written down."""

    row: int
    """Its line in the file, counting from 1."""
    bead: Bead
    coup: DealtCoup | None
    """Its cards, where they were written down."""
    shoe: str = ""
    """Which shoe it belongs to, where a record of several says so."""
    cards: tuple[Card, ...] = ()
    """Every card of the row, with those that were not due."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the record that cannot have happened under the rules."""

    row: int
    reason: str


@dataclass(frozen=True, slots=True)
class RecordedShoe:
    """A shoe as it was written down, and what in it is impossible."""

    coups: tuple[RecordedCoup, ...]
    problems: tuple[Problem, ...]
    unread: tuple[str, ...] = ()
    """Columns whose names mean nothing here."""

    @property
    def shoes(self) -> list[list[RecordedCoup]]:
        """The coups of each shoe, in order."""
        return [list(some) for _, some in itertools.groupby(self.coups, lambda each: each.shoe)]


_RESULTS: Mapping[str, Result] = {
    "b": "B", "banker": "B", "p": "P", "player": "P", "t": "T", "tie": "T",
    "punto": "P", "banco": "B", "egalite": "T", "draw": "T",
}  # fmt: skip
_MARKED = re.compile(r"(banker|player|tie|b|p|t)[ +:-]*((?:(?:bp|pp|n)[ +]*)*)(\d?)", re.IGNORECASE)
_CARD = re.compile(r"(?:10|[2-9atjqk])[shdc♠♥♦♣]", re.IGNORECASE)
_HAND = re.compile(rf"(?:{_CARD.pattern}){{2,}}", re.IGNORECASE)
_SEPARATORS = re.compile(r"[,;\t|]")
_QUOTED = re.compile(r'"([^"]*)"')
_TRUE = {"1", "y", "yes", "true", "x"}

_COLUMNS = {
    "result": "result", "winner": "result", "outcome": "result",
    "cards": "cards", "player": "player", "player_cards": "player", "player_hand": "player",
    "banker": "banker", "banker_cards": "banker", "banker_hand": "banker",
    "player_pair": "player_pair", "pp": "player_pair",
    "banker_pair": "banker_pair", "bp": "banker_pair",
    "natural": "natural", "coup": "number", "hand": "number", "no": "number", "round": "number",
    "number": "number", "row": "number", "shoe": "shoe", "shoe_no": "shoe", "shoe_number": "shoe",
    "player_total": "player_total", "banker_total": "banker_total", "total": "total",
    "p1": "p1", "b1": "b1", "p2": "p2", "b2": "b2", "p3": "p3", "b3": "b3",
}  # fmt: skip


def read_results(text: str) -> list[Bead]:
    """Results alone, one after the other: BBPT, "b, b, p" or a word a coup.

    >>> [bead.outcome for bead in read_results("B,b;Player tie")]
    ['B', 'B', 'P', 'T']
    """
    found = []
    for row, line in enumerate(text.splitlines(), start=1):
        words = [word for word in re.split(r"[,;\t| ]+", line) if word]
        for word in words:
            found += _beads(word, row)
    return found


def _beads(word: str, row: int) -> list[Bead]:
    """One result, or several letters written together."""
    if re.fullmatch(r"[bpt]+", word, re.IGNORECASE):
        return list(beads(word.upper()))
    bead = _bead(word)
    if bead is not None:
        return [bead]
    wrong = next((at for at, each in enumerate(word) if each.lower() not in "bpt"), 0)
    raise UnreadableShoeError(
        f"`{word[wrong]}` in column {wrong + 1} of `{word}` (row {row}) is not a result; "
        "write B, P or T for each coup, such as BPPTB"
    )


def _bead(word: str) -> Bead | None:
    """A result with its marks: B, Pn9, B+bp, tie, player+pp."""
    result = _RESULTS.get(word.strip().lower())
    if result is not None:
        return Bead(result)
    match = _MARKED.fullmatch(word.strip())
    if match is None:
        return None
    marks = match[2].lower()
    return Bead(
        _RESULTS[match[1].lower()],
        banker_pair="bp" in marks,
        player_pair="pp" in marks,
        natural="n" in marks,
        total=int(match[3]) if match[3] else None,
    )


def read_shoe(text: str, tableau: Tableau, decks: int) -> RecordedShoe:
    """Read a recorded shoe, and check its cards against the rules.

    A third card that was not due or is missing, a result that its cards do not give and a card
    seen more often than the decks hold it are problems with their row; the reading goes on.
    """
    if text.startswith(('{"event":', '{"puntobanco-log"')):
        raise UnreadableShoeError(
            "this is the log of a game, not a recorded shoe; `punto explain` reads it, "
            "and in Python puntobanco.replay"
        )
    coups: list[RecordedCoup] = []
    problems: list[Problem] = []
    header: list[str] | None = None
    unread: tuple[str, ...] = ()
    seen: Counter[Card] = Counter()
    lines = [(row, line.strip()) for row, line in enumerate(text.splitlines(), start=1)]
    shoe = ""
    for row, line in lines:
        if not line or line.startswith("#"):
            continue
        whole = _QUOTED.sub(lambda cell: _SEPARATORS.sub(" ", cell[1]), line)
        cells = [_apart(cell.strip().strip("\"'").strip()) for cell in _SEPARATORS.split(whole)]
        if header is None and not coups:
            named = [_COLUMNS.get(re.sub(r"[ -]+", "_", cell.lower()), "") for cell in cells]
            if _is_header(named, cells):
                header = named
                unread = tuple(
                    cell for cell, name in zip(cells, named, strict=True) if cell and not name
                )
                continue
        found, wrong = _read_row(row, cells, header, tableau)
        if header is not None and "shoe" in header[: len(cells)]:
            if (named_shoe := cells[header.index("shoe")]) != shoe:
                shoe, seen = named_shoe, Counter()
            found = [replace(each, shoe=shoe) for each in found]
        coups += found
        problems += wrong
        for each in found:
            problems += _copies(each, seen, decks)
    if not coups:
        raise UnreadableShoeError(
            "there is no coup in this record; write a result (B, P, T) or cards in each row"
        )
    return RecordedShoe(tuple(coups), tuple(problems), unread)


def _apart(cell: str) -> str:
    """A hand that is written in one word, as 9s4dKd, in several."""
    return " ".join(_CARD.findall(cell)) if _HAND.fullmatch(cell) else cell


def _is_header(named: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a row names columns; a lone `player` or `banker,banker,tie` is a result instead."""
    certain = {"result", "cards", "number", "shoe", "player_pair", "banker_pair", "natural", "p1"}
    letters = all(re.fullmatch(r"[bpt]*", cell, re.IGNORECASE) for cell in cells)
    if certain & set(named) and not letters:  # `BP` is two results, though bp names a column too
        return True
    return sorted(name for name in named if name) == ["banker", "player"] and len(cells) == 2


def _copies(found: RecordedCoup, seen: Counter[Card], decks: int) -> Iterator[Problem]:
    for each in found.cards:
        seen[each] += 1
        if seen[each] > decks:
            yield Problem(
                found.row,
                f"{each} appears for the {_ordinal(seen[each])} time; "
                f"there are {decks} in {how_many(decks, 'deck')}",
            )


def _ordinal(number: int) -> str:
    tail = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0)
    return f"{number}{tail or 'th'}"


def _read_row(
    row: int, cells: list[str], header: list[str] | None, tableau: Tableau
) -> tuple[list[RecordedCoup], list[Problem]]:
    if header is not None:
        named = {name: cell for name, cell in zip(header, cells, strict=False) if name and cell}
        return _named_row(row, named, tableau)
    if len(cells) > 1 and cells[0].isdigit():
        cells = cells[1:]  # the number of the coup
    filled = [cell for cell in cells if cell]
    if not filled:
        return [], []
    if all(_bead(cell) or re.fullmatch(r"[BPTbpt ]+", cell) for cell in filled):
        found = read_results(" ".join(filled))
        return [RecordedCoup(row, bead, None) for bead in found], []
    result = next((cell for cell in filled if _bead(cell)), "")
    hands = [cell for cell in filled if cell is not result]
    several = [len(hand.split()) > 1 for hand in hands]
    if len(hands) == 2 and all(several):
        named = {"player": hands[0], "banker": hands[1]}
    else:
        named = {"cards": " ".join(hands)}
    return _named_row(row, {**named, **({"result": result} if result else {})}, tableau)


def _named_row(
    row: int, named: Mapping[str, str], tableau: Tableau
) -> tuple[list[RecordedCoup], list[Problem]]:
    slots = [named[name] for name in ("p1", "b1", "p2", "b2", "p3", "b3") if name in named]
    player_word = named.get("player", "")
    if slots or "cards" in named:
        cards = _cards(row, " ".join(slots) or named["cards"])
        coup, problems = _dealt(row, cards, tableau)
    elif player_word and "banker" in named:
        player, banker = _cards(row, player_word), _cards(row, named["banker"])
        cards = (*player, *banker)
        coup, problems = _hands(row, player, banker, tableau)
    else:
        return _result_row(row, named)
    bead = bead_of(coup)
    if "result" in named:
        written = _result(row, named["result"]).outcome
        if written != bead.outcome:
            points = f"Player {coup.player_total} to Banker {coup.banker_total}"
            why = f"the result is written as {written}, but {points} is {bead.outcome}"
            problems.append(Problem(row, why))
    return [RecordedCoup(row, bead, coup, cards=cards)], problems


def _result_row(row: int, named: Mapping[str, str]) -> tuple[list[RecordedCoup], list[Problem]]:
    bead = _result(row, named.get("result", ""))

    def marked(name: str, *, before: bool) -> bool:
        return named[name].lower() in _TRUE if name in named else before

    totals = [int(named[name]) for name in ("total", "player_total", "banker_total")
              if named.get(name, "").isdigit()]  # fmt: skip
    bead = replace(
        bead,
        player_pair=marked("player_pair", before=bead.player_pair),
        banker_pair=marked("banker_pair", before=bead.banker_pair),
        natural=marked("natural", before=bead.natural),
        total=max(totals) if totals else bead.total,
    )
    problems = []
    if bead.natural and bead.total is not None and bead.total < 8:
        problems.append(Problem(row, f"a natural is 8 or 9, not {bead.total}"))
    both = {"player_total", "banker_total"} <= set(named)
    if both and named["player_total"].isdigit() and named["banker_total"].isdigit():
        player, banker = int(named["player_total"]), int(named["banker_total"])
        won = "T" if player == banker else "P" if player > banker else "B"
        if won != bead.outcome:
            why = f"{player} to {banker} is {won}, but {bead.outcome} is written"
            problems.append(Problem(row, why))
    return [RecordedCoup(row, bead, None)], problems


def _result(row: int, word: str) -> Bead:
    bead = _bead(word)
    if bead is None:
        raise UnreadableShoeError(
            f"row {row}: `{word}` is not a result; write B, P or T, or the cards of the coup"
        )
    return bead


def _cards(row: int, words: str) -> tuple[Card, ...]:
    try:
        return tuple(card(word) for word in re.split(r"[ /+-]+", words.strip()) if word)
    except UnreadableCardError as error:
        if len(words.split()) < 4 and not any(letter.isdigit() for letter in words):
            said = f"row {row}: `{words.strip()}` is neither a result (B, P or T) nor cards"
            raise UnreadableShoeError(f"{said} such as 9s 2h 4d 3c") from None
        raise UnreadableShoeError(f"row {row}: {error}") from None


def _dealt(row: int, cards: Sequence[Card], tableau: Tableau) -> tuple[DealtCoup, list[Problem]]:
    """Cards in dealing order."""
    if len(cards) < 4:
        raise UnreadableShoeError(
            f"row {row}: only {how_many(len(cards), 'card')}; a coup has 4 to 6, in the "
            "order P1 B1 P2 B2 P3 B3, or give both hands in two columns"
        )
    found = deal(tableau, cards)
    why = "; ".join(each.sentence for each in found.coup.decisions(tableau))
    if found.unused:
        were = "was" if len(found.unused) == 1 else "were"
        return found.coup, [Problem(row, f"{write_cards(found.unused)} {were} not due: {why}")]
    if found.next_slot is not None:
        missing = f"{found.next_slot.hand.value.capitalize()}'s third card is missing: {why}"
        return found.coup, [Problem(row, missing)]
    return found.coup, []


def _hands(
    row: int, player: Sequence[Card], banker: Sequence[Card], tableau: Tableau
) -> tuple[DealtCoup, list[Problem]]:
    """Both hands: the coup is as written, and checked against the drawing rules."""
    for name, hand in (("Player", player), ("Banker", banker)):
        if not 2 <= len(hand) <= 3:
            raise UnreadableShoeError(
                f"row {row}: {name} has {how_many(len(hand), 'card')}; a hand has 2 or 3"
            )
    coup = DealtCoup(tuple(player), tuple(banker))
    problems = []
    for decision, hand in zip(coup.decisions(tableau), (player, banker), strict=False):
        if decision.draws and len(hand) == 2:
            problems.append(Problem(row, f"a third card is missing: {decision.sentence}"))
        elif not decision.draws and len(hand) == 3:
            problems.append(Problem(row, f"{hand[2]} was not due: {decision.sentence}"))
    return coup, problems
