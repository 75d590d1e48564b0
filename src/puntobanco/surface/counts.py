"""A card count for a wager: what each card is worth, simple tags, and what they win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.base.nouns import how_many
from puntobanco.odds import counting
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.counting import SimpleCount
from puntobanco.odds.frame import Column, Frame, Value, number, share, text
from puntobanco.odds.pricing import Pricer
from puntobanco.rules.conduct import Burn
from puntobanco.sim.count_trial import CountTrial, try_count
from puntobanco.sim.plan import BadPlanError, ShoePlan, burn_of, tableau_limits
from puntobanco.surface.books import Rules
from puntobanco.surface.words import UsageError, name_in, number_of_decks

_BURNT = {
    Burn.NONE: "no card burnt",
    Burn.ONE: "one card burnt",
    Burn.BY_VALUE: "as many cards burnt as the first is worth",
}


@dataclass(frozen=True, repr=False)
class Count:
    """A card count for one wager, tried on simulated shoes; printed, it is two tables."""

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
        return f"{tags_frame([self]).at_prompt()}\n\n{self.frame.at_prompt()}"

    def _repr_html_(self) -> str:
        return tags_frame([self]).html() + self.frame.html()


def tags_frame(counts: Sequence[Count]) -> Frame:
    """Tags and exact effects by rank, a row for each wager and kind."""
    ranks = list(counts[0].effects)
    rows: list[list[Value]] = []
    for each in counts:
        rows.append([each.wager, *(f"{each.tags[rank]:+d}" if each.tags[rank] else "0"
                                   for rank in ranks)])  # fmt: skip
        rows.append(["  effect", *(f"{round(100_000 * each.effects[rank]):+d}" for rank in ranks)])
    columns = [text("wager"), *(Column(rank, numeric=True) for rank in ranks)]
    same = all(
        len({each.effects[rank] for rank in "TJQK" if rank in each.effects}) <= 1 for each in counts
    )
    if same and {"T", "J", "Q", "K"} <= set(ranks):  # four columns of the same figures
        kept = [place for place, column in enumerate(columns) if column.name not in "JQK"]
        columns = [columns[place] for place in kept]
        columns[-1] = Column("T", "T-K", numeric=True)
        rows = [[row[place] for place in kept] for row in rows]
    note = "Tags: what each card seen adds to the count. Effect: what its removal adds to the "
    note += "patron's advantage, in thousandths of a per cent."
    return Frame(columns, rows, "Tags", (note,))


def worth_frame(counts: Sequence[Count]) -> Frame:
    """Trigger, frequency, edge when bet and units won a shoe, a row for each wager."""
    columns = [
        text("wager"),
        number("correlation", "", ".4f"),
        Column("trigger", "bet at", str, numeric=True),
        share("frequency", "of coups %", 2),
        share("edge_when_bet", "advantage %", 2),
        number("units_per_shoe", "units a shoe", ".3f"),
        number("standard_error", "+-", ".3f"),
        Column("shoes", show=lambda value: f"{value:,}", numeric=True, spare=1),
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
    if not 0 <= cut < start.cards or shoes < 1:
        raise UsageError(f"cut must be 0 to {start.cards - 1} cards and shoes 1 or more")
    burnt = _burnt(rules, burn)
    found = counting.best_count(Pricer(core.tableau, [core.wagers[name]]), name, start)
    simple = found.simple_tags()
    trigger = found.trigger(simple.tags)
    trial = None
    if trigger is not None:
        try:
            plan = ShoePlan(start.cards // 52, burnt, cut, tableau_limits(core.tableau))
            wanted = core.wagers[name]
            trial = try_count(
                plan, wanted, simple.tags, trigger, shoes=shoes, seed=seed, progress=progress
            )
        except BadPlanError as error:
            raise UsageError(str(error)) from None
    return Count(name, dict(found.tags), simple, trigger, trial, cut, burnt.value)


def _burnt(rules: Rules, burn: str | None) -> Burn:
    """What is burnt at a table, or what was asked for instead."""
    if burn is None:
        return burn_of(rules.core)
    known = {each.value: each for each in Burn}
    if burn not in known:
        raise UsageError(f"burn is {', '.join(known)}, not {burn!r}")
    return known[burn]
