"""A card count for a wager: what each card is worth, simple tags, and what they win."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puntobanco.base.forms import form_of
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.odds import counting
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.counting import SimpleCount
from puntobanco.odds.frame import Column, Frame, Tabular, Value, number, share, text, whole
from puntobanco.odds.pricing import Pricer
from puntobanco.rules.conduct import Burn
from puntobanco.sim.count_trial import CountTrial, try_count
from puntobanco.sim.counting import SIZE_MOST
from puntobanco.sim.plan import ShoePlan, burn_of, tableau_limits
from puntobanco.surface.books import Rules
from puntobanco.surface.words import name_in, number_of_decks, seed_number, whole_number

_BURNT = {
    Burn.NONE: "no card burnt",
    Burn.ONE: "one card burnt",
    Burn.BY_VALUE: "as many cards burnt as the first is worth",
}


@dataclass(frozen=True, repr=False)
class Count(Tabular):
    """A card count for one wager, tried on simulated shoes; printed, it is three tables."""

    wager: str
    effects: dict[str, Fraction]
    """By rank: the advantage that the wager gains, exactly, when one such card is gone."""
    simple: SimpleCount
    trigger: int | None
    """Bet when the running count, per deck left, is at least this; None where no count tells."""
    trial: CountTrial | None
    """What betting one unit by it won; None where no count tells."""
    cut: int
    burn: str
    """Which cards were burnt before the first coup: none, one, or as many as the first is worth."""

    @property
    def tags(self) -> dict[str, int]:
        """What each card seen adds to the running count."""
        return dict(self.simple.tags)

    @property
    def frame(self) -> Frame:
        """What the count is worth."""
        return worth_frame([self])

    def __repr__(self) -> str:
        return "\n\n".join(frame.at_prompt() for frame in count_frames([self]))

    def _repr_html_(self) -> str:
        return "".join(frame.html() for frame in count_frames([self]))


def tags_frame(counts: Sequence[Count]) -> Frame:
    """What each card seen adds to the count, a row for each wager."""
    return _by_rank(
        counts,
        [each.tags for each in counts],
        lambda tag: f"{tag:+d}" if tag else "0",
        "+0;-0;0",
        "Tags",
        "What each card seen adds to the count.",
    )


def effects_frame(counts: Sequence[Count]) -> Frame:
    """What a removed card adds to the patron's advantage, a row for each wager."""
    return _by_rank(
        counts,
        [each.effects for each in counts],
        lambda effect: f"{round(100_000 * effect):+d}",
        "+0.0000%;-0.0000%;0.0000%",
        "Effect of removal",
        "What one card of the rank, removed, adds to the patron's advantage; on the screen in "
        "thousandths of a per cent.",
    )


def _by_rank(
    counts: Sequence[Count],
    figures: Sequence[Mapping[str, int] | Mapping[str, Fraction]],
    show: Callable[[Any], str],
    sheet: str,
    title: str,
    note: str,
) -> Frame:
    """A column for each rank, or one for T to K where they are alike."""
    ranks = {rank: rank for rank in counts[0].effects}
    if all(len({each.effects[rank] for rank in "TJQK"}) == 1 for each in counts):
        ranks = {rank: rank for rank in ranks if rank not in "JQK"} | {"T": "T-K"}
    columns = [Column(rank, name, show, numeric=True, sheet=sheet) for rank, name in ranks.items()]
    rows: list[list[Value]] = [
        [each.wager, *(some[rank] for rank in ranks)]
        for each, some in zip(counts, figures, strict=True)
    ]
    return Frame([text("wager"), *columns], rows, title, (note,))


def worth_frame(counts: Sequence[Count]) -> Frame:
    """Trigger, frequency, edge when bet and units won a shoe, a row for each wager."""
    columns = [
        text("wager"),
        number("correlation", "", ".4f", spare=1),
        number("trigger", "bet at", "+.0f"),
        share("frequency", "of coups %", 2),
        share("edge_when_bet", "advantage %", 2),
        number("units_per_shoe", "units a shoe", ".3f"),
        number("standard_error", "+-", ".3f"),
        whole("shoes", spare=2),
    ]
    rows: list[list[Value]] = []
    for each in counts:
        trial = each.trial
        figures: list[Value] = [None] * 5
        if trial is not None:
            figures = [
                trial.frequency,
                trial.edge_when_bet,
                trial.units_per_shoe,
                trial.error_per_shoe,
                trial.shoes,
            ]
        rows.append([each.wager, each.simple.correlation, each.trigger, *figures])
    note = (
        "bet at: the running count divided by the decks left. advantage: what a unit bet then "
        f"gains. Simulated with the cut card {how_many(counts[0].cut, 'card')} from the back, "
        f"{_BURNT[Burn(counts[0].burn)]}; +- is the standard error."
    )
    return Frame(columns, rows, "What the count is worth", (note,))


def count_form(count: Count) -> dict[str, Any]:
    """A count for programs."""
    trial = count.trial
    return {
        **form_of(count, "effects", "tags"),
        "correlation": count.simple.correlation,
        "trigger": count.trigger,
        "trial": trial
        and {
            **form_of(trial, "shoes", "coups", "bets", "frequency", "edge_when_bet"),
            "units_per_shoe": trial.units_per_shoe,
            "standard_error": trial.error_per_shoe,
        },
    }


def count_frames(counts: Sequence[Count]) -> list[Frame]:
    """All that is known of some counts: what they are worth, their tags, exact effects."""
    return [worth_frame(counts), tags_frame(counts), effects_frame(counts)]


def count(
    rules: Rules,
    wager: str,
    *,
    cut: int,
    shoes: int,
    seed: int,
    decks: int | None,
    burn: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Count:
    """Find simple tags for a wager and try them; the table says what is burnt unless `burn` does.

    One more coup follows the one in which the cut card came out.
    """
    name = name_in(wager, rules.wagers, "wager")
    core = rules.core
    start = full_shoe(number_of_decks(decks, rules.decks))
    whole_number(cut, "cut", 0, start.cards - 1)
    shoes = whole_number(shoes, "shoes", 1, SIZE_MOST)
    seed = seed_number(seed)
    burnt = _burnt(rules, burn)
    found = counting.best_count(Pricer(core.tableau, [core.wagers[name]]), name, start)
    simple = found.simple_tags()
    trigger = found.trigger(simple.tags)
    trial = None
    if trigger is not None:
        plan = ShoePlan(start.cards // 52, burnt, cut, tableau_limits(core.tableau))
        wanted = core.wagers[name]
        trial = try_count(
            plan, wanted, simple.tags, trigger, shoes=shoes, seed=seed, progress=progress
        )
    return Count(name, dict(found.tags), simple, trigger, trial, cut, burnt.value)


def _burnt(rules: Rules, burn: str | None) -> Burn:
    """What is burnt at a table, or what was asked for instead."""
    if burn is None:
        return burn_of(rules.core)
    for each in Burn:
        if each.value == burn:
            return each
    raise UsageError(f"burn must be one of {', '.join(each.value for each in Burn)}, not {burn!r}")
