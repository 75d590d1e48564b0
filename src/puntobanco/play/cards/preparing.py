"""Getting cards ready: received, checked, mixed, cut, loaded, burnt."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses, c
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.draft import taken
from puntobanco.play.people import STAFF_ONLY, entitled
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Ready, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn, BurnRule, Preparation, Requirement
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.words import step_said
from puntobanco.sayings.saying import either, known, named, say


def receive_cards(rules: HouseRules, table: Table, request: r.ReceiveCards) -> e.Events | Refusal:
    """A set of cards comes to the table, in place of those used before."""
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    stage, conduct = table.stage, rules.book.conduct
    if refusal is None and isinstance(stage, Closed | Betting | Dealing):
        said = say("refused.cards-between-coups")
        refusal = Refusal(Reason.WRONG_STAGE, said, conduct.cards.replace_clauses)
    refusal = refusal or _wrong_cards(rules, table, request)
    if refusal is not None:
        return refusal
    returned: list[e.Event] = []
    if isinstance(stage, Resolved):
        returned = [
            taken(key, stake, "table", conduct.betting.stand_off_clauses)
            for key, stake in stage.staying.items()
        ]
    received = e.CardsReceived(
        cards=request.cards,
        decks=request.decks,
        source=request.source,
        backs=request.backs,
        by=request.by,
        clauses=rules.deck_clauses,
    )
    return (*returned, received)


def _wrong_cards(rules: HouseRules, table: Table, request: r.ReceiveCards) -> Refusal | None:
    conduct, shoe = rules.book.conduct, table.shoe
    if request.decks != rules.decks:
        said = say("refused.wrong-decks", count=request.decks, decks=rules.decks)
        return Refusal(Reason.OUT_OF_RANGE, said, rules.deck_clauses, request.decks, rules.decks)
    running = isinstance(table.stage, Ready | Resolved) and not shoe.over
    if running and not shoe.replacement:
        said = say("refused.cards-in-play")
        return Refusal(Reason.WRONG_STAGE, said, conduct.cards.replace_clauses)
    if request.cards in shoe.retired:
        return _retired(rules, request.cards)
    if shoe.replacement == "replace" and request.cards == shoe.cards:
        said = say("refused.set-replaced", cards=request.cards)
        return Refusal(Reason.CARDS_RETIRED, said, conduct.cards.replace_clauses)
    if request.backs == "mixed":
        said = say("refused.backs-alike")
        return Refusal(Reason.BAD_SETTING, said, conduct.cards.backs_clauses)
    two_sets = rules.chosen(conduct.cards.two_sets)
    alike = [name for name, backs in shoe.backs.items() if backs == request.backs]
    if two_sets and any(name != request.cards for name in alike):
        said = say("refused.backs-differ", cards=alike[0], backs=request.backs)
        return Refusal(Reason.BAD_SETTING, said, two_sets[0].clauses)
    preparation = preparation_of(rules, request.source)
    if preparation is not None:
        return _wrong_approval(rules, preparation)
    sources = {each.source for each in rules.chosen(conduct.preparations)}
    said = say(
        "refused.wrong-source", source=request.source[:40], sources=", ".join(sorted(sources))
    )
    return Refusal(Reason.STEP_UNKNOWN, said, conduct.cards.replace_clauses)


def _retired(rules: HouseRules, cards: str) -> Refusal:
    ends = rules.chosen(rules.book.conduct.ends)
    clauses = ends[0].retired_clauses if ends else ()
    return Refusal(Reason.CARDS_RETIRED, say("refused.set-retired", cards=cards), clauses)


def preparation_of(rules: HouseRules, source: str) -> Preparation | None:
    """What cards of this kind go through."""
    known = rules.chosen(rules.book.conduct.preparations)
    return next((each for each in known if each.source == source), None)


def prepare(rules: HouseRules, table: Table, request: r.Prepare) -> e.Events | Refusal:
    """One step towards usable cards; steps come in the order the book gives."""
    stage = table.stage
    if not isinstance(stage, Preparing) or not stage.source:
        said = say("refused.no-preparation")
        return Refusal(Reason.WRONG_STAGE, said, rules.book.conduct.cards.unprepared_clauses)
    preparation = preparation_of(rules, stage.source)
    assert preparation is not None, stage.source
    if "load" in stage.steps:
        said = say("refused.only-the-burn")
        return Refusal(Reason.STEP_UNKNOWN, said, rules.book.conduct.cards.unprepared_clauses)
    wanted = [each for each in requirements(rules, preparation) if request.step in each.steps]
    if not wanted:
        steps = ", ".join(step for each in requirements(rules, preparation) for step in each.steps)
        said = say(
            "refused.no-such-step",
            step=request.step[:40],
            source=known("source", stage.source),
            steps=steps,
        )
        return Refusal(Reason.STEP_UNKNOWN, said)
    requirement = wanted[0]
    refusal = (
        missing_step(requirements(rules, preparation), stage, requirement)
        or _wrong_hands(rules, table, stage, request, requirement)
        or _wrong_value(rules, table, request)
    )
    if refusal is not None:
        return refusal
    done: list[e.Event] = [
        e.PreparationDone(
            step=request.step,
            by=request.by,
            value=request.value,
            looked=request.looked if request.step == "offer-inspection" else (),
            undone=tuple(
                step
                for each in requirements(rules, preparation)
                if each.order > requirement.order
                for step in each.steps
                if step in stage.steps
            ),
            clauses=(*requirement.clauses, *preparation.approval_clauses),
        )
    ]
    if request.step == "load" and burn_rule(rules).burn is Burn.NONE:
        done.append(started(rules, table))
    return tuple(done)


def requirements(rules: HouseRules, preparation: Preparation) -> tuple[Requirement, ...]:
    """The steps cards go through here: with a second cut card, one step more."""
    cut = rules.chosen(rules.book.conduct.cut)
    if not cut or rules.settings.shoe.cut_cards < 2:
        return preparation.requirements
    marker = next(each for each in preparation.requirements if "marker" in each.steps)
    second = Requirement(("second-marker",), cut[0].place_clauses, marker.order)
    return (*preparation.requirements, second)


def missing_step(
    needed_steps: tuple[Requirement, ...], stage: Preparing, requirement: Requirement
) -> Refusal | None:
    """Why a step cannot be done yet: an earlier one is missing."""
    for earlier in needed_steps:
        if earlier.order < requirement.order and not set(earlier.steps) & set(stage.steps):
            said = say("refused.step-first", step=either(map(step_said, earlier.steps)))
            clauses = (*earlier.clauses, *stage.ordered_clauses)
            return Refusal(Reason.STEP_MISSING, said, clauses)
    return None


def _wrong_approval(rules: HouseRules, preparation: Preparation) -> Refusal | None:
    if preparation.approval_clauses and not rules.settings.sealed_cards_approved:
        said = say("refused.sealed-approval")
        return Refusal(Reason.NOTICE_MISSING, said, preparation.approval_clauses)
    return None


def _wrong_hands(
    rules: HouseRules,
    table: Table,
    stage: Preparing,
    request: r.Prepare,
    requirement: Requirement,
) -> Refusal | None:
    """Why this person may not do this step; a cut is the seated patrons' first."""
    posts = rules.book.posts
    if request.step != "cut":
        if request.by in {stage.done_by.get(step) for step in requirement.unlike}:
            said = say("refused.two-inspectors")
            return Refusal(Reason.NOT_ENTITLED, said, requirement.clauses)
        for post in requirement.posts or ("dealer",):
            if posts.reaches(request.by, post):
                return None
        said = say("refused.step-not-yours", step=step_said(request.step))
        return Refusal(Reason.NOT_ENTITLED, said, requirement.clauses)
    seated = {name for name, patron in table.patrons.items() if patron.place is not None}
    waiting = waiting_for_cut(table, stage)
    clauses = cut_clauses(rules)
    if request.by in seated:
        if [request.by] == waiting[:1]:
            return None
        if request.by in stage.declined:
            return Refusal(Reason.NOT_ENTITLED, say("refused.cut-declined-by-you"), clauses)
        said = say("refused.cut-first", who=named(waiting[0]))
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    if not posts.knows(request.by):
        said = say("refused.cut-seated")
        standing = rules.chosen(rules.book.conduct.sharing)[0].untouched_clauses
        return Refusal(Reason.NOT_ENTITLED, said, standing or clauses)
    if waiting:
        said = say("refused.cut-before-staff", who=named(waiting[0]))
        return Refusal(Reason.STEP_MISSING, said, clauses)
    return None


