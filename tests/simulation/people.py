"""Everybody in a simulated house: honest ones, clumsy ones, hostile ones; all repeat themselves."""

from __future__ import annotations

from random import Random

from puntobanco.base.cards import DECK, Card
from puntobanco.house.house import roles_at
from puntobanco.house.roles import RANKS, Role, post_of
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.wire.messages import Viewer
from tests.properties.crowd import Crowd
from tests.properties.dealer import Dealer
from tests.properties.mishaps import Mishaps
from tests.properties.people import NOMINEES, PATRONS

ROLES = {
    **dict.fromkeys(PATRONS, "patron"),
    **dict.fromkeys(NOMINEES, "nominee"),
    "zoe": "patron",
    "dora": "dealer",
    "sam": "supervisor",
    "max": "manager",
    "shirley": "shift-manager",
    "carl": "cashier",
    "wanda": "surveillance",
}
STAFF = ("dora", "sam", "max", "shirley")


class Somebody:
    """A person as the door of one process knows him."""

    def __init__(self, name: str, casino: Casino) -> None:
        self.name = name
        self._casino = casino

    def may(self, permission: str, table: str) -> bool:
        """Whether he has a permission at a table."""
        return self._casino.house_log.may(self.name, permission, table)

    def viewer(self, running: RunningTable) -> Viewer:
        """The names under which he acts there, as the API has it."""
        roles = roles_at(self._casino.house_log.house, self.name, running.entry.table)
        names = [self.name] if roles & {Role.PATRON, Role.NOMINEE, Role.SCANNER} else []
        posts = running.desk.rules.book.posts
        names += [post for role in RANKS if role in roles and (post := post_of(role, posts))]
        words = tuple(sorted(role.value for role in roles))
        return Viewer(name=self.name, roles=words, acts_as=tuple(dict.fromkeys(names)))


class RealCards:
    """Cards of a real shoe: any that the table has not seen as often as the decks hold it."""

    def __init__(self, random: Random, decks: int) -> None:
        self.random = random
        self.decks = decks
        self.hidden: list[Card] = []
        self.marker_out = False
        self.left: range | list[Card] = range(decks * 52)
        self._seen: tuple[Card, ...] = ()

    def look(self, table: Table) -> None:
        """See what the table has seen."""
        self._seen = table.shoe.seen
        self.left = range(max(0, table.shoe.size - table.shoe.out))
        self.marker_out = table.shoe.coups_left is not None or table.shoe.over

    def take(self) -> Card:
        """Some card that may be next."""
        while True:
            card = self.random.choice(DECK)
            if self._seen.count(card) < self.decks:
                return card

    turn = take


class AtTable:
    """What people do at one table: its dealer's next step, a stake, a mishap, nonsense."""

    def __init__(self, random: Random, rules: HouseRules) -> None:
        self.random = random
        self.rules = rules
        self.dealer = Dealer(random, rules)
        self.cards = RealCards(random, rules.decks)
        self.dealer.cards = self.cards  # type: ignore[assignment]
        self.crowd = Crowd(random, rules)
        self.mishaps = Mishaps(random, rules, self.dealer)

    def asker_of(self, by: str) -> str:
        """Who can act under a name at this table."""
        if by in ROLES:
            return by
        for name, role in zip(STAFF, RANKS, strict=True):
            if post_of(role, self.rules.book.posts) == by:
                return name
        return "dora"
