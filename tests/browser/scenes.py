"""Moments of play in the forms of the views, built from the real books, for the pages to draw."""

from __future__ import annotations

import time
from collections.abc import Mapping

from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.signs import sign_of
from puntobanco.rules.wagers import Wager, Win
from puntobanco.sayings.saying import say, sentence
from puntobanco.views.roads import history as road_history
from puntobanco.views.roads import shoe_roads as roads
from puntobanco.views.table_form import commission_said, printed_pushes
from puntobanco.wire import forms as f
from puntobanco.wire import own_forms as o

Sections = dict[str, f.Form | None]

SHOE_12 = (
    "T T Tp B* B Pp Pb B Pp B B B P P* T Pb B*bp P T*b B P* B P P P P P P* P P* B P*b P P* B P B "
    "Bb B B P B* Tb Tp Bp Pb B* B B P* P"
)
SHOE_3 = (
    "P* P* B* Bb B* Bp B P* T B P P* Pb B Bp B B T P B*p T T B B Pb P P P P* P P* P P B* B B T* P"
)
CHIPS = (1000, 5000, 10000, 50000, 100000, 500000)
EDGES = {"player": "1.24", "banker": "1.06", "tie": "14.36"}


def _payoffs(wager: Wager) -> tuple[f.PayoffForm, ...]:
    return tuple(
        f.PayoffForm(label=line.label, pays=str(line.end), clauses=line.clauses)
        for line in wager.lines
        if isinstance(line.end, Win)
    )


def _wager(wager: Wager) -> f.WagerForm:
    family, _, variant = wager.name.partition(":")
    main = wager.kind.value in ("player", "banker")
    most = 50000 if variant.isdigit() else 100000
    percent = EDGES.get(wager.name, "")
    return f.WagerForm(
        name=wager.name,
        title=wager.title,
        family=family,
        variant=variant,
        kind=wager.kind.value,
        side=wager.drawn.value,
        payoffs=_payoffs(wager),
        pushes=printed_pushes(wager),
        minimum=5000 if main else 1000,
        maximum=1000000 if main else most,
        edge="",
        edge_percent=percent,
        clauses=wager.lines[0].clauses,
    )


def table(
    name: str, title: str, book: str, options: Mapping[str, str], ante: int | None = None
) -> f.TableForm:
    """What a table under a book is, with the wagers that it really offers."""
    rules = book_named(book).configure(options)
    assert isinstance(rules, HouseRules), rules
    turner = "patron" if options.get("style") in ("B", "C", "face-down") else "nobody"
    posts = {"dealer": "Dealer", "pit-supervisor": "Pit Supervisor"}
    return f.TableForm(
        table=name,
        title=title,
        book=book,
        book_title=book_named(book).title,
        edition=book_named(book).digest(),
        options=dict(rules.options),
        layout=rules.places.layout,
        places=rules.seats,
        standing_area=book.startswith("nz"),
        style=options.get("style", "face-up"),
        turner=turner,
        digits=2,
        chips=CHIPS,
        wagers=tuple(_wager(each) for each in rules.wagers.values()),
        ante=ante,
        ante_waived_from=None if ante is None else 100000,
        differential=1000000,
        commission=sentence(commission_said(rules)),
        commission_said=commission_said(rules),
        cards="random",
        pace="clock",
        betting_seconds=25,
        posts=posts,
        nominees=book.startswith("nz"),
        stake_step=1000,
        notices=sign_of(rules),
        printed=rules.places.printed,
        shape=rules.places.shape,
        continuous=False,
    )


def _cell(cell: roads.BeadCell | roads.BigRoadCell | roads.MarkCell) -> f.CellForm:
    if isinstance(cell, roads.MarkCell):
        return f.CellForm(column=cell.column, row=cell.row, mark=cell.colour)
    bead = cell.bead if isinstance(cell, roads.BeadCell) else cell.win
    ties = 0 if isinstance(cell, roads.BeadCell) else cell.ties
    if bead is None:
        return f.CellForm(column=cell.column, row=cell.row, mark="", ties=ties)
    return f.CellForm(
        column=cell.column,
        row=cell.row,
        mark=bead.outcome,
        ties=ties,
        banker_pair=bead.banker_pair,
        player_pair=bead.player_pair,
        natural=bead.natural,
        total=bead.total,
    )