def waiting_for_cut(table: Table, stage: Preparing) -> list[str]:
    """The seated patrons who have not declined the cut, in the order in which it is offered."""
    places = {name: each.place for name, each in table.patrons.items() if each.place is not None}
    return sorted(places.keys() - set(stage.declined), key=places.__getitem__)


def cut_clauses(rules: HouseRules) -> Clauses:
    """Who cuts."""
    cut = rules.chosen(rules.book.conduct.cut)
    return cut[0].offer_clauses if cut else ()


def _wrong_value(rules: HouseRules, table: Table, request: r.Prepare) -> Refusal | None:
    """Why a cut or a marker may not be there."""
    rule = rules.chosen(rules.book.conduct.cut)
    if not rule or request.step not in ("cut", "marker"):
        return None
    size, value = table.shoe.size, request.value
    if request.step == "cut":
        least, most = rule[0].from_ends_least, size - rule[0].from_ends_least
    else:
        least, most = rule[0].marker_least, size - 1
    if value is not None and least <= value <= most:
        return None
    said = say("refused.cut-place", least=least, most=most, value=value or 0)
    acceptable = least if value is None or value < least else most
    return Refusal(Reason.BAD_CUT, said, rule[0].place_clauses, value, acceptable)


def object_to_cards(
    rules: HouseRules, table: Table, request: r.ObjectToCards
) -> e.Events | Refusal:
    """Before their first coup a patron may have pre-shuffled cards shown, or mixed anew."""
    stage, rule = table.stage, rules.book.conduct.cards
    clauses = (*(rule.mix_clauses if request.mix else rule.look_clauses), *rule.object_clauses)
    if request.by not in table.patrons:
        return Refusal(Reason.UNKNOWN_PERSON, say("refused.not-here"), clauses)
    waiting = isinstance(stage, Preparing | Ready)  # until the first coup is called
    fresh = waiting and table.shoe.source == "pre-shuffled"
    if not clauses or not fresh:
        said = say("refused.preshuffled-only")
        return Refusal(Reason.WRONG_STAGE, said, clauses)
    step = "mix-anew" if request.mix else "shown"
    return (e.PreparationDone(step=step, by=request.by, clauses=clauses),)


