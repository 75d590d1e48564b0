"""Book files: what they say, and every mistake told with line and column."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest
from tests.sizes import size_of

from puntobanco.base.clauses import ClauseId
from puntobanco.books import BOOKS, book_named
from puntobanco.library.checking import errors_in
from puntobanco.library.comparing import differences
from puntobanco.library.errors import BadBookFileError, BookNotFoundError
from puntobanco.library.finding import find_book, read_book
from puntobanco.library.writing import book_toml, start_of_file
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import read_edition

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "books"
DAMAGES = size_of("damaged_books")

WHOLE = """\
[book]
name = "own"
title = "Own"
edition = "first"
extends = "mbs"

[wager.sixes]
title = "Sixes"
side = "both"
wins = [{ when = "tie & player_total == 6", pays = "40 to 1", clauses = ["H.1"] }]
loses = { clauses = ["H.1"] }

[clauses]
"H.1" = "Sixes pays 40 to 1 where both hands finish on 6."
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(WHOLE, "utf-8")
    return path


def told(path: Path) -> str:
    """What is wrong with a file, without the folder it lies in."""
    with pytest.raises(BookNotFoundError) as caught:
        find_book(str(path))
    return str(caught.value).replace(f"{path.parent}{os.sep}", "")


def test_a_file_says_what_differs_from_another_book(written: Path) -> None:
    book, base = find_book(str(written)), book_named("mbs")
    assert (book.name, book.title, book.edition) == ("own", "Own", "first")
    assert [case.thing.name for case in book.wagers][-1] == "sixes"
    assert book.wagers[:-1] == base.wagers
    assert book.conduct == base.conduct
    assert book.register.clauses[ClauseId("H.1")].gist.startswith("Sixes pays")
    inherited = ClauseId("3.5")
    assert book.register.clauses[inherited] == base.register.clauses[inherited]


def test_two_files_with_one_name_are_told_apart_by_their_digest(tmp_path: Path) -> None:
    one, two = tmp_path / "a" / "own.toml", tmp_path / "b" / "own.toml"
    for path, pays in ((one, "40"), (two, "41")):
        path.parent.mkdir()
        path.write_text(WHOLE.replace("40 to 1", f"{pays} to 1"), "utf-8")
    assert find_book(str(one)).name == find_book(str(two)).name
    assert find_book(str(one)).digest() != find_book(str(two)).digest()


