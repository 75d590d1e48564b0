"""What the table is: its wagers with what they pay, limits, edges, the commission in a sentence."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.rules.book import HouseRules
from puntobanco.rules.conditions import TIE
from puntobanco.rules.signs import sign_of
from puntobanco.rules.wagers import Push, Wager, WagerKind, Win
from puntobanco.rules.words import label_said
from puntobanco.sayings.saying import Saying, say, sentence
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Setup
from puntobanco.wire import forms as f

_kept_edges: dict[tuple[str, tuple[tuple[str, str], ...]], dict[str, Fraction]] = {}
"""By book and options: pricing a layout takes a while, and many tables of a house are alike."""


def table_form(reading: Reading) -> f.TableForm:
    """The table as the sign beside it would say."""
    rules, known = reading.rules, reading.table_form
    if known is None or known[0] is not rules or known[1] != reading.setup:
        made = made_table_form(rules, reading.setup)
        known = reading.table_form = (rules, reading.setup, made)
    return known[2]


def made_table_form(rules: HouseRules, setup: Setup) -> f.TableForm:
    """The form of a table that plays by these rules."""
    settings, conduct = rules.settings, rules.book.conduct
    edges, commission = published_edges(rules), commission_said(rules)
    bounded = conduct.betting.differential is not None
    return f.TableForm(
        table=setup.table,
        title=setup.title,
        book=rules.book.name,
        book_title=rules.book.title,
        edition=rules.book.digest(),
        options=dict(rules.options),
        layout=rules.places.layout,
        places=rules.seats,
        standing_area=rules.chosen(conduct.sharing)[0].standing_area,
        style=rules.style.name,
        turner=rules.style.turner.value,
        digits=settings.currency.digits,
        chips=settings.chips,
        wagers=tuple(
            _wager(rules, wager, edges.get(wager.name)) for wager in rules.wagers.values()
        ),
        ante=rules.ante.amount if rules.ante else None,
        ante_waived_from=rules.ante.waived_from if rules.ante else None,
        differential=settings.differential if bounded else None,
        commission=sentence(commission),
        commission_said=commission,
        cards=setup.cards,
        continuous=rules.continuous,
        pace=setup.pace,
        betting_seconds=setup.betting_seconds,
        posts={post.name: post.title for post in rules.book.posts.ladder},
        nominees=conduct.nominees.allowed,
        stake_step=settings.stake_step,
        notices=sign_of(rules),
        printed=rules.places.printed,
        shape=rules.places.shape,
    )


def _wager(rules: HouseRules, wager: Wager, edge: Fraction | None) -> f.WagerForm:
    # imported here, as below: a table can be read without ever asking for its odds
    from puntobanco.odds.figures import percent  # noqa: PLC0415

    family, _, variant = wager.name.partition(":")
    limit = rules.settings.limit(wager)
    offered = wager.terms.offer_clauses or rules.book.conduct.betting.offer_clauses
    return f.WagerForm(
        name=wager.name,
        title=wager.title,
        family=family,
        variant=variant,
        kind=wager.kind.value,
        side=wager.drawn.value,
        payoffs=tuple(
            f.PayoffForm(label=line.label, pays=str(line.end), clauses=line.clauses)
            for line in wager.ends()
            if isinstance(line.end, Win)
        ),
        pushes=printed_pushes(wager),
        minimum=limit.minimum,
        maximum=limit.maximum,
        edge="" if edge is None else str(edge),
        edge_percent="" if edge is None else percent(edge, 2),
        clauses=offered,
    )


def printed_pushes(wager: Wager) -> tuple[str, ...]:
    """On what a wager is a stand-off, beyond a hand's wager on a tie, which no layout prints."""
    pushes = [line for line in wager.lines if isinstance(line.end, Push)]
    return tuple(each.label for each in pushes if not wager.kind.is_main or each.when != TIE)


def published_edges(rules: HouseRules) -> dict[str, Fraction]:
    """By wager: the exact edge of a full shoe; nothing where its weights are not on file."""
    key = (rules.book.digest(), tuple(sorted(rules.options.items())))
    known = _kept_edges.get(key)
    if known is None:
        # imported here: a table can be read without ever asking for its odds
        from puntobanco.odds.pricing import odds  # noqa: PLC0415
        from puntobanco.odds.weights import is_on_file  # noqa: PLC0415

        priced = odds(rules) if is_on_file(rules.tableau) else {}
        known = {name: each.edge for name, each in priced.items()}
        _kept_edges[key] = known
    return known


def commission_said(rules: HouseRules) -> Saying:
    """What is deducted from a Banker win, if anything."""
    banker = next(each for each in rules.wagers.values() if each.kind is WagerKind.BANKER)
    if banker.commission is not None:
        when = "later" if rules.settings.commission_later else "at-once"
        return say(f"commission.{when}", share=str(banker.commission.ratio * 100))
    wins = [(line.end.payoff, line.label) for line in banker.lines if isinstance(line.end, Win)]
    least, label = min(wins, key=lambda each: each[0].ratio)
    if least.ratio < 1:
        pays = say("pays", gain=least.gain, stake=least.stake)
        return say("commission.none-but", pays=pays, label=label_said(label))
    return say("commission.none")
