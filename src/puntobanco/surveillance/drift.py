"""What surveillance is told beyond counted patterns: pairs beyond chance, results that drift."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from puntobanco.audit.chances import Chances, chances_of
from puntobanco.audit.evidence import Drift
from puntobanco.audit.log_index import LogIndex
from puntobanco.record.names import MACHINE
from puntobanco.rules.book import HouseRules
from puntobanco.sayings.saying import known, say
from puntobanco.surveillance import collusion
from puntobanco.surveillance.collusion import Pairs
from puntobanco.surveillance.patterns import pattern_form
from puntobanco.surveillance.seen_coups import CoupWatch, SeenCoup
from puntobanco.wire.audit import PatternForm

DRIFT = "drift"
RULES = {
    **collusion.RULES,
    DRIFT: say("counted.drift"),
}


@dataclass
class HouseWatch:
    """All tables of a house, looked at together."""

    pairs: Pairs = field(default_factory=Pairs)
    _parts: list[tuple[int, str, str, str]] = field(default_factory=list)
    _where: dict[tuple[str, str], str] = field(default_factory=dict)
    """By dealer and patron: the table where they met last."""
    _drifting: list[PatternForm] = field(default_factory=list)
    _rules: HouseRules | None = None
    _chances: Chances | None = None

    def take(self, table: str, watch: CoupWatch, coups: Iterator[SeenCoup]) -> None:
        """Look at coups of a table that are over."""
        for coup in coups:
            if watch.rules is not self._rules:
                self._rules, self._chances = watch.rules, chances_of(watch.rules)
            assert self._chances is not None
            self.pairs.take(coup, self._chances)
            for patron in coup.favoured:
                self._parts.append((coup.time, table, coup.dealer, patron))
                self._where[coup.dealer, patron] = table

    def drifts(self, table: str, index: LogIndex) -> None:
        """Look how the coups of a table ended, from its first on."""
        for dealer, drift in index.drifts.items():
            if drift.alarm is not None and dealer != MACHINE:
                self._drifting.append(_drift_form(table, dealer, drift))

    def forms(self) -> Iterator[PatternForm]:
        """What is beyond chance."""
        self.pairs.follow(self._parts)
        self._parts = []
        for flag in self.pairs.flags():
            pair = flag.dealer, flag.patron
            where = self._where.get(pair, "")
            yield pattern_form(flag.kind, where, pair, flag.coups, flag.said, *flag.sequences)
        yield from self._drifting


def _drift_form(table: str, dealer: str, drift: Drift) -> PatternForm:
    assert drift.alarm is not None
    result, way = drift.alarm
    coups = sum(drift.counts.values())
    share, chance = drift.counts[result] / coups, drift.chances[result]
    said = say(
        "pattern.drift",
        result=say("label.tie") if result == "tie" else known("hand", result),
        often=say("drift.more" if way > 0 else "drift.less"),
        where=say("drift.with", dealer=dealer) if dealer else say("drift.here"),
        share=f"{share:.2%}",
        count=coups,
        chance=f"{chance:.2%}",
    )
    return pattern_form(DRIFT, table, (dealer,) if dealer else (), coups, said)