def order_new_cards(
    rules: HouseRules, table: Table, request: r.OrderNewCards
) -> e.Events | Refusal:
    """Have the cards replaced, or reshuffled, before the next coup."""
    rule = rules.book.conduct.cards
    post = rule.reshuffle_post if request.reshuffle else rule.replace_post
    clauses = rule.reshuffle_clauses if request.reshuffle else rule.replace_clauses
    if request.reshuffle and request.reason:
        clauses = rule.doubt_clauses or clauses
    refusal = entitled(rules, request.by, post, clauses)
    if refusal is not None:
        return refusal
    if isinstance(table.stage, Closed | Preparing):
        return Refusal(Reason.WRONG_STAGE, say("refused.no-cards"), clauses)
    if request.reshuffle and table.shoe.cards in table.shoe.retired:
        return _retired(rules, table.shoe.cards)
    return (
        e.ReplacementOrdered(
            reshuffle=request.reshuffle, by=request.by, reason=request.reason, clauses=clauses
        ),
    )


# --- the burn ---------------------------------------------------------------------------------


def burn_rule(rules: HouseRules) -> BurnRule:
    """The book's burn, or the table's where the book is silent."""
    book = rules.chosen(rules.book.conduct.burns)
    return book[0] if book else BurnRule(rules.settings.shoe.burn, c("default:14"))


def view_burnt_card(
    rules: HouseRules, table: Table, request: r.ViewBurntCard
) -> e.Events | Refusal:
    """Show a patron the one card that was burnt face down."""
    rule = burn_rule(rules)
    if request.by not in table.patrons:
        return Refusal(Reason.UNKNOWN_PERSON, say("refused.not-here"), rule.clauses)
    if rule.burn is not Burn.ONE or not table.shoe.out:
        said = say("refused.no-burnt-card")
        return Refusal(Reason.NOT_ENTITLED, said, rule.clauses)
    return (e.BurntCardShown(patron=request.by, clauses=rule.clauses),)


def started(rules: HouseRules, table: Table) -> e.ShoeStarted:
    """The event that the cards are ready."""
    shoe, equipment = table.shoe, rules.book.options if rules.continuous else ()
    return e.ShoeStarted(
        shoe=shoe.number + 1,
        size=shoe.size,
        continuous=rules.continuous,
        clauses=(
            *(
                each
                for option in equipment
                if option.name == "equipment"
                for each in option.clauses
            ),
            *rules.book.conduct.dealing.hands_clauses,
        ),
    )