@pytest.mark.parametrize("name", BOOKS)
def test_a_whole_book_written_as_a_file_is_the_same_edition(name: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_text(book_toml(book_named(name)), "utf-8")
    assert find_book(str(path)).digest() == book_named(name).digest()


@pytest.mark.parametrize("name", BOOKS)
def test_a_canonical_text_is_a_file_too(name: str, tmp_path: Path) -> None:
    path = tmp_path / "edition.json"
    path.write_bytes(book_named(name).text + b"\n")
    assert find_book(str(path)) is book_named(name)
    assert find_book(book_named(name).digest()) is book_named(name)
    assert find_book(book_named(name).digest()[:12]) is book_named(name)


def test_the_start_of_a_file_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "start.toml"
    path.write_text(start_of_file(book_named("mbs"), "start", "mbs"), "utf-8")
    assert find_book(str(path)).wagers[-1].thing.name == "lucky-nine"


MISTAKES = [
    ("tie &", "tie & moon &", "own.toml:10:25: there is no fact 'moon'"),
    ("tie & player_total == 6", "tie & player_total", "own.toml:10:25: player_total is a number"),
    ('"40 to 1"', '"forty"', "own.toml:10:53: `forty` is not a payoff; write it like 30 to 1"),
    ('pays = "40 to 1", ', "", "own.toml:10:9: a line needs pays"),
    ('when = "tie & player_total == 6", ', "", "own.toml:10:9: a line needs when"),
    ("side =", "sied =", "own.toml:9:1: 'sied' is unknown here; did you mean side?"),
    ('"both"', '"dealer"', "9:9: 'dealer' is none of the possible values: player, banker, tie or"),
    ("[wager.sixes]", "[wagers.sixes]", "own.toml:7:2: did you mean [wager.sixes]?"),
    ("[wager.sixes]", "[wager]", "own.toml:8:1: [wager.NAME] is a table; write [wager.title]"),
    ('"40 to 1"', "0.95", 'own.toml:10:45: a payoff with a point is a text: "0.95"'),
    ('"Sixes"', "6", "own.toml:8:1: title is a text in quotation marks"),
    ('loses = { clauses = ["H.1"]', 'loses = { clauses = "H.1"', "11:11: clauses is a list in [ ]"),
    ("[clauses]", '[option.decks]\nfrom = "6"\n[clauses]', "14:1: from is a whole number without"),
    ("[clauses]", "[option.decks]\nform = 6\n[clauses]", "14:1: 'form' is unknown here; did you"),
    ("tie & player", "not tie & player", "own.toml:10:19: there is no fact 'not'; write ~"),
    (
        "[clauses]",
        '[rulings]\nrows = [{ when = "moon", clauses = [] }]\n[clauses]',
        "own.toml:14:",
    ),
    ("[clauses]", '[remove]\nclauses = ["H.1"]\n[clauses]', "there is no clause 'H.1' to remove"),
    (
        "[clauses]",
        '[remove]\nclauses = ["4.1[Tie]"]\n[clauses]',
        "14:12: clause 4.1[Tie] is removed here but still cited by the wager tie; keep it, or",
    ),
    ("title =", "titel =", "own.toml:3:1: 'titel' is unknown here; did you mean title?"),
    ("[clauses]", "[claus]", "own.toml:13:2: 'claus' is unknown here; did you mean clauses?"),
    ('["H.1"] }]', '["H.2"] }]', "own.toml:10:74: clause H.2 is cited but not written"),
    ('"mbs"', '"mbz"', "own.toml:5:12: there is no book 'mbz'; did you mean mbs?"),
    ('"mbs"', '"./own.toml"', "own.toml:5:12: it extends itself: own.toml extends own.toml"),
    (
        '"mbs"',
        '"./gone.toml"',
        "own.toml:5:12: there is no file gone.toml in ",
    ),
    ('extends = "mbs"', "", "own.toml:1:1: points is missing; write it, or extend a book"),
    ('name = "own"', 'name = "Own Book"', "own.toml:2:1: 'Own Book' is not a name"),
    ('name = "own"', "", "own.toml:1:2: [book] needs name"),
    ("loses = {", "looses = {", "own.toml:11:1: 'looses' is unknown here; did you mean loses?"),
    ("loses = { clauses", "# loses = { clauses", "own.toml:7:8: it does not say what happens"),
    ("[wager.sixes]", "[wager.sixes", "own.toml:7:13: the closing ] is missing"),
    ("[wager.sixes]", "[wager.lucky six]", "own.toml:7:14: a name has no spaces; write hyphens"),
    ('6", pays', "6, pays", 'own.toml:10:18: this text has no closing quotation mark; write "tie'),
    (
        '= "tie &',
        "= tie &",
        'own.toml:10:18: write a text in quotation marks: "tie & player_total',
    ),
    ('"40 to 1"', "40 to 1", 'own.toml:10:52: write a text in quotation marks: "40 to 1"'),
    ('"Sixes"', "Sixes", 'own.toml:8:9: write a text in quotation marks: "Sixes"'),
    ('"Sixes"', '"Sixes', "own.toml:8:9: this text in quotation marks is not closed on its line"),
    ('"Sixes"', "“Sixes”", "own.toml:8:9: this quotation mark is curly; write the straight one"),
    ('"Sixes"', "", "own.toml:8:9: a value is missing here"),
    ("title = ", "title: ", "own.toml:3:6: = is expected after the name of a field, not ':'"),
    (', pays = "40', ',\npays = "40', "own.toml:10:44: a line in { } is written on one line"),
    ('side = "both"', 'side = "both"\nside = "tie"', "own.toml:10:1: side is there twice"),
    ("[clauses]", "[wager.sixes]\n[clauses]", "own.toml:13:1: [wager.sixes] is there twice"),
    ('6", pays', '6" pays', "own.toml:10:44: here , or } is missing"),
    ('"Sixes"', '"Six\\es"', "own.toml:8:15: write \\\\ for a backslash in a text"),
    ('"Sixes"', "1" * 5_000, "own.toml:8:9: this number has too many digits"),
    ("[clauses]", "[[clauses]]", "own.toml:13:3: [clauses] is a table"),
    ("[wager.sixes]", '[wager."Six es"]', "own.toml:7:8: 'Six es' is not a name of a wager"),
    (
        "[clauses]",
        '[remove]\nwagers = ["tai"]\n[clauses]',
        "own.toml:14:12: there is no wager 'tai'",
    ),
    ("[clauses]", '[remove]\nwagers = ["tie"]\n[clauses]', "there is no wager of kind tie"),
    (
        "[clauses]",
        "[option.decks]\nfrom = 9\nto = 6\n[clauses]",
        "14:1: decks goes from 9",
    ),
    (
        "[clauses]",
        "[option.decks]\ndefault = 40\n[clauses]",
        "14:1: the default 40 is not",
    ),
    ("[clauses]", '[option.style]\ndefault = "up"\n[clauses]', "own.toml:14:12: 'up' is none of"),
    ('side = "both"', 'given = "colour=red"', "own.toml:9:1: there is no option 'colour'"),
    (
        'side = "both"',
        'given = "colour"',
        "9:1: 'colour' is not an option with its",
    ),
    ('side = "both"', 'kind = "tie"', "there is 2 wagers of kind tie"),
    (
        "[clauses]",
        '[rulings]\njudge = { post = "king", clauses = [] }\n[clauses]',
        "no post 'king'",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "expected"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_mistake_is_told_with_its_place(
    written: Path, right: str, wrong: str, expected: str
) -> None:
    assert WHOLE.count(right) >= 1, right
    written.write_text(WHOLE.replace(right, wrong, 1), "utf-8")
    said = told(written)
    assert expected in said
    assert re.search(r"^own\.toml:\d+:\d+: ", said, re.MULTILINE), said


def test_a_circle_of_files_is_named(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "three"), ("three", "one")):
        text = WHOLE.replace('"mbs"', f'"./{other}.toml"')
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    said = told(tmp_path / "one.toml")
    assert (
        "it extends itself: one.toml extends two.toml extends three.toml extends one.toml" in said
    )


def test_the_error_of_a_base_names_the_base(tmp_path: Path, written: Path) -> None:
    (tmp_path / "base.toml").write_text(WHOLE.replace("40 to 1", "x"), "utf-8")
    written.write_text(WHOLE.replace('"mbs"', '"./base.toml"'), "utf-8")
    assert told(written).startswith("base.toml:10:53: ")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "own.toml:1:1: [book] is missing"),
        (b"\xff\xfe", "own.toml:1:1: this file is UTF-16; save it with the encoding UTF-8"),
        (b"[book]\nname = '\xe9'", "own.toml:2:9: it is not UTF-8 here"),
        (b"a = " + b"[" * 50_000, "own.toml:1:105: it is nested too deeply"),
        (b"a = 1\n" * 1_700_000, "own.toml:1:1: it has more than 1,000,000 bytes, which"),
        (b"{" + b" " * 2_000_000, "own.toml:1:1: it has more than 1,000,000 bytes"),
        (b"{", "own.toml:1:2: "),
        (b'{"format":1,"book":{"name":7}}', "own.toml:1:21: "),
        (BOOKS["mbs"].text[:9_000], "own.toml:1:9001: it ends before it is complete"),
        (b'{"book":' + b'{"a":' * 100_000, "own.toml:1:"),
        (b'{"book":{},"format":2}', "own.toml:1:12: format 2 is not known here"),
        (b'{"book":{"__class__":"os"},"format":1}', "own.toml:1:"),
        (b"[book]\nextends = 7", "own.toml:2:1: extends is a text in quotation marks"),
        (b"[book\n", "own.toml:1:6: the closing ] is missing"),
        (b"a." * 400_000 + b"a = 1", "own.toml:1:1: this line has more than 200 dots"),
        (
            b'[book]\nname = "x\n',
            "own.toml:2:8: this text in quotation marks is not closed on its line",
        ),
        (b"book = 1979-05-27", "own.toml:1:1: [book] is a table"),
        (b"__import__('os').system('true')", "own.toml:1:"),
    ],
    ids=range(18),
)
def test_a_hostile_file_is_refused_in_a_sentence(written: Path, data: bytes, expected: str) -> None:
    written.write_bytes(data)
    said = told(written)
    assert said.startswith(expected)
    assert "\n" not in said


