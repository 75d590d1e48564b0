"""What a command leads to at one table: its events, its answer, and the other logs' part in it."""

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
from puntobanco.server.commands import Command, CommandOutcome
from puntobanco.server.tables.invariants import Invariants
from puntobanco.server.tables.linked_logs import LinkedLogs
from puntobanco.wire.messages import Reply, encode, refusal_form


class Deciding:
    """Decides commands at one table; it changes nothing."""

    def __init__(self, name: str, linked_logs: LinkedLogs, invariants: Invariants) -> None:
        self._name = name
        self._linked_logs = linked_logs
        self._invariants = invariants
        self._digests: tuple[HouseRules, str, str] | None = None
        """Of the rules used last: those of the edition and of the rules themselves."""

    def decide(
        self, command: Command, table: Table, rules: HouseRules, next_rules: HouseRules | None
    ) -> CommandOutcome:
        """What a command leads to on a state; `next_rules` hold from the next opening call on."""
        refusal = self._linked_logs.unentitled(command)
        if refusal is not None:
            return self._refused(command, table, rules, refusal)
        message = self._linked_logs.complete(command.message, rules, table)
        if isinstance(message, Refusal):
            return self._refused(command, table, rules, message)
        if isinstance(message, r.OpenBetting) and next_rules is not None:
            rules = next_rules
        outcome: Events | Refusal
        if isinstance(message, r.RequestBase):
            outcome = decide(rules, table, message, command.expected)
        else:
            outcome = rule_on(rules, table, message)
        if isinstance(outcome, Refusal):
            return self._refused(command, table, rules, outcome)
        folded = states(table, outcome)
        after = folded[-1] if folded else table
        for report in self._linked_logs.follow(message, after):
            more = rule_on(rules, after, report)
            outcome, folded = (*outcome, *more), (*folded, *states(after, more))
            after = folded[-1]
        also = self._linked_logs.along(command, message, outcome, table)
        if isinstance(also, Refusal):
            return self._refused(command, table, rules, also)
        self._invariants.decided(rules, table, outcome, after)
        if also.instead is not None:
            reply = Reply(accepted=False, first=0, last=0, approval=also.instead, by=command.actor)
            outcome, folded, after = (), (), table
        else:
            self._invariants.by_two(command, table, outcome)
            first, last = table.sequence + 1, after.sequence
            reply = Reply(accepted=True, first=first, last=last, by=command.actor)
        own = self._own(command, table, rules, reply, outcome)
        appends = tuple(_under_same_id(each, own) for each in also.appends)
        return CommandOutcome((own, *appends), reply, outcome, folded, after)

    def _refused(
        self, command: Command, table: Table, rules: HouseRules, refusal: Refusal
    ) -> CommandOutcome:
        why = refusal_form(refusal)
        reply = Reply(accepted=False, first=0, last=0, refusal=why, by=command.actor)
        return CommandOutcome((self._own(command, table, rules, reply, ()),), reply, (), (), table)

    def _own(
        self, command: Command, table: Table, rules: HouseRules, reply: Reply, events: Events
    ) -> Append:
        if self._digests is None or self._digests[0] is not rules:
            self._digests = (rules, rules.book.digest(), rules_digest(rules))
        _, edition, digest = self._digests
        return Append(
            table=self._name,
            expected=table.sequence,
            request=command.id,
            body=command.body,
            answer=encode(reply),
            actor=f"{command.actor}+{command.second}" if command.second else command.actor,
            edition=edition,
            rules=digest,
            events=events,
        )


def _under_same_id(append: Append, own: Append) -> Append:
    """Another log's part of a transaction, under the same id, asker and answer."""
    return replace(append, request=own.request, actor=own.actor, body=own.body, answer=own.answer)
