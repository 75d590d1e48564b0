"""What the dealer's console and the floor see beyond what all viewers see."""

from __future__ import annotations

from collections import Counter

from puntobanco.play.cards.preparing import requirements
from puntobanco.play.events import StakeKey
from puntobanco.play.next_step import usable_preparations
from puntobanco.play.table import Dealing, Preparing, ShoeState
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import Result
from puntobanco.rules.words import step_said
from puntobanco.sayings.saying import either, english, say
from puntobanco.views.layout_forms import lying
from puntobanco.views.me_form import antes, nominee_forms, settled_form
from puntobanco.views.reading import Reading
from puntobanco.views.ruling_form import procedures
from puntobanco.views.step_form import step_form
from puntobanco.wire import own_forms as f


def staff_form(reading: Reading) -> f.StaffForm:
    """The console: the next step, the checklist, all patrons with their chips."""
    rules, table, lines = reading.rules, reading.table, reading.memory.lines
    return f.StaffForm(
        step=step_form(rules, table, reading.setup),
        checklist=_checklist(reading),
        patrons=_patrons(reading),
        nominees=nominee_forms(table.nominees.values()),
        shoe_size=table.shoe.size,
        shoe_out=table.shoe.out,
        marker_from_back=rules.settings.shoe.marker_from_back,
        cards_name=table.shoe.cards,
        exhausted=_exhausted(rules, reading.table.shoe),
        procedures=_procedures(rules),
        last_lines=tuple(settled_form(line) for line in lines),
        reported=ruled[-1].note if (ruled := reading.memory.ruled) else "",
        reported_by=ruled[-1].by if ruled else "",
        payable=sum(line.profit for line in lines if line.result is Result.WIN),
    )


def _exhausted(rules: HouseRules, shoe: ShoeState) -> tuple[str, ...]:
    """What a dealer cannot have read rightly; a continuous shuffler takes its cards back."""
    if shoe.continuous:
        return ()
    counts = Counter(shoe.seen)
    return tuple(sorted(face.text for face, seen in counts.items() if seen >= rules.decks))


def _patrons(reading: Reading) -> tuple[f.PatronForm, ...]:
    """The patrons, with the stakes that are still to be settled."""
    table, stage = reading.table, reading.table.stage
    done = {line.key for line in stage.settled} if isinstance(stage, Dealing) else set[StakeKey]()
    stakes: dict[str, list[f.OwnStakeForm]] = {}
    for key, stake in lying(stage).items():
        open_stakes = stakes.setdefault(key[0], [])
        if key not in done:
            open_stakes.append(f.OwnStakeForm(place=key[1], wager=key[2], amount=stake))
    laid = {name: antes(reading.rules, table, name) for name in table.patrons}
    return tuple(
        f.PatronForm(
            name=each.name,
            place=each.place,
            present=each.present,
            rack=each.rack,
            owed=each.owed,
            ante=laid[each.name][0],
            ante_due=laid[each.name][1],
            stakes=tuple(stakes.get(each.name, ())),
        )
        for each in table.patrons.values()
        if each.present or each.rack or each.owed or each.name in stakes
    )


def _checklist(reading: Reading) -> tuple[f.CheckForm, ...]:
    rules, stage = reading.rules, reading.table.stage
    if not isinstance(stage, Preparing):
        return ()
    known = {each.source: each for each in usable_preparations(rules)}
    preparation = known.get(stage.source)
    if preparation is None:
        return ()
    checks: list[f.CheckForm] = []
    due = "load" not in stage.steps  # what was left out before is not made up for
    for needed in sorted(requirements(rules, preparation), key=lambda each: each.order):
        done = [step for step in needed.steps if step in stage.steps]
        step = done[0] if done else needed.steps[0]
        said = say("do.prepare", step=either(step_said(each) for each in needed.steps))
        checks.append(
            f.CheckForm(
                step=step,
                words=english(said),
                said=said,
                done=bool(done),
                due=due and not done,
                posts=needed.posts or ("dealer",),
                clauses=needed.clauses,
            )
        )
        due = due and bool(done)
    return tuple(checks)


_kept: dict[int, tuple[HouseRules, tuple[f.ProcedureForm, ...]]] = {}
_KEPT_MAX = 64


def _procedures(rules: HouseRules) -> tuple[f.ProcedureForm, ...]:
    """The book's procedures; those of the last few tables are kept, because they never change."""
    known = _kept.get(id(rules))
    if known is None:
        if len(_kept) == _KEPT_MAX:
            _kept.pop(next(iter(_kept)))
        known = _kept[id(rules)] = (rules, procedures(rules))
    return known[1]