@pytest.mark.parametrize("path", ["gone.toml", "./gone", "no/such/place.json"])
def test_a_file_that_is_not_there_is_named(path: str) -> None:
    with pytest.raises(BookNotFoundError, match=r"gone|place"):
        find_book(path)


def test_a_name_that_might_be_a_file_is_said_so() -> None:
    with pytest.raises(BookNotFoundError, match=r"A file is named with its ending: ./ez.toml"):
        find_book("ez")


def damaged(text: bytes, random: Random) -> bytes:
    """A text with one thing wrong: cut, changed, shortened, doubled, unquoted, shuffled."""
    place = random.randrange(len(text))
    match random.randrange(6):
        case 0:
            return text[:place]
        case 1:
            other = random.choice([*b"[]{}\"'=,.#\n&|~x0", random.randrange(256)])
            return text[:place] + bytes([other]) + text[place + 1 :]
        case 2:
            return text[:place] + text[place + random.randrange(1, 40) :]
        case 3:
            return text[:place] + text[place : place + 20] + text[place:]
        case 4:
            return re.sub(rb'"(\w)', rb"\1", text, count=random.randrange(1, 50))
        case _:
            lines = text.splitlines(keepends=True)
            random.shuffle(lines)
            return b"".join(lines)


@pytest.mark.parametrize("seed", range(DAMAGES))
def test_a_damaged_text_is_a_book_or_refused_with_a_place(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    sources = [each.read_bytes() for each in sorted(EXAMPLES.glob("*.toml"))]
    editions = [book.text for book in BOOKS.values()]
    path = tmp_path / "damaged.toml"
    path.write_bytes(damaged(random.choice(random.choice((sources, editions))), random))
    try:
        book = find_book(str(path))
    except BadBookFileError as error:
        for line in str(error).splitlines():
            assert re.match(r".*damaged\.toml:\d+:\d+: \S", line), line
    else:
        assert errors_in(book) == []
        assert read_edition(book.text, RuleBook) == book


def test_every_error_of_a_file_comes_at_once(written: Path) -> None:
    text = WHOLE.replace('["H.1"] }]', '["X.1"] }]').replace(
        '{ clauses = ["H.1"] }', '{ clauses = ["X.2"] }'
    )
    written.write_text(text, "utf-8")
    assert [line.partition(": ")[0] for line in told(written).splitlines()] == [
        "own.toml:10:74",
        "own.toml:11:22",
    ]


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_of_the_program_have_no_errors(name: str) -> None:
    assert errors_in(book_named(name)) == []


def test_two_editions_are_compared_clause_by_clause(written: Path) -> None:
    found = {
        (each.part, each.name): each
        for each in differences(book_named("mbs"), find_book(str(written)))
    }
    sixes = found["wager", "sixes"]
    assert (sixes.change, sixes.edge_before, sixes.edge_after) == ("new", "", "21.115")
    assert found["clause", "H.1"].change == "new"
    assert found["title", ""].before == "MBS Baccarat"
    assert not differences(book_named("mbs"), book_named("mbs"))


def test_a_file_changed_after_it_was_read_changes_nothing(written: Path) -> None:
    book = read_book(written).book
    digest = book.digest()
    written.write_text("gone", "utf-8")
    assert book.digest() == digest


def test_everything_wrong_is_told_at_once(written: Path) -> None:
    text = (
        WHOLE.replace('"both"', '"dealer"')
        .replace("tie &", "tai &")
        .replace("40 to 1", "forty", 1)
        .replace("loses = {", "looses = {")
        .replace("[clauses]", '[remove]\nwagers = ["tai"]\n[clauses]')
    )
    written.write_text(text, "utf-8")
    assert [line.partition(": ")[::2] for line in told(written).splitlines()] == [
        (
            "own.toml:7:8",
            'it does not say what happens to the stake; add loses = { clauses = ["H.1"] }',
        ),
        ("own.toml:9:9", "'dealer' is none of the possible values: player, banker, tie or both"),
        ("own.toml:10:19", "there is no fact 'tai'; did you mean tie?"),
        (
            "own.toml:10:53",
            "`forty` is not a payoff; write it like 30 to 1, 1 to 2 or 1 to 1 less 5%",
        ),
        ("own.toml:11:1", "'looses' is unknown here; did you mean loses?"),
        ("own.toml:14:12", "there is no wager 'tai' to remove; did you mean tie?"),
    ]


def test_every_curly_quotation_mark_is_told(written: Path) -> None:
    written.write_text(re.sub(r'"([^"]*)"', r"“\1”", WHOLE, count=3), "utf-8")
    places = [line.partition(": ")[0] for line in told(written).splitlines()]
    assert places == ["own.toml:2:8", "own.toml:3:9", "own.toml:4:11"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('"X.{}" = "x"\n', "own.toml:13:2: a book has at most 3,000 clauses, not 3,002"),
        ("[wager.w{}]\n", "own.toml:7:2: a book has at most 500 wagers, not 3,002"),
        ("[option.o{}]\n", "own.toml:15:2: a book has at most 200 options, not 3,001"),
    ],
    ids=["clauses", "wagers", "options"],
)
def test_a_book_has_only_so_many_parts(written: Path, more: str, sentence: str) -> None:
    written.write_text(WHOLE + "".join(map(more.format, range(3_001))), "utf-8")
    assert told(written) == sentence


