"""Who may do what: patrons and their chips, nominees, staff."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses, c
from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.table import Dealing, Resolved, Table, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.wagers import Result
from puntobanco.sayings.saying import either, named, say

STAFF_ONLY = c("default:19")


def staff_refusal(rules: HouseRules, by: str, post: str) -> Refusal | None:
    """Why `by` may not do what this post or one above may."""
    posts = rules.book.posts
    if posts.reaches(by, post):
        return None
    return Refusal(Reason.NOT_ENTITLED, say("refused.takes-post", post=posts.said(post)))


def entitled(rules: HouseRules, by: str, post: str, clauses: Clauses) -> Refusal | None:
    """As `staff_refusal`, citing the clauses that reserve the act."""
    refusal = staff_refusal(rules, by, post)
    if refusal is None:
        return None
    return Refusal(refusal.reason, refusal.said, clauses)


def acting_refusal(
    rules: HouseRules, table: Table, by: str, patron: str, what: str
) -> Refusal | None:
    """Why `by` may not act for a patron; `what` is `wagers` or `cards`."""
    away = absent(table, patron)
    if by == patron or away is not None:
        return away
    posts = rules.book.posts
    if posts.knows(by):
        return _staff_acting(rules, by, patron, what)
    return nominee_refusal(rules, table, by, patron, what)


def _staff_acting(rules: HouseRules, by: str, patron: str, what: str) -> Refusal | None:
    """Why a member of staff may not do this for a patron."""
    rule, posts = rules.book.conduct.betting, rules.book.posts
    if what != "wagers":
        clauses = rules.book.conduct.nominees.staff_clauses
        return Refusal(Reason.NOT_ENTITLED, say("refused.staff-turns", who=named(patron)), clauses)
    if not rule.staff_posts or by in rule.staff_posts:
        return None
    said = say(
        "refused.staff-lays", post=posts.said(by), posts=either(map(posts.said, rule.staff_posts))
    )
    return Refusal(Reason.NOT_ENTITLED, said, rule.staff_places_clauses)


def nominee_refusal(
    rules: HouseRules, table: Table, by: str, patron: str, what: str
) -> Refusal | None:
    """Why a person may not act for a patron as nominee; who touches cards must be seated."""
    nominees = rules.book.conduct.nominees
    nominee = table.nominees.get(by)
    if nominee is None or nominee.patron != patron:
        said = say("refused.no-nominee", by=named(by), who=named(patron))
        clauses = nominees.approval_clauses or nominees.overall_clauses
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    if not nominee.approved:
        said = say("refused.nominee-not-approved", who=named(by))
        return Refusal(Reason.NOT_ENTITLED, said, nominees.approval_clauses)
    if not nominee.announced:
        said = say("refused.nominee-not-announced", who=named(by))
        return Refusal(Reason.NOT_ENTITLED, said, nominees.announce_clauses)
    if table.is_barred(what, patron):
        clauses = nominees.bar_wagers_clauses if what == "wagers" else nominees.bar_cards_clauses
        said = say("refused.in-person", who=named(patron), by=named(by))
        return Refusal(Reason.NOT_ENTITLED, said, clauses)
    known = table.patrons.get(by)
    if what == "cards" and (known is None or known.place is None):
        said = say("refused.nominee-seated", who=named(by))
        return Refusal(Reason.NOT_ENTITLED, said, nominees.seated_clauses)
    return None


def absent(table: Table, patron: str) -> Refusal | None:
    """Why a person cannot do this: they are not at the table."""
    known = table.patrons.get(patron)
    if known is None or not known.present:
        return Refusal(Reason.UNKNOWN_PERSON, say("refused.absent", who=named(patron)))
    return None


# --- patrons ----------------------------------------------------------------------------------


def take_place(rules: HouseRules, table: Table, request: r.TakePlace) -> e.Events | Refusal:
    """Sit or stand."""
    if rules.book.posts.knows(request.by):
        return Refusal(Reason.NOT_ENTITLED, say("refused.staff-bets"))
    place = request.place
    if place is not None:
        if not 1 <= place <= rules.seats:
            said = say("refused.no-place", place=place, most=rules.seats)
            return Refusal(Reason.NO_SUCH_PLACE, said, rules.places.clauses)
        sitting = [name for name, each in table.patrons.items() if each.place == place]
        if sitting and sitting != [request.by]:
            said = say("refused.place-taken", place=place)
            return Refusal(Reason.PLACE_TAKEN, said, c("default:24"))
    return (e.PatronCame(patron=request.by, place=place, clauses=rules.places.clauses),)


def buy_in(rules: HouseRules, table: Table, request: r.BuyIn) -> e.Events | Refusal:
    """Money becomes chips."""
    refusal = absent(table, request.by)
    if refusal is not None:
        return refusal
    held = table.patrons[request.by].rack
    if not 0 < request.amount <= UNITS_MAX - held:
        said = say("refused.rack-full")
        return Refusal(Reason.BAD_AMOUNT, said, (), request.amount, UNITS_MAX - held)
    return (e.ChipsBought(patron=request.by, amount=request.amount, clauses=c("default:20")),)


def cash_out(rules: HouseRules, table: Table, request: r.CashOut) -> e.Events | Refusal:
    """Chips become money."""
    if request.by not in table.patrons:
        return Refusal(Reason.UNKNOWN_PERSON, say("refused.no-chips"))
    rack = table.patrons[request.by].rack
    if request.amount <= 0:
        return Refusal(Reason.BAD_AMOUNT, say("refused.amount-zero"), offending=request.amount)
    if request.amount > rack:
        return not_enough(rules, request.by, request.amount, rack)
    owed = max(table.patrons[request.by].owed, 0)
    free = max(rack - _still_reversible(table, request.by) - owed, 0)
    if request.amount > free:
        show = rules.settings.currency.show
        said = say("refused.cash-later", amount=show(free))
        clauses = c("default:27")
        return Refusal(Reason.NOT_ENOUGH_CHIPS, said, clauses, request.amount, free)
    return (e.ChipsCashed(patron=request.by, amount=request.amount, clauses=c("default:20")),)


def _still_reversible(table: Table, patron: str) -> Units:
    """What the last coup put into a rack, which a void could still take back."""
    stage = table.stage if isinstance(table.stage, Dealing) else paid_coup(table)
    if stage is None or (isinstance(stage, Resolved) and stage.final):
        return 0
    settled = stage.settled
    paid = sum(
        line.stake + line.profit
        for line in settled
        if line.patron == patron and line.result is not Result.LOSE and not line.stays
    )
    stayed = sum(line.stake for line in settled if line.patron == patron and line.stays)
    staying = stage.staying if isinstance(stage, Resolved) else {}
    lying = sum(stake for key, stake in staying.items() if key[0] == patron)
    lying = stayed if isinstance(stage, Dealing) else lying
    return paid + stayed - lying


def not_enough(rules: HouseRules, patron: str, amount: int, rack: int) -> Refusal:
    """The refusal of more than a rack holds."""
    show = rules.settings.currency.show
    said = say("refused.too-few-chips", who=named(patron), have=show(rack), needed=show(amount))
    return Refusal(Reason.NOT_ENOUGH_CHIPS, said, c("default:20"), amount, rack)


# --- nominees ---------------------------------------------------------------------------------


def name_nominee(rules: HouseRules, table: Table, request: r.NameNominee) -> e.Events | Refusal:
    """Name a person to act for a patron: the patron does, or a supervisor at the patron's word."""
    rule, patron = rules.book.conduct.nominees, request.patron or request.by
    if not rule.allowed:
        return Refusal(Reason.NOT_ENTITLED, say("refused.book-no-nominees"), rule.overall_clauses)
    refusal = absent(table, patron)
    if patron != request.by:
        refusal = entitled(rules, request.by, rule.post, rule.approval_clauses) or refusal
    if refusal is not None:
        return refusal
    if request.is_staff or rules.book.posts.knows(request.nominee):
        said = say("refused.nominee-works-here", who=request.nominee)
        return Refusal(Reason.NOT_ENTITLED, said, rule.staff_clauses)
    acting = table.nominees.get(request.nominee)
    if acting is not None and acting.patron != patron:
        said = say("refused.nominee-busy", who=request.nominee, patron=named(acting.patron))
        return Refusal(Reason.NOT_ENTITLED, said, rule.one_patron_clauses)
    have = [each for each in table.nominees.values() if each.patron == patron]
    several = rules.chosen(rule.several)
    if have and not several:
        said = say("refused.one-nominee", who=named(patron), nominee=named(have[0].name))
        return Refusal(Reason.NOT_ENTITLED, said, rule.overall_clauses)
    clauses = several[0].clauses if have else rule.overall_clauses
    by = "" if patron == request.by else request.by
    return (e.NomineeNamed(patron=patron, nominee=request.nominee, by=by, clauses=clauses),)


