"""`punto sim streaks`, `hits` and `cut`: studies of whole shoes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Literal

from cyclopts import Parameter

from puntobanco.base.forms import form_of
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import OutputForm, write_answer
from puntobanco.cli.progress import READYING, progress_bar, working
from puntobanco.cli.sim.words import Labour, ShoeEndWords
from puntobanco.cli.words import MaybeSeed, Whole, read_amount, read_rules, read_seed, read_whole
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settings import TableSettings, Watch
from puntobanco.sim import studies
from puntobanco.sim.engines import Engine, best_engine
from puntobanco.sim.faithful import DifferentialStudy, differential_frame, study_differential
from puntobanco.sim.plan import ShoePlan

_SHOES_MOST = 10_000_000


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class StudyShoes:
    """The shoes that a study deals."""

    shoes: Whole = 20_000
    """Deal so many shoes."""
    seed: MaybeSeed = None
    """Deal the same shoes again."""
    end: ShoeEndWords = ShoeEndWords()

    def read(self, rules: HouseRules) -> tuple[ShoePlan, int, int]:
        """Parse the options: how shoes are dealt, the seed, and how many."""
        within("--shoes", self.shoes, 1, _SHOES_MOST)
        return self.end.read(rules), read_seed(self.seed), self.shoes


def streaks(
    book: Book, *options: Option, shoes: StudyShoes = StudyShoes(), form: OutputForm = OutputForm()
) -> None:
    """Count streaks of the same winner, ties passed over, as the Big Road draws them.

    Examples:
        punto sim streaks mbs --shoes 2e4 --seed 7
    """
    rules = read_rules(book, options)
    with working(f"dealing shoes; {READYING}"):
        found = studies.streaks(*shoes.read(rules))
    page = form_of(found, "shoes", "columns_per_shoe")
    for name, counts in {"longest": found.longest, **found.sides}.items():
        page[name] = {str(length): int(counts[length]) for length in found.lengths}
    write_answer(form, page, [found.frame])


def hits(
    book: Book, *options: Option, shoes: StudyShoes = StudyShoes(), form: OutputForm = OutputForm()
) -> None:
    """Count how often each wager wins in a shoe.

    Examples:
        punto sim hits rws-wins-on --shoes 1e4
    """
    rules = read_rules(book, options)
    with working(f"dealing shoes; {READYING}"):
        found = studies.hits(rules, *shoes.read(rules))
    write_answer(form, found, [studies.hits_frame(found, shoes.shoes)])


def cut(
    book: Book,
    *options: Option,
    markers: Words = ("20", "52", "104"),
    shoes: Whole = 1_000_000,
    seed: MaybeSeed = None,
    labour: Labour = Labour(),
    form: OutputForm = OutputForm(),
) -> None:
    """Measure how the place of the cut card shifts the returns of the main wagers.

    Examples:
        punto sim cut mbs --markers 14 52 104 --shoes 1e4

    Args:
        markers: Cards behind the cut card, one or more places to try.
        shoes: Deal so many shoes for each place.
        seed: Deal the same shoes again.
    """
    rules, seeded = read_rules(book, options), read_seed(seed)
    places = [read_whole(word) for word in markers]
    on_gpu = labour.on_gpu()
    engine = (lambda: Engine.GPU) if on_gpu else best_engine
    with working(f"dealing shoes; {READYING}"), labour.open(on_gpu=on_gpu) as executor:
        frame = studies.cut_frame(rules, places, seeded, shoes, executor, engine)
    write_answer(form, frame.to_dicts(), [frame])


def differential(
    book: Book,
    *options: Option,
    limit: str = "500",
    watch: Literal["software", "dealer"] = "software",
    patrons: Whole = 7,
    shoes: Whole = 5,
    seed: MaybeSeed = None,
    form: OutputForm = OutputForm(),
) -> None:
    """Let many patrons stake on both hands, with and without a maximum Differential.

    It plays at a table, event by event, with the shoes that the kernels deal for the same seed.

    Examples:
        punto sim differential rws-wins-on --limit 1000 --watch dealer --shoes 1

    Args:
        limit: The maximum Differential.
        watch: Who sees to it: software refuses what is too much, a dealer has stakes cut.
        patrons: How many patrons sit down; each stakes one to twenty minima on a hand.
        shoes: Play so many shoes.
        seed: Play the same shoes and stakes again.
    """
    seeded = read_seed(seed)
    within("--shoes", shoes, 1, _SHOES_MOST)
    found: dict[str, DifferentialStudy] = {}
    for name, most in (("without", None), ("with", limit)):
        rules = _with_differential(book, options, most, watch)
        within("--patrons", patrons, 1, rules.seats)
        with progress_bar(f"shoes {name}", shoes, READYING) as advance:
            found[name] = study_differential(
                rules, seeded, shoes, patrons, lambda _shoe, _coups: advance()
            )
    page = {name: asdict(each) for name, each in found.items()}
    frame = differential_frame(found, TableSettings().currency, seeded)
    write_answer(form, page, [frame])


def _with_differential(
    book: str, options: tuple[str, ...], limit: str | None, watch: str
) -> HouseRules:
    settings = TableSettings(watch=Watch(watch))
    if limit is None:
        return read_rules(book, options, settings)
    most = read_amount(settings.currency, limit, "--limit")
    rules = read_rules(book, options, replace(settings, differential=most))
    if rules.book.conduct.betting.differential is None:
        raise UsageError(f"{rules.book.name} knows no Differential; choose another book")
    return rules