def test_a_condition_is_not_endless(written: Path) -> None:
    written.write_text(WHOLE.replace("tie &", "tie & " * 1_000), "utf-8")
    assert told(written).startswith("own.toml:10:19: a condition has at most 2,000 characters")


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("tie & player_total > 999 &", "1000 is beyond every fact"),
        ("tie & " + "player_total != 6 & " * 90, "a condition has at most 2,000"),
        ("tie & " + "~(" * 49 + "player_total < 6" + ")" * 49 + " &", "more than 100"),
    ],
    ids=["number", "length", "depth"],
)
def test_what_is_accepted_can_be_read_again(written: Path, condition: str, sentence: str) -> None:
    written.write_text(WHOLE.replace("tie &", condition, 1), "utf-8")
    assert told(written).startswith(f"own.toml:10:11: as the house would keep it, {sentence}")


def test_an_error_is_a_line_whatever_the_file_says(written: Path) -> None:
    hostile = r"\u001b[31m\n" + "x" * 5_000
    written.write_text(WHOLE.replace('["H.1"] }]', f'["{hostile}"] }}]'), "utf-8")
    said = told(written)
    assert said.startswith(r"own.toml:10:74: clause \x1b[31m\nxxx")
    assert said.endswith("x is cited but not written; add it under [clauses]")
    assert len(said) < 1_100
    written.write_text(WHOLE + '"H.2" = { kind = " a\\nb", gist = "x" }\n', "utf-8")
    assert told(written).startswith(r"own.toml:15:19: ' a\nb' is not a kind of clause")