def approve_nominee(
    rules: HouseRules, table: Table, request: r.ApproveNominee
) -> e.Events | Refusal:
    """A supervisor's approval."""
    rule = rules.book.conduct.nominees
    return _on_nominee(rules, table, request, rule.approval_clauses) or (
        e.NomineeApproved(nominee=request.nominee, by=request.by, clauses=rule.approval_clauses),
    )


def announce_nominee(
    rules: HouseRules, table: Table, request: r.AnnounceNominee
) -> e.Events | Refusal:
    """A supervisor's announcement, without which a nominee may not act."""
    rule = rules.book.conduct.nominees
    refusal = _on_nominee(rules, table, request, rule.announce_clauses)
    if refusal is not None:
        return refusal
    if not table.nominees[request.nominee].approved:
        said = say("refused.approve-first", who=request.nominee)
        return Refusal(Reason.NOT_ENTITLED, said, rule.approval_clauses)
    return (
        e.NomineeAnnounced(nominee=request.nominee, by=request.by, clauses=rule.announce_clauses),
    )


def end_nominee(rules: HouseRules, table: Table, request: r.EndNominee) -> e.Events | Refusal:
    """The announcement that a nominee ceased to act: confirmed by the patron, or ordered."""
    rule = rules.book.conduct.nominees
    refusal = _on_nominee(rules, table, request, rule.end_clauses)
    if refusal is not None:
        return refusal
    patron = table.nominees[request.nominee].patron
    ordered = table.is_barred("wagers", patron) or table.is_barred("cards", patron)
    if not request.confirmed and not ordered:
        said = say("refused.not-confirmed", who=named(patron))
        return Refusal(Reason.NOT_ENTITLED, said, rule.end_clauses)
    return (
        e.NomineeEnded(
            nominee=request.nominee,
            by=request.by,
            confirmed=request.confirmed,
            clauses=rule.end_clauses,
        ),
    )


