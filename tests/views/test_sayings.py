"""What is said to people is said in every language, and nothing stays English by chance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from puntobanco.base.cards import cards
from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal
from puntobanco.rules.rulings import RULING_FACTS, Irregularity
from puntobanco.rules.signs import ANTE, DIFFERENTIAL
from puntobanco.rules.wagers import Wager
from puntobanco.rules.words import HANDS, label_said, step_said, wager_said
from puntobanco.sayings.catalogue import ENGLISH, slots, templates
from puntobanco.sayings.saying import SaidError, Saying, Value, english, say, sentence
from puntobanco.server.api.handling.errors import ANSWERED_WITH, HouseError
from puntobanco.server.casino.strangers import StrangerError
from puntobanco.views import hands_form
from puntobanco.views.hands_form import hands_form as hands_of
from puntobanco.views.phase_form import phase_form
from puntobanco.views.reading import Reading
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.seat import PUBLIC, STAFF, Viewer, news_for
from puntobanco.views.staff_form import staff_form
from puntobanco.views.table_form import commission_said
from tests.sizes import size_of

from .logs import MOMENT, Log, hostile, read, scripted

SOURCE = Path(__file__).parents[2] / "src/puntobanco"
LANGUAGES = ("zh-Hans", "zh-Hant")
AS_WRITTEN = {
    *("who", "nominee", "patrons", "one", "other", "whom"),  # names
    *("amount", "stake", "profit", "commission", "share"),  # figures
    *("book", "option", "value", "cards"),  # codes
    *("note", "reason", "why"),  # free text: as it was written
}
"""What may be filled with a text that is shown as it is."""
SEEDS = range(size_of("view_seeds"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_template_with_the_same_places(language: str) -> None:
    other = templates(language, "sayings")
    assert other.keys() == ENGLISH.keys()
    for code, template in ENGLISH.items():
        assert slots(template) == slots(other[code]), f"{code} is filled otherwise in {language}"
        left = re.findall("[A-Za-z]+", re.sub(r"\{\w+\}", "", other[code]))
        assert not left, f"{code} has {left} in {language}"


# --- the code that says them ----------------------------------------------------------------------


def _literals(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Every text in a module, and whether it is only the beginning of one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            if isinstance(first, ast.Constant):
                yield str(first.value), True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, False


def _said(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Every code that is said in so many words, with what fills it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            first = node.args[0]
            codes = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for code in codes:
                if isinstance(code, ast.Constant):
                    yield str(code.value), {each.arg or "" for each in node.keywords}


def test_every_code_that_is_said_is_known_and_every_known_one_is_said() -> None:
    modules = sorted(SOURCE.rglob("*.py"))
    texts: set[tuple[str, bool]] = set()
    for path in modules:
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        texts |= set(_literals(tree))
        for code, filled in _said(tree) if "puntobanco.sayings.saying" in text else ():
            assert code in ENGLISH, f"{path.name} says {code}"
            assert slots(ENGLISH[code]) == filled, f"{path.name} fills {code} with {filled}"
    kinds = {text for text, _ in texts if f"{text}." in {code[: len(text) + 1] for code in ENGLISH}}
    begun = (*(text for text, cut in texts if cut and "." in text), *(f"{kind}." for kind in kinds))
    whole = {text for text, cut in texts if not cut}
    for code in (code.removesuffix(".you") for code in ENGLISH):
        assert code in whole or code.startswith(begun), f"nobody says {code}"


def test_the_words_of_every_book_are_known() -> None:
    for book in BOOKS.values():
        for post in book.posts.ladder:
            assert english(_post_of(book.name, post.name)) == post.title
        for wager in _everything_offered(book.name):
            assert isinstance(wager_said(wager.name), Saying), wager.name
            for label in (*(line.label for line in wager.lines), wager.otherwise.label):
                assert isinstance(label_said(label), Saying), label
        notices = {case.thing.name for case in book.conduct.notices}
        for name in (*notices, DIFFERENTIAL, ANTE):
            assert f"notice.{name}" in ENGLISH


def test_every_irregularity_and_fact_of_a_ruling_is_known() -> None:
    for irregularity in Irregularity:
        assert f"irregularity.{irregularity.value}" in ENGLISH
    for fact in RULING_FACTS:
        assert f"fact.{fact}" in ENGLISH


def _post_of(book: str, post: str) -> Value:
    """A post, said at a table of that book; it must be known, not only named."""
    rules = BOOKS[book].configure({})
    assert isinstance(rules, HouseRules)
    said = rules.book.posts.said(post)
    assert isinstance(said, Saying), post
    return said


def _everything_offered(book: str) -> Iterator[Wager]:
    """Every wager that some table of a book offers."""
    seen: set[int] = set()

    def walk(thing: object) -> Iterator[Wager]:
        if id(thing) in seen:
            return
        seen.add(id(thing))
        if isinstance(thing, Wager):
            yield thing
        elif isinstance(thing, tuple | list):
            for each in thing:
                yield from walk(each)
        elif isinstance(thing, Mapping):
            for each in thing.values():
                yield from walk(each)
        else:
            for name in getattr(thing, "__dataclass_fields__", ()):
                yield from walk(getattr(thing, name))

    yield from walk(BOOKS[book])


# --- what tables really say -----------------------------------------------------------------------


def _everything_said(log: Log) -> Iterator[tuple[Saying, str]]:
    """Every saying of a log with the English beside it, as everybody reads it."""
    reading: Reading
    for number, (reading, event) in enumerate(read(log), start=1):
        viewers: list[Viewer] = [PUBLIC, STAFF, *reading.table.patrons, *reading.table.nominees]
        for audience in viewers:
            news = news_for(reading, event, number, 0, audience)
            if news is not None:
                yield news.said, news.sentence
        yield from _sections(reading)


def _sections(reading: Reading) -> Iterator[tuple[Saying, str]]:
    phase = phase_form(reading, MOMENT)
    yield phase.said, phase.line
    for reason in hands_of(reading).reasons:
        yield reason.said, reason.sentence
    ruling = ruling_form(reading)
    if ruling is not None:
        yield ruling.said, ruling.sentence
        yield from zip(ruling.follows_said, ruling.follows, strict=True)
        if ruling.asks_said is not None:
            yield ruling.asks_said, ruling.asks
    staff = staff_form(reading)
    yield staff.step.said, staff.step.line
    if staff.step.detail_said is not None:
        yield staff.step.detail_said, sentence(staff.step.detail_said)
    yield from ((check.said, sentence(check.said)) for check in staff.checklist)


def _in(words: Mapping[str, str], said: Value, place: str = "") -> str:
    """A saying in another language, without what may be written as it is."""
    if isinstance(said, str) and place in AS_WRITTEN:
        return ""
    if not isinstance(said, Saying):
        return str(said)
    filled = {name: _in(words, value, name) for name, value in said.values.items()}
    return words[said.code].format_map(filled)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stays_english(language: str) -> None:
    words, known = templates(language, "sayings"), set()
    for log in (*scripted(), *(hostile(seed) for seed in SEEDS)):
        for said, in_english in _everything_said(log):
            assert sentence(said) == in_english
            text = _in(words, said)
            left = re.findall("[A-Za-z]{2,}|[B-IL-PR-Zb-z]", text)
            assert not left, f"{log}: {said} is {text}"
            known.add(said.code)
    assert len(known) > 90, sorted(known)


def test_words_of_an_unknown_book_stay_its_own() -> None:
    assert wager_said("golden-frog") == "golden-frog"
    assert step_said("breathe-on") == "breathe on"
    assert english(say("do.deal", slot=HANDS[next(iter(HANDS))])) == "Deal Player"


@pytest.mark.parametrize("book", BOOKS)
def test_third_cards_are_explained_as_the_drawing_rules_do(book: str) -> None:
    rules = BOOKS[book].configure({})
    assert isinstance(rules, HouseRules)
    ranks = "TA23456789"
    for player in range(10):
        for banker in range(10):
            for third in range(10):
                drawn = f"{ranks[player]}s {ranks[banker]}s Ts Ts {ranks[third]}h 3h"
                coup = deal(rules.tableau, cards(drawn)).coup
                assert coup is not None
                reasons = hands_form._reasons(rules, coup)
                decisions = coup.decisions(rules.tableau)
                assert [each.sentence for each in reasons] == [f"{d.sentence}." for d in decisions]


def test_the_commission_is_told_in_every_book() -> None:
    for book in BOOKS.values():
        rules = book.configure({})
        assert isinstance(rules, HouseRules)
        said = commission_said(rules)
        for language in LANGUAGES:
            words = _in(templates(language, "sayings"), said)
            assert not re.search("[A-Za-z]", words), words


# --- what is refused ------------------------------------------------------------------------------


def test_a_template_for_the_reader_lacks_only_the_name_of_the_reader() -> None:
    own = [code for code in ENGLISH if code.endswith(".you")]
    assert own
    for code in own:
        left_out = slots(ENGLISH[code.removesuffix(".you")]) - slots(ENGLISH[code])
        assert left_out in ({"who"}, {"by"}), code
        assert re.search(r"\byou(r)?\b", ENGLISH[code]), code


def test_every_error_that_a_handler_lets_through_has_its_status() -> None:
    let_through = set(SaidError.__subclasses__()) - {HouseError, StrangerError}
    ours = {each for each in let_through if each.__module__.startswith("puntobanco.")}
    assert ours == set(ANSWERED_WITH)
