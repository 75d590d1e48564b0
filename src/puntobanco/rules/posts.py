"""Posts of staff, lowest first, so that "or above" can be decided."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.clauses import Clauses
from puntobanco.sayings.saying import Value, known


@dataclass(frozen=True, slots=True)
class Post:
    """A post at the table; the person who acts in it holds it, whatever their grade."""

    name: str
    title: str
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Posts:
    """A book's posts, from the dealer upwards.

    >>> staff = Posts((Post("dealer", "Dealer", ()), Post("manager", "Manager", ())))
    >>> staff.reaches("manager", "dealer"), staff.reaches("dealer", "manager")
    (True, False)
    """

    ladder: tuple[Post, ...]

    def knows(self, name: str) -> bool:
        """Whether this book has such a post."""
        return any(post.name == name for post in self.ladder)

    def reaches(self, held: str, required: str) -> bool:
        """Whether the post held is the one required or above it."""
        names = [post.name for post in self.ladder]
        return held in names and names.index(held) >= names.index(required)

    def title(self, name: str) -> str:
        """How the book writes a post."""
        return next(post.title for post in self.ladder if post.name == name)

    def said(self, name: str) -> Value:
        """A post by its title, in the reader's language."""
        return known("post", name, self.title(name))
