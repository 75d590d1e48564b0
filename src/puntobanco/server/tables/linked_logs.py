"""What goes along with a command: the other logs it touches, and the cards of a random shoe.

The table decides by itself. Around it stand the cage (chips are money of an account), the house log
(some effects need two people) and the shoe port (the next card). This is where they meet, so that
the desk knows none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.house.permissions import (
    Act,
    needs_second,
    permission_of,
)
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import (
    BettingOpened,
    CardsReceived,
    EditionAdopted,
    Events,
    PreparationDone,
    ReplacementOrdered,
    TableClosed,
)
from puntobanco.play.table import Preparing, Table
from puntobanco.record.editions import editions_in
from puntobanco.record.envelope import Kept
from puntobanco.record.names import MACHINE
from puntobanco.record.store import Append
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.administration.editions import EditionError
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.commands import FACTS_OF_CARDS, Command, Message
from puntobanco.server.money.accounts import Accounts
from puntobanco.server.tables.shoes import ShoePort

_OF_THE_SHOE = (p.CardLeftShoe, r.TurnHand, r.Prepare, r.ReceiveCards, r.OpenBetting)
"""What is answered from the order of a random shoe, or changes it."""
_OF_REAL_CARDS = (p.CardsLeftTogether, p.CardWasTurned, p.CardMisread)
"""What only cards in a person's hands can do."""
_OF_THE_CAGE = (r.TakePlace, r.BuyIn, r.CashOut)
"""What has a part in the log of a person's account."""
_OPENING = (r.OpenTable, r.OpenBetting)
_STAKING = (r.PlaceStake, r.MoveStake, r.PlaceAnte)
_BY_TWO = (r.Answer, r.AdoptEdition, r.NameNominee, r.ExtendBetting, p.ReportBase)
"""What may lead to something that takes two people."""
POSTS = frozenset(post.name for book in BOOKS.values() for post in book.posts.ladder)
"""Whom the books speak of; nobody in the house has such a name."""


@dataclass(frozen=True, slots=True)
class AlsoAppended:
    """Appends that belong to the same transaction."""

    appends: tuple[Append, ...] = ()
    instead: str | None = None
    """The approval that is waited for: the table's events are not appended now."""


NOTHING = AlsoAppended()


