"""Who is at the table, and the figures people name: mostly sensible, sometimes not."""

from __future__ import annotations

from random import Random

from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules

PATRONS = ("ann", "ben", "cleo", "dan")
NOMINEES = ("nell", "ned")
STRANGERS = ("zoe", "surveillance", "")


class People:
    """Patrons, nominees, staff and strangers."""

    def __init__(self, random: Random, rules: HouseRules) -> None:
        self.random = random
        self.rules = rules
        self.posts = tuple(post.name for post in rules.book.posts.ladder)
        self.wagers = (*rules.wagers, "insurance")

    def anybody(self) -> str:
        """Somebody, mostly somebody who has business here."""
        return self.random.choice(
            (*PATRONS, *PATRONS, *NOMINEES, *self.posts, *self.posts, *STRANGERS)
        )

    def patron(self) -> str:
        """Mostly a patron."""
        return self.anybody() if self.random.random() < 0.1 else self.random.choice(PATRONS)

    def staff(self) -> str:
        """Mostly a member of staff."""
        return self.anybody() if self.random.random() < 0.2 else self.random.choice(self.posts)

    def actor(self, patron: str) -> str:
        """Mostly the patron himself, else anybody."""
        return patron if self.random.random() < 0.6 else self.anybody()

    def amount(self) -> Units:
        """Mostly chips, sometimes nonsense."""
        chance = self.random.random()
        if chance < 0.75:
            return self.random.choice((5_00, 10_00, 20_00, 50_00, 100_00, 200_00, 500_00))
        if chance < 0.95:
            return self.random.randint(1, 1_500_00)
        return self.random.choice((-1, 0, 1, UNITS_MAX, -UNITS_MAX, 2**63))

    def place(self, table: Table, patron: str) -> int:
        """Mostly the patron's own place."""
        known = table.patrons.get(patron)
        if known and self.random.random() < 0.7:
            return known.place or self.random.choice((0, 1, 2))
        return self.random.choice((0, 1, 2, 3, self.rules.seats, self.rules.seats + 1, -1))

    def wager(self) -> str:
        """Mostly a main wager."""
        if self.random.random() < 0.6:
            return self.random.choice(("player", "banker", "tie"))
        return self.random.choice(self.wagers)

    def staked(self, table: Table) -> tuple[str, int, str]:
        """A stake that lies, or one that may not."""
        stakes = tuple(getattr(table.stage, "stakes", ()))
        if stakes and self.random.random() < 0.8:
            key: tuple[str, int, str] = self.random.choice(stakes)
            return key
        patron = self.patron()
        return patron, self.place(table, patron), self.wager()