def _mark(cell: roads.MarkCell | None) -> f.CellForm | None:
    return None if cell is None else _cell(cell)


def _asked(asked: roads.RoadQuestion) -> f.AskedForm:
    return f.AskedForm(
        bead_plate=_cell(asked.bead_plate),
        big_road=_cell(asked.big_road),
        big_eye_boy=_mark(asked.big_eye_boy),
        small_road=_mark(asked.small_road),
        cockroach_pig=_mark(asked.cockroach_pig),
    )


def shoe_roads(shoe: int, results: str) -> f.RoadsForm:
    """The roads of a shoe, from its results as the design writes them (`B*bp`)."""
    some = tuple(
        roads.Bead(each[0], "b" in each, "p" in each, "*" in each)  # type: ignore[arg-type]
        for each in results.split()
    )
    drawn = roads.roads(some)
    return f.RoadsForm(
        shoe=shoe,
        bead_plate=tuple(map(_cell, drawn.bead_plate)),
        big_road=tuple(map(_cell, drawn.big_road)),
        big_eye_boy=tuple(map(_cell, drawn.big_eye_boy.cells)),
        small_road=tuple(map(_cell, drawn.small_road.cells)),
        cockroach_pig=tuple(map(_cell, drawn.cockroach_pig.cells)),
        next_banker=_asked(drawn.next_banker),
        next_player=_asked(drawn.next_player),
        statistics=road_history.statistics(some).counts,
        good_roads=tuple(shape.value for shape in road_history.good_roads(roads.streaks(some))),
    )


def now(seconds: int = 0) -> int:
    """The clock in microseconds, so many seconds from now."""
    return time.time_ns() // 1000 + seconds * 1_000_000


def phase(stage: str, coup: int, shoe: int, seconds: int | None = None) -> f.PhaseForm:
    """Where the game stands; betting closes in so many seconds."""
    codes = {"betting": "phase.betting", "dealing": "phase.dealt", "resolved": "phase.settled"}
    said = say(codes.get(stage, "phase.closed"))
    return f.PhaseForm(
        stage=stage,
        coup=coup,
        shoe=shoe,
        no_bet=False,
        voided=False,
        halted=False,
        stopped="",
        closing=False,
        opened_at=None if seconds is None else now(seconds - 25),
        closes_at=None if seconds is None else now(seconds),
        dealer="Mei Tan",
        last_coups=None,
        calls=(),
        line=sentence(said),
        said=said,
    )


def hands(cards: str = "", **more: object) -> f.HandsForm:
    """Cards as `P1=Qs B1=9h`, `--` face down, `@you` after it where somebody holds it."""
    lying = []
    for each in cards.split():
        slot, _, rest = each.partition("=")
        face, _, holder = rest.partition("@")
        card = None if face == "--" else face
        lying.append(f.CardForm(slot=slot, card=card, held_by=holder))
    fields: dict[str, object] = {
        "cards": tuple(lying),
        "player_total": None,
        "banker_total": None,
        "next_slot": "",
        "reasons": (),
        "outcome": None,
        "voided": False,
        "carried": 0,
    }
    return f.HandsForm(**{**fields, **more})  # type: ignore[arg-type]


def me(**more: object) -> o.MeForm:
    """A patron with chips at place 4, and whatever else is said."""
    fields: dict[str, object] = {
        "name": "patron",
        "present": True,
        "place": 4,
        "rack": 1232000,
        "owed": 0,
        "staked": 0,
        "ante": 0,
        "ante_due": 0,
        "cashable": 1232000,
        "stakes": (),
        "last": None,
        "offered": (),
        "may_squeeze": (),
        "squeeze": None,
        "must_choose": False,
        "may_cut": False,
        "acts_for": "",
        "nominees": (),
    }
    return o.MeForm(**{**fields, **more})  # type: ignore[arg-type]
