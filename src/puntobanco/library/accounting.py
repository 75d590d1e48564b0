"""Says of a book that was read from a text what became of each of its clauses."""

from __future__ import annotations

from dataclasses import replace

from puntobanco.rules.book import RuleBook
from puntobanco.rules.citing.register import Clause, Register, Status


def accounted(book: RuleBook, base: RuleBook | None = None) -> RuleBook:
    """The book with what became of each clause: the base's account, or that it is cited."""
    before = dict(base.register.clauses) if base is not None else {}

    def account(clause: Clause) -> Clause:
        if before.get(clause.id) == clause:
            return before[clause.id]
        status = Status.CARRIED_OUT if clause.id in cited else Status.OPEN
        return Clause(clause.id, clause.kind, clause.gist, status=status)

    text, cited = book.register.text, book.citations
    clauses = tuple(account(clause) for clause in text.clauses)
    return replace(book, register=Register.of(replace(text, clauses=clauses)))
