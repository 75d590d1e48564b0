"""A table opens and closes, and its operator makes another choice."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.people import STAFF_ONLY, entitled
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Resolved, Table, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.signs import missing_notice, required_notices
from puntobanco.sayings.saying import known, named, say


def open_table(rules: HouseRules, table: Table, request: r.OpenTable) -> e.Events | Refusal:
    """Open for play; every notice the book demands must be shown."""
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(table.stage, Closed):
        return Refusal(Reason.WRONG_STAGE, say("refused.table-open"))
    for notice in required_notices(rules):
        if notice.name not in request.notices:
            said = say("refused.notice-first", notice=known("notice", notice.name))
            return Refusal(Reason.NOTICE_MISSING, said, notice.clauses)
    lacking = missing_notice(rules)
    if lacking is not None:
        said = say("refused.sign-lacks", notice=known("notice", lacking.name))
        return Refusal(Reason.NOTICE_MISSING, said, lacking.clauses)
    opened = e.TableOpened(
        book=rules.book.name,
        digest=rules.book.digest(),
        options=dict(rules.options),
        places=rules.seats,
        drop_box=rules.settings.drop_box,
        notices=request.notices,
        by=request.by,
        clauses=tuple(
            dict.fromkeys(
                (
                    *rules.places.clauses,
                    *(each for wager in rules.wagers.values() for each in wager.terms.area_clauses),
                    *(each for notice in required_notices(rules) for each in notice.clauses),
                )
            )
        ),
    )
    return (opened,)


def close_table(rules: HouseRules, table: Table, request: r.CloseTable) -> e.Events | Refusal:
    """Close between coups, with nothing on the layout and no chips in the racks."""
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    stage = table.stage
    if isinstance(stage, Closed | Betting | Dealing):
        return Refusal(Reason.WRONG_STAGE, say("refused.close-between"))
    if isinstance(stage, Resolved) and stage.staying:
        return Refusal(Reason.STAKES_DOWN, say("refused.stakes-lie"))
    paid = paid_coup(table)
    if paid is not None and not paid.final:  # winnings can be cashed from now on
        return (e.PlayEnded(by=request.by, clauses=c("default:27")),)
    holders = [name for name, patron in table.patrons.items() if patron.rack]
    owing = [name for name, patron in table.patrons.items() if patron.owed > 0 and patron.rack]
    if owing:
        return Refusal(Reason.STAKES_DOWN, say("refused.owes", who=named(owing[0])))
    if holders:
        return Refusal(Reason.STAKES_DOWN, say("refused.still-has-chips", who=named(holders[0])))
    return (e.TableClosed(by=request.by, clauses=STAFF_ONLY),)


def can_adopt(table: Table) -> bool:
    """Whether a table may go on under another edition now."""
    stage = table.stage
    return not isinstance(stage, Betting | Dealing | Resolved) or (
        isinstance(stage, Resolved) and not stage.staying
    )


def adopt_edition(rules: HouseRules, table: Table, request: r.AdoptEdition) -> e.Events | Refusal:
    """Go on under another edition, between coups and with nothing on the layout."""
    refusal = entitled(rules, request.by, rules.book.posts.ladder[-1].name, STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not can_adopt(table):
        said = say("refused.edition-between")
        return Refusal(Reason.WRONG_STAGE, said)
    if request.edition == rules.book.digest():
        return Refusal(Reason.ALREADY_SO, say("refused.edition-same"))
    if not request.book:
        return Refusal(Reason.UNKNOWN_VALUE, say("refused.edition-unknown"))
    return (
        e.EditionAdopted(
            before=rules.book.digest(),
            after=request.edition,
            book=request.book,
            options=request.options,
            by=request.by,
            clauses=STAFF_ONLY,
        ),
    )


def change_option(rules: HouseRules, table: Table, request: r.ChangeOption) -> e.Events | Refusal:
    """Another choice of the operator, where the book allows it, from the next coup on."""
    stage, conduct = table.stage, rules.book.conduct
    elections = {each.option: each for each in rules.chosen(conduct.elections)}
    if request.option == "style":
        clauses = conduct.dealing.style_clauses
        between_shoes = isinstance(stage, Closed | Preparing) or table.shoe.over
        if not between_shoes:
            said = say("refused.style-stays")
            return Refusal(Reason.WRONG_STAGE, said, clauses)
    elif request.option in elections:
        election = elections[request.option]
        clauses = election.clauses
        if isinstance(stage, Betting | Dealing):
            said = say("refused.payment-between")
            return Refusal(Reason.WRONG_STAGE, said, clauses)
        if not request.sign and request.value != election.without_sign:
            said = say("refused.payment-sign")
            return Refusal(Reason.NOTICE_MISSING, said, clauses)
    else:
        said = say("refused.option-fixed", option=request.option[:40])
        return Refusal(Reason.NOT_ENTITLED, said)
    refusal = entitled(rules, request.by, rules.book.posts.ladder[-1].name, clauses)
    if refusal is not None:
        return refusal
    changed = rules.book.configure({**table.options, request.option: request.value}, rules.settings)
    if isinstance(changed, Refusal):
        return changed
    return (
        e.OptionChanged(
            option=request.option,
            value=request.value,
            by=request.by,
            at_once=request.option not in elections,
            clauses=clauses,
        ),
    )
