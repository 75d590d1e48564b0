"""Who may do what: patrons and their chips, nominees, staff."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId, c
from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Dealing, Resolved, Table, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settlement import Result

STAFF_ONLY = c("default:19")


def staff_refusal(rules: HouseRules, by: str, post: str) -> Refusal | None:
    """Why `by` may not do what this post or one above may."""
    posts = rules.book.posts
    if posts.reaches(by, post):
        return None
    title = posts.title(post)
    return Refusal(Reason.NOT_ENTITLED, f"{by} may not do this; it takes the {title} or above")


def entitled(
    rules: HouseRules, by: str, post: str, clauses: tuple[ClauseId, ...]
) -> Refusal | None:
    """As `staff_refusal`, citing the clauses that reserve the act."""
    refusal = staff_refusal(rules, by, post)
    if refusal is None:
        return None
    return Refusal(refusal.reason, refusal.sentence, clauses)


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
        return Refusal(Reason.NOT_ENTITLED, f"{by} may not turn cards for {patron}", clauses)
    if not rule.staff_posts or by in rule.staff_posts:
        return None
    titles = " or ".join(posts.title(post) for post in rule.staff_posts)
    sentence = f"the {posts.title(by)} lays no wagers for patrons; the {titles} may"
    return Refusal(Reason.NOT_ENTITLED, sentence, rule.staff_places_clauses)


def nominee_refusal(
    rules: HouseRules, table: Table, by: str, patron: str, what: str
) -> Refusal | None:
    """Why somebody may not act for a patron as nominee; who touches cards must be seated."""
    nominees = rules.book.conduct.nominees
    nominee = table.nominees.get(by)
    if nominee is None or nominee.patron != patron:
        sentence = f"{by} does not act for {patron}; name and approve a nominee first"
        clauses = nominees.approval_clauses or nominees.overall_clauses
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    if not nominee.approved:
        sentence = f"{by} is not approved as a nominee yet"
        return Refusal(Reason.NOT_ENTITLED, sentence, nominees.approval_clauses)
    if not nominee.announced:
        sentence = f"{by} is not announced as a nominee yet"
        return Refusal(Reason.NOT_ENTITLED, sentence, nominees.announce_clauses)
    if table.is_barred(what, patron):
        clauses = nominees.bar_wagers_clauses if what == "wagers" else nominees.bar_cards_clauses
        sentence = f"{patron} was told to act in person; {by} may not do it for them"
        return Refusal(Reason.NOT_ENTITLED, sentence, clauses)
    known = table.patrons.get(by)
    if what == "cards" and (known is None or known.place is None):
        sentence = f"{by} must be seated at the table to handle cards; take a place first"
        return Refusal(Reason.NOT_ENTITLED, sentence, nominees.seated_clauses)
    return None


def absent(table: Table, patron: str) -> Refusal | None:
    """Why somebody cannot do this: they are not at the table."""
    known = table.patrons.get(patron)
    if known is None or not known.present:
        return Refusal(Reason.UNKNOWN_PERSON, f"{patron} is not at this table; take a place first")
    return None


# --- patrons ----------------------------------------------------------------------------------


def take_place(rules: HouseRules, table: Table, request: r.TakePlace) -> e.Events | Refusal:
    """Sit or stand."""
    if rules.book.posts.knows(request.by):
        return Refusal(Reason.NOT_ENTITLED, f"{request.by} is a post of staff and may not bet")
    place = request.place
    if place is not None:
        if not 1 <= place <= rules.seats:
            sentence = f"there is no place {place}; places are 1 to {rules.seats}"
            return Refusal(Reason.NO_SUCH_PLACE, sentence, rules.places.clauses)
        sitting = [name for name, each in table.patrons.items() if each.place == place]
        if sitting and sitting != [request.by]:
            sentence = f"place {place} is taken by {sitting[0]}; choose another or stand"
            return Refusal(Reason.PLACE_TAKEN, sentence, c("default:24"))
    return (e.PatronCame(patron=request.by, place=place, clauses=rules.places.clauses),)


def buy_in(rules: HouseRules, table: Table, request: r.BuyIn) -> e.Events | Refusal:
    """Money becomes chips."""
    refusal = absent(table, request.by)
    if refusal is not None:
        return refusal
    held = table.patrons[request.by].rack
    if not 0 < request.amount <= UNITS_MAX - held:
        sentence = "an amount must be above zero, and no rack holds more than can be counted"
        return Refusal(Reason.BAD_AMOUNT, sentence, (), request.amount, UNITS_MAX - held)
    return (e.ChipsBought(patron=request.by, amount=request.amount, clauses=c("default:20")),)


def cash_out(rules: HouseRules, table: Table, request: r.CashOut) -> e.Events | Refusal:
    """Chips become money."""
    if request.by not in table.patrons:
        return Refusal(Reason.UNKNOWN_PERSON, f"{request.by} has no chips at this table")
    rack = table.patrons[request.by].rack
    if request.amount <= 0:
        return Refusal(Reason.BAD_AMOUNT, "an amount must be above zero", offending=request.amount)
    if request.amount > rack:
        return not_enough(rules, request.by, request.amount, rack)
    owed = max(table.patrons[request.by].owed, 0)
    free = max(rack - _still_reversible(table, request.by) - owed, 0)
    if request.amount > free:
        write = rules.settings.currency.write
        sentence = f"{write(free)} can be cashed now, the rest once the next coup is called"
        clauses = c("default:27")
        return Refusal(Reason.NOT_ENOUGH_CHIPS, sentence, clauses, request.amount, free)
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
    write = rules.settings.currency.write
    sentence = f"{patron} has {write(rack)} in the rack, not {write(amount)}"
    return Refusal(Reason.NOT_ENOUGH_CHIPS, sentence, c("default:20"), amount, rack)


# --- nominees ---------------------------------------------------------------------------------


def name_nominee(rules: HouseRules, table: Table, request: r.NameNominee) -> e.Events | Refusal:
    """Name somebody to act for a patron: he himself, or a supervisor at his word."""
    rule, patron = rules.book.conduct.nominees, request.patron or request.by
    if not rule.allowed:
        return Refusal(Reason.NOT_ENTITLED, "this book knows no nominees", rule.overall_clauses)
    refusal = absent(table, patron)
    if patron != request.by:
        refusal = entitled(rules, request.by, rule.post, rule.approval_clauses) or refusal
    if refusal is not None:
        return refusal
    if request.is_staff or rules.book.posts.knows(request.nominee):
        sentence = f"{request.nominee} works here and cannot be a nominee"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.staff_clauses)
    acting = table.nominees.get(request.nominee)
    if acting is not None and acting.patron != patron:
        sentence = f"{request.nominee} already acts for {acting.patron}"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.one_patron_clauses)
    have = [each for each in table.nominees.values() if each.patron == patron]
    several = rules.chosen(rule.several)
    if have and not several:
        sentence = f"{patron} already has {have[0].name} as nominee; one at a time"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.overall_clauses)
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
        sentence = f"{request.nominee} must be approved before being announced"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.approval_clauses)
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
        sentence = f"{patron} has not confirmed it; ask them, or order them to act in person first"
        return Refusal(Reason.NOT_ENTITLED, sentence, rule.end_clauses)
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
        return Refusal(Reason.NOT_ENTITLED, "this book knows no nominees", rule.overall_clauses)
    if request.what not in ("wagers", "cards"):
        return Refusal(Reason.BAD_ANSWER, "nominees are barred from wagers or from cards")
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
    clauses: tuple[ClauseId, ...],
) -> Refusal | None:
    rule = rules.book.conduct.nominees
    if not rule.allowed:
        return Refusal(Reason.NOT_ENTITLED, "this book knows no nominees", rule.overall_clauses)
    refusal = entitled(rules, request.by, rule.post, clauses)
    if refusal is None and request.nominee not in table.nominees:
        return Refusal(Reason.UNKNOWN_PERSON, f"nobody named {request.nominee} as nominee", clauses)
    return refusal


def patrons_with_stakes(table: Table) -> tuple[str, ...]:
    """Everybody with money on the layout, in the order they first staked."""
    assert isinstance(table.stage, Betting | Dealing), table.stage
    return tuple(dict.fromkeys(patron for patron, _, _ in table.stage.stakes))
