"""A coup dealt from given cards, and what bets on it come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from puntobanco.base.cards import Card, write_cards
from puntobanco.base.forms import form_of
from puntobanco.base.money import Currency
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.odds.frame import Frame, Tabular, Value, amount, sentences, text, whole
from puntobanco.play.events import StakeSettled
from puntobanco.rules import coup as dealing
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import with_clauses
from puntobanco.rules.settlement import PatronSettlement, SettledStake
from puntobanco.rules.settlement import settle as settle_stakes
from puntobanco.rules.tableau import Tableau
from puntobanco.surface.books import Book, Rules, table_of
from puntobanco.surface.words import Amount, Cards, cards, money, stakes_of


@dataclass(frozen=True, slots=True)
class SettledLine:
    """What became of one stake; amounts are decimals."""

    wager: str
    stake: Decimal
    result: str
    """win, push or lose."""
    profit: Decimal
    """Net of commission; minus the stake for a loss."""
    commission: Decimal
    returned: Decimal
    """What goes back to the patron: stake and profit, the bare stake, or nothing."""
    because: str
    clauses: tuple[str, ...]
    place: int | None = None
    """Where at the table it lay, where several patrons bet."""


@dataclass(frozen=True, repr=False)
class Settlement(Tabular):
    """What one patron's bets on a coup came to; printed, it is a table."""

    lines: tuple[SettledLine, ...]
    ante: Decimal | None
    """The Ante collected, where the table takes one."""

    @property
    def net(self) -> Decimal:
        """What the patron gained or lost."""
        return sum((line.profit for line in self.lines), Decimal(0)) - (self.ante or 0)

    @property
    def frame(self) -> Frame:
        """The settlement as a table."""
        amounts = [amount(name) for name in ("stake", "profit", "commission", "returned")]
        at_table = any(line.place is not None for line in self.lines)
        place = [whole("place")] if at_table else []
        columns = [*place, text("wager"), *amounts, text("result"), sentences("because")]
        rows: list[list[Value]] = [
            [
                *([line.place] if at_table else []),
                line.wager,
                *(line.stake, line.profit, line.commission, line.returned),
                line.result,
                with_clauses(line.because, line.clauses),
            ]
            for line in self.lines
        ]
        ante = "" if self.ante is None else f"Ante {self.ante}. "
        return Frame(columns, rows, notes=(f"{ante}Net {self.net:,}.",))


def settlement_of(currency: Currency, settled: PatronSettlement) -> Settlement:
    """A settlement of the engine's for a Python user."""
    ante = settled.ante
    fee = None if ante is None else money(currency, ante.amount if ante.collected else 0)
    return Settlement(tuple(line_of(currency, each) for each in settled.stakes), fee)


def line_of(
    currency: Currency, settled: SettledStake | StakeSettled, place: int | None = None
) -> SettledLine:
    """A stake that was settled, with its amounts as decimals."""
    return SettledLine(
        settled.wager,
        money(currency, settled.stake),
        settled.result.value,
        money(currency, settled.profit),
        money(currency, settled.commission),
        money(currency, settled.stake + settled.profit),
        settled.label,
        tuple(settled.clauses),
        place,
    )


@dataclass(frozen=True, repr=False)
class Coup:
    """A finished coup at a table."""

    rules: Rules
    core: dealing.DealtCoup
    """The coup as the engine knows it."""

    @property
    def player(self) -> tuple[Card, ...]:
        """Player's cards."""
        return self.core.player

    @property
    def banker(self) -> tuple[Card, ...]:
        """Banker's cards."""
        return self.core.banker

    @property
    def player_total(self) -> int:
        """Player's points."""
        return self.core.player_total

    @property
    def banker_total(self) -> int:
        """Banker's points."""
        return self.core.banker_total

    @property
    def winner(self) -> str:
        """player, banker or tie."""
        return self.core.winner.value

    @property
    def why(self) -> list[str]:
        """Why each third card was drawn or not, with the clauses that say so."""
        return [
            with_clauses(f"{each.sentence}.", each.clauses)
            for each in self.core.decisions(self.rules.core.tableau)
        ]

    def settle(self, bets: Mapping[str, Amount] | None = None, /, **more: Amount) -> Settlement:
        """Settle one patron's bets: `settle(banker=100, tie="10.50")`."""
        currency = self.rules.core.settings.currency
        stakes = stakes_of(bets, more, self.rules.wagers, currency)
        found = settle_stakes(self.rules.core, self.core.outcome_class, stakes)
        return settlement_of(currency, found)

    def __repr__(self) -> str:
        result = "tie" if self.winner == "tie" else f"{self.winner} wins"
        return (
            f"<Coup: Player {write_cards(self.player)} ({self.player_total}), "
            f"Banker {write_cards(self.banker)} ({self.banker_total}): {result}>"
        )


_ORDINALS = {1: "first", 2: "second", 3: "third"}


def coup(dealt: Cards, rules: str | Book | Rules = "mbs") -> Coup:
    """Deal a coup from cards in the order they leave the shoe: P1 B1 P2 B2, then third cards.

    >>> coup("9s 2h 4d 3c Kd").winner
    'banker'
    """
    table = table_of(rules)
    return Coup(table, deal_coup(table.core.tableau, cards(dealt)))


def deal_coup(tableau: Tableau, some: Sequence[Card]) -> dealing.DealtCoup:
    """Deal the cards of exactly one coup; of too few or too many, the error says which."""
    dealt = dealing.deal(tableau, some)
    coup, slot = dealt.coup, dealt.next_slot
    decisions = [each.sentence for each in coup.decisions(tableau)]
    used = len(coup.player) + len(coup.banker)
    if slot is not None:
        why = f", but {decisions[-1]}" if decisions else ""
        missing = f"{slot.hand.value.capitalize()}'s {_ORDINALS[slot.number]} card"
        raise UsageError(f"only {how_many(used, 'card')}{why}; add {missing}")
    if dealt.unused:
        extra, why = write_cards(dealt.unused), "; ".join(decisions)
        raise UsageError(f"{extra} too many: the coup is over after {used} cards ({why})")
    return coup


def coup_form(
    rules: HouseRules, coup: dealing.DealtCoup, settlement: PatronSettlement
) -> dict[str, Any]:
    """A coup and what became of the stakes on it, for programs."""
    write = rules.settings.currency.write
    form: dict[str, Any] = {
        "player": [card.text for card in coup.player],
        "banker": [card.text for card in coup.banker],
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "winner": coup.winner.value,
        "unused": [],
        "draws": [
            {**form_of(each, "hand", "draws"), "why": each.sentence, "clauses": each.clauses}
            for each in coup.decisions(rules.tableau)
        ],
        "settlements": [
            {
                "wager": line.wager,
                "stake": write(line.stake),
                "result": line.result.value,
                "profit": write(line.profit),
                "commission": write(line.commission),
                "breakage": write(line.breakage),
                "returned": write(line.returned),
                "clauses": line.clauses,
            }
            for line in settlement.stakes
        ],
    }
    if settlement.ante is not None:
        form["ante"] = {
            "collected": write(settlement.ante.amount if settlement.ante.collected else 0),
            "clauses": settlement.ante.clauses,
        }
    return form
