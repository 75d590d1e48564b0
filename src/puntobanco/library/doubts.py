"""What looks wrong in a book without errors: lines that never decide, edges nobody can mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puntobanco.base.clauses import clause_order
from puntobanco.library.book_file import BookFile
from puntobanco.library.checking import Problem
from puntobanco.library.errors import FileFinding
from puntobanco.library.places import Path
from puntobanco.library.stale import stale_clauses, stale_prints
from puntobanco.odds.figures import percent
from puntobanco.odds.pricing import Odds, odds
from puntobanco.rules.book import RuleBook
from puntobanco.rules.chips import can_be_made
from puntobanco.rules.citing.register import ClauseKind
from puntobanco.rules.configure import closest
from puntobanco.rules.facts import facts_of
from puntobanco.rules.options import Given
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.settings import TableSettings
from puntobanco.rules.wagers import Wager, Win

_CITED = (ClauseKind.WAGER, ClauseKind.SETTLE)
"""Kinds of clauses that a line of some wager should cite."""


def findings_in(found: BookFile) -> list[FileFinding]:
    """What looks wrong in a file that was read without errors, in the order of its lines."""
    book, own = found.book, found.own
    doubts = [
        FileFinding(found.place(path), sentence, is_error=False)
        for path, sentence in doubts_in(book, lambda name: name in own.wagers)
    ]
    doubts += [
        FileFinding(found.places.key(path), sentence, is_error=False)
        for look in (_never_cited, stale_clauses, stale_prints, _needless)
        for path, sentence in look(found)
    ]
    return sorted(doubts)


def _never_cited(found: BookFile) -> Iterator[Problem]:
    for clause in sorted(found.own.clauses, key=clause_order):
        is_for_lines = found.book.register.clauses[clause].kind in _CITED
        if is_for_lines and clause not in found.book.citations:
            yield found.own.clauses[clause], f"clause {clause} is never cited"


def _needless(found: BookFile) -> Iterator[Problem]:
    """Options that the file adds and nothing asks for; mostly a name that is misspelt."""
    if found.base is None:
        return
    known = [option.name for option in found.base.options]
    asked = {name for case in found.book.wagers for name, _ in case.when.choices}
    for name in (option.name for option in found.book.options):
        if name not in known and name not in asked:
            hint = closest(name, known)
            yield ("option", name), f"nothing depends on the new option {name}; {hint}"


def doubts_in(book: RuleBook, own: Callable[[str], bool]) -> list[Problem]:
    """What looks wrong in a book without errors; `own` says which wagers are the author's."""
    return [*_self_excluded(book), *_priced(book, own)]


def _self_excluded(book: RuleBook) -> Iterator[Problem]:
    for number, exclusion in enumerate(book.exclusions):
        if len(exclusion.when.choices) == 1:
            sentence = f"{exclusion.when} excludes itself; leave the value out of the option"
            yield ("exclusions", number), sentence


def _priced(book: RuleBook, own: Callable[[str], bool]) -> Iterator[Problem]:
    """Lines that never decide, payoffs that cannot be paid and edges that cannot be meant."""
    known: dict[Given, Odds | Refusal] = {}
    for number, case in enumerate(book.wagers):
        if not own(case.thing.name):
            continue
        if case.when not in known:
            rules = book.configure({name: values[0] for name, values in case.when.choices})
            known[case.when] = rules if isinstance(rules, Refusal) else odds(rules)
        priced = known[case.when]
        if isinstance(priced, Refusal):
            yield ("wagers", number), f"it is never offered: {priced.sentence}"
        else:
            yield from _judged(case.thing, priced, ("wagers", number, "thing"))


def _judged(wager: Wager, priced: Odds, where: Path) -> Iterator[Problem]:
    coups = [each for each in priced.weights.as_mapping() if each >= 0]
    deciding = {id(wager.verdict(each)) for each in coups}
    for number, line in enumerate(wager.lines):
        at = (*where, "lines", number)
        if id(line) not in deciding:
            why = "the lines above it decide every coup in which it holds"
            if not any(line.when.holds(facts_of(each)) for each in coups):
                why = "its condition holds in no coup"
            yield (*at, "when"), f"this line never decides: {why}"
        if not line.clauses:
            yield at, 'this line names no clause that orders it; add clauses = ["H.1"]'
        if isinstance(line.end, Win) and not _can_be_paid(line.end):
            yield (*at, "end"), f"no stake within the limits wins an amount in chips at {line.end}"
    if id(wager.otherwise) not in deciding:
        yield (*where, "otherwise"), "this line never decides: those above it cover every coup"
    edge = priced[wager.name].edge
    if not 0 <= edge <= 1:
        yield where, f"its edge is {percent(edge, 3)} %; a house keeps between 0 and 100"


def _can_be_paid(win: Win) -> bool:
    """Whether some stake of the demonstration chips wins an amount that chips can make."""
    settings = TableSettings()
    chips, most = tuple(sorted(settings.chips)), settings.limits.side.maximum
    steps = range(chips[0] * win.net.denominator, most + 1, chips[0] * win.net.denominator)
    return any(can_be_made(int(stake * win.net), chips) for stake in steps[:1])