def test_only_so_many_errors_are_told(written: Path) -> None:
    wrong = "".join(f'"X.{number}" = 7\n' for number in range(1_000))
    written.write_text(WHOLE + wrong, "utf-8")
    assert len(told(written).splitlines()) == 50


@pytest.mark.parametrize("text", [WHOLE, BOOKS["mbs"].text.decode()], ids=["file", "edition"])
def test_a_byte_order_mark_says_nothing(written: Path, text: str) -> None:
    written.write_text(text, "utf-8")
    digest = find_book(str(written)).digest()
    written.write_text(text, "utf-8-sig")
    assert find_book(str(written)).digest() == digest


@pytest.mark.parametrize(
    ("condition", "place"),
    [
        ("'tie & moon'", "own.toml:10:25"),
        ("'''\ntie &\n  moon'''", "own.toml:12:3"),
        (r'"\u0074ie & moon"', "own.toml:10:30"),
    ],
    ids=["literal", "long", "escaped"],
)
def test_a_wrong_word_is_told_with_its_column(written: Path, condition: str, place: str) -> None:
    written.write_text(WHOLE.replace('"tie & player_total == 6"', condition), "utf-8")
    assert told(written).startswith(f"{place}: there is no fact 'moon'")


def test_a_removed_clause_is_told_where_it_is_cited(written: Path) -> None:
    text = WHOLE.replace('["H.1"] }]', '["4.1[Tie]"] }]')
    written.write_text(text + '\n[remove]\nclauses = ["4.1[Tie]"]\n', "utf-8")
    sentence = "clause 4.1[Tie] is cited here but removed under [remove]; cite another, or keep it"
    assert told(written) == f"own.toml:10:74: {sentence}"


def test_a_wrong_value_of_an_edition_is_told_in_words(written: Path) -> None:
    written.write_bytes(BOOKS["mbs"].text.replace(b'"kind":"banker"', b'"kind":"dealer"', 1))
    assert "'dealer' is none of the possible values: player, banker, tie or side" in told(written)
