"""What a wish leads to at one table: its events, its answer, and the other logs' part in it."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Events
from puntobanco.play.evolve import states
from puntobanco.play.table import Table
from puntobanco.record.envelope import rules_digest
from puntobanco.record.store import Append
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.server.companions import Companions
from puntobanco.server.invariants import Invariants
from puntobanco.server.messages import Reply, encode, refusal_form
from puntobanco.server.wishes import Decided, Wish


class Deciding:
    """Decides wishes at one table; it changes nothing."""

    def __init__(self, name: str, companions: Companions, invariants: Invariants) -> None:
        self._name = name
        self._companions = companions
        self._invariants = invariants
        self._digests: tuple[HouseRules, str, str] | None = None
        """Of the rules used last: those of the edition and of the rules themselves."""

    def decide(
        self, wish: Wish, table: Table, rules: HouseRules, next_rules: HouseRules | None
    ) -> Decided:
        """What a wish leads to on a state; `next_rules` hold from the next opening call on."""
        refusal = self._companions.unentitled(wish)
        if refusal is not None:
            return self._refused(wish, table, rules, refusal)
        message = self._companions.complete(wish.message, rules, table)
        if isinstance(message, Refusal):
            return self._refused(wish, table, rules, message)
        if isinstance(message, r.OpenBetting) and next_rules is not None:
            rules = next_rules
        outcome: Events | Refusal
        if isinstance(message, r.RequestBase):
            outcome = decide(rules, table, message, wish.expected)
        else:
            outcome = rule_on(rules, table, message)
        if isinstance(outcome, Refusal):
            return self._refused(wish, table, rules, outcome)
        folded = states(table, outcome)
        after = folded[-1] if folded else table
        for report in self._companions.follow(message, after):
            more = rule_on(rules, after, report)
            outcome, folded = (*outcome, *more), (*folded, *states(after, more))
            after = folded[-1]
        also = self._companions.along(wish, message, outcome, table)
        if isinstance(also, Refusal):
            return self._refused(wish, table, rules, also)
        self._invariants.decided(rules, table, outcome, after)
        if also.instead is not None:
            reply = Reply(accepted=False, first=0, last=0, approval=also.instead, by=wish.actor)
            outcome, folded, after = (), (), table
        else:
            self._invariants.by_two(wish, table, outcome)
            first, last = table.sequence + 1, after.sequence
            reply = Reply(accepted=True, first=first, last=last, by=wish.actor)
        own = self._own(wish, table, rules, reply, outcome)
        appends = tuple(_under_same_id(each, own) for each in also.appends)
        return Decided((own, *appends), reply, outcome, folded, after)

    def _refused(self, wish: Wish, table: Table, rules: HouseRules, refusal: Refusal) -> Decided:
        why = refusal_form(refusal)
        reply = Reply(accepted=False, first=0, last=0, refusal=why, by=wish.actor)
        return Decided((self._own(wish, table, rules, reply, ()),), reply, (), (), table)

    def _own(
        self, wish: Wish, table: Table, rules: HouseRules, reply: Reply, events: Events
    ) -> Append:
        if self._digests is None or self._digests[0] is not rules:
            self._digests = (rules, rules.book.digest(), rules_digest(rules))
        _, edition, digest = self._digests
        return Append(
            table=self._name,
            expected=table.sequence,
            request=wish.id,
            body=wish.body,
            answer=encode(reply),
            actor=f"{wish.actor}+{wish.second}" if wish.second else wish.actor,
            edition=edition,
            rules=digest,
            events=events,
        )


def _under_same_id(append: Append, own: Append) -> Append:
    """Another log's part of a transaction, under the same id, asker and answer."""
    return replace(append, request=own.request, actor=own.actor, body=own.body, answer=own.answer)