class LinkedLogs:
    """The cage, the house log and the shoe port, as one table meets them."""

    def __init__(
        self, table: str, accounts: Accounts, house_log: HouseLog, shoes: ShoePort | None = None
    ) -> None:
        self._table = table
        self._accounts = accounts
        self._house_log = house_log
        self.shoes = shoes
        self._shoes_moved = False

    def unentitled(self, command: Command) -> Refusal | None:
        """Why a person may not ask this now, even if they could when they asked (invariant 12)."""
        actor, second, message = command.actor, command.second, command.message
        if actor == MACHINE or actor in POSTS:  # the server itself; no person has such a name
            return None
        can = self._house_log.may(actor, permission_of(type(message)), self._table)
        if isinstance(message, r.AdoptEdition) and second:  # perhaps asked for all tables at once
            can = can or self._house_log.may(actor, Act.BOOKS_MANAGE)
        if not can:
            return Refusal(Reason.NOT_PERMITTED, say("refused.no-longer"))
        if second and (
            second == actor or not self._house_log.may(second, Act.APPROVE, self._table)
        ):
            return Refusal(Reason.NEEDS_SECOND_PERSON, say("refused.second-cannot", who=second))
        if isinstance(message, _STAKING):
            return self._accounts.barred(message.patron or message.by)
        return None

    async def before(self, commands: Sequence[Command]) -> None:
        """Have at hand what deciding these may ask for."""
        staking = set[str]()
        for command in commands:
            if isinstance(command.message, _STAKING):
                staking.add(command.message.patron or command.message.by)
                continue
            if isinstance(command.message, _OF_THE_CAGE):
                await self._accounts.fetch(command.message.by)
            elif _may_need_second(command) or isinstance(command.message, r.AdoptEdition):
                await self._house_log.catch_up()
            if self.shoes is not None and isinstance(command.message, _OF_THE_SHOE):
                await self.shoes.catch_up()  # the cut was written by the table, not by the port
        # Last, and until all are up to date at once: news come while one account is read.
        while unread := self._unread(staking):
            for who in unread:
                await self._accounts.fetch(who)

    def _unread(self, names: set[str]) -> list[str]:
        """Of whose account there is news that was not read."""
        known = self._house_log.house.people
        return [who for who in sorted(names) if who in known and not self._accounts.is_fresh(who)]

    def is_apart(self, command: Command) -> bool:
        """Whether a command asks for nothing of these, so that the table alone decides it."""
        return isinstance(command.message, _STAKING)

    def _is_closing(self) -> str:
        entry = self._house_log.house.tables.get(self._table)
        return entry.closing if entry is not None else ""

    def complete(self, message: Message, rules: HouseRules, table: Table) -> Message | Refusal:
        """The message with the cards that only the shoe port knows."""
        if isinstance(message, r.AdoptEdition):
            return self._under(message, rules, table)
        if isinstance(message, _OPENING) and (why := self._is_closing()):
            return Refusal(Reason.WRONG_STAGE, say("refused.table-closing", why=why))
        if self.shoes is None:
            return message
        if isinstance(message, r.ReceiveCards):  # nobody else names random cards
            name = self.shoes.next_name()
            return replace(message, cards=name, backs=name)
        if isinstance(message, _OF_REAL_CARDS):  # who can report one can name any card
            return Refusal(Reason.NOT_ENTITLED, say("refused.random-shoe"))
        if isinstance(message, p.CardLeftShoe):
            if table.halts:  # nor does the port deal during a halt
                return Refusal(Reason.HALTED, say("refused.halted-no-card"))
            if table.shoe.is_empty:  # nobody but the port deals, so no card can have left
                return Refusal(Reason.SHOE_OVER, say("refused.shoe-empty"))
            left = self.shoes.filled(message, rules, table)
            return left or Refusal(Reason.WRONG_STAGE, say("refused.shoe-gives-none"))
        return message

    def _under(
        self, message: r.AdoptEdition, rules: HouseRules, table: Table
    ) -> r.AdoptEdition | Refusal:
        """The request with what the edition makes of this table's options."""
        try:
            book = self._house_log.editions.book(message.edition)
        except EditionError as error:
            return Refusal(Reason.UNKNOWN_VALUE, error.said)
        found = adapted(book, rules, table)
        if isinstance(found, Refusal):
            return found
        return replace(message, book=book.name, options=dict(found.options))

    async def learn(self, kept: Sequence[Kept]) -> None:
        """Read the editions that others' events have brought."""
        for each in kept:
            if isinstance(each.event, EditionAdopted):
                await self._house_log.editions.learn(editions_in(each.event))

    def follow(self, message: Message, table: Table) -> Sequence[p.Report]:
        """What happens by itself after a message: a turned hand shows its cards."""
        if self.shoes is None or not isinstance(message, r.TurnHand):
            return ()
        return self.shoes.faces(message, table)

    def along(
        self, command: Command, message: Message, events: Events, table: Table
    ) -> AlsoAppended | Refusal:
        """The other logs' part in what a command leads to."""
        if _may_need_second(command) and needs_second(table, events):
            approval, append = self._house_log.asking(self._table, command, events)
            return AlsoAppended((append,), instead=approval)
        for event in events:
            if isinstance(event, EditionAdopted):
                return AlsoAppended(
                    (self._house_log.table_edition(event, self._table, command.actor),)
                )
        if isinstance(message, _OF_THE_CAGE):
            append_or_refusal = self._accounts.part(self._table, message)
            if isinstance(append_or_refusal, Refusal):
                return append_or_refusal
            return AlsoAppended((append_or_refusal,))
        return self._of_shoes(events, table)

    def _of_shoes(self, events: Events, table: Table) -> AlsoAppended:
        """What the log of the shoes says of new cards, a cut, or a table that closes."""
        if self.shoes is None:
            return NOTHING
        for event in events:
            match event:
                case CardsReceived():
                    part = self.shoes.changing(table, event.decks, event.cards)
                case BettingOpened() if table.shoe.continuous:
                    part = self.shoes.changing(table, table.shoe.size // 52, table.shoe.cards)
                case PreparationDone() if _mixes_anew(event):  # what was cut is not cut again
                    part = self.shoes.changing(table, table.shoe.size // 52, table.shoe.cards)
                case ReplacementOrdered() if isinstance(table.stage, Preparing):
                    part = self.shoes.changing(table, table.shoe.size // 52, table.shoe.cards)
                case PreparationDone(step="cut", value=int(position)):
                    part = self.shoes.cutting(position, event.by)
                case TableClosed():
                    part = self.shoes.closing(table)
                case _:
                    continue
            self._shoes_moved = True
            return AlsoAppended((part,))
        return NOTHING

    async def after(self) -> None:
        """What was appended beside the table's log is known here too."""
        if self._shoes_moved and self.shoes is not None:
            await self.shoes.catch_up()
            self._shoes_moved = False

    def broken(self, reason: str) -> None:
        """The table has stopped itself: the house's log says so, and staff must look."""
        self._house_log.stop_soon(self._table, reason)


def _mixes_anew(event: PreparationDone) -> bool:
    """Whether cards that were promised in one order are to have another."""
    return event.step == "mix-anew" or "cut" in event.undone


def adapted(book: RuleBook, rules: HouseRules, table: Table) -> HouseRules | Refusal:
    """The rules of a table under another book: its settings, and its options as far as they go."""
    held = {**rules.options, **table.options}
    options = {each.name: held[each.name] for each in book.options if each.name in held}
    return book.configure(options, rules.settings)


def _may_need_second(command: Command) -> bool:
    """Whether a person asks for something that is not simply a card."""
    if command.actor == MACHINE or command.second:
        return False
    return isinstance(command.message, _BY_TWO) and not isinstance(command.message, FACTS_OF_CARDS)