def bar_nominees(rules: HouseRules, table: Table, request: r.BarNominees) -> e.Events | Refusal:
    """A supervisor has patrons lay their own wagers or turn their own cards."""
    rule = rules.book.conduct.nominees
    if not rule.allowed:
        return Refusal(Reason.NOT_ENTITLED, say("refused.book-no-nominees"), rule.overall_clauses)
    if request.what not in ("wagers", "cards"):
        return Refusal(Reason.BAD_ANSWER, say("refused.barred-from"))
    clauses = rule.bar_wagers_clauses if request.what == "wagers" else rule.bar_cards_clauses
    refusal = entitled(rules, request.by, rule.post, clauses)
    if refusal is not None:
        return refusal
    return (
        e.NomineesBarred(
            what=request.what,
            patrons=request.patrons,
            by=request.by,
            lifted=request.lift,
            clauses=clauses,
        ),
    )


def _on_nominee(
    rules: HouseRules,
    table: Table,
    request: r.ApproveNominee | r.AnnounceNominee | r.EndNominee,
    clauses: Clauses,
) -> Refusal | None:
    rule = rules.book.conduct.nominees
    if not rule.allowed:
        return Refusal(Reason.NOT_ENTITLED, say("refused.book-no-nominees"), rule.overall_clauses)
    refusal = entitled(rules, request.by, rule.post, clauses)
    if refusal is None and request.nominee not in table.nominees:
        return Refusal(
            Reason.UNKNOWN_PERSON, say("refused.not-a-nominee", who=request.nominee[:40]), clauses
        )
    return refusal


def patrons_with_stakes(table: Table) -> tuple[str, ...]:
    """All patrons with money on the layout, in the order they first staked."""
    return tuple(dict.fromkeys(patron for patron, _, _ in table.open_coup.stakes))
