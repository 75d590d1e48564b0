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
    ('"40 to 1"', '"forty"', "own.toml:10:53: `forty` is not a payoff; write 25, 0.95 or 1/2"),
    ('pays = "40 to 1", ', "", "own.toml:10:9: a line needs pays"),
    ('when = "tie & player_total == 6", ', "", "own.toml:10:9: a line needs when"),
    ("side =", "sied =", "own.toml:9:1: 'sied' is unknown here; did you mean side?"),
    ('"both"', '"left"', "own.toml:9:1: invalid enum value 'left'"),
    ("title =", "titel =", "own.toml:3:1: 'titel' is unknown here; did you mean title?"),
    ("[clauses]", "[claus]", "own.toml:13:2: 'claus' is unknown here; did you mean clauses?"),
    ('["H.1"] }]', '["H.2"] }]', "own.toml:10:74: clause H.2 is cited but not written"),
    ('"mbs"', '"mbz"', "own.toml:5:12: there is no book 'mbz'; did you mean mbs?"),
    ('"mbs"', '"./own.toml"', "own.toml:5:12: it extends itself: own.toml extends own.toml"),
    (
        '"mbs"',
        '"./gone.toml"',
        "own.toml:5:12: gone.toml cannot be read: there is no such file",
    ),
    ('extends = "mbs"', "", "own.toml:1:1: points is missing; write it, or extend a book"),
    ('name = "own"', 'name = "Own Book"', "own.toml:2:1: 'Own Book' is no name"),
    ('name = "own"', "", "own.toml:1:2: [book] needs name"),
    ("loses = {", "looses = {", "own.toml:11:1: 'looses' is unknown here; did you mean loses?"),
    ("loses = { clauses", "# loses = { clauses", "own.toml:7:8: it is not said what becomes"),
    ("[wager.sixes]", "[wager.sixes", "own.toml:7:13: this is not TOML: "),
    ("[clauses]", "[[clauses]]", "own.toml:13:3: [clauses] is a table"),
    ("[wager.sixes]", '[wager."Six es"]', "own.toml:7:8: 'Six es' is no name of a wager"),
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
        (b"\xff\xfe", "own.toml:1:1: it is not UTF-8 here"),
        (b"[book]\nname = '\xe9'", "own.toml:2:9: it is not UTF-8 here"),
        (b"a = " + b"[" * 50_000, "own.toml:1:1: it is nested too deeply"),
        (b"a = 1\n" * 1_700_000, "own.toml:1:1: it has more than 1,000,000 bytes, which"),
        (b"{" + b" " * 2_000_000, "own.toml:1:1: it has more than 1,000,000 bytes"),
        (b"{", "own.toml:1:2: "),
        (b'{"format":1,"book":{"name":7}}', "own.toml:1:21: "),
        (BOOKS["mbs"].text[:9_000], "own.toml:1:9001: it ends before it is complete"),
        (b'{"book":' + b'{"a":' * 100_000, "own.toml:1:"),
        (b'{"book":{},"format":2}', "own.toml:1:12: format 2 is not known here"),
        (b'{"book":{"__class__":"os"},"format":1}', "own.toml:1:"),
        (b"[book]\nextends = 7", "own.toml:2:1: extends is a text in quotes"),
        (b"[book\n", "own.toml:1:6: this is not TOML"),
        (
            b'[book]\nname = "x\n',
            "own.toml:2:10: this is not TOML: a text in quotation marks is not",
        ),
        (b"book = 1979-05-27", "own.toml:1:1: [book] is a table"),
        (b"__import__('os').system('true')", "own.toml:1:"),
    ],
    ids=range(17),
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


def damaged(text: str, random: Random) -> str:
    place = random.randrange(len(text))
    match random.randrange(4):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + random.choice("[]{}\"'=,.#\n&|~x0\x00é") + text[place + 1 :]
        case 2:
            return text[:place] + text[place + random.randrange(1, 40) :]
        case _:
            lines = text.splitlines(keepends=True)
            random.shuffle(lines)
            return "".join(lines)


@pytest.mark.parametrize("seed", range(DAMAGES))
def test_a_damaged_file_is_a_book_or_refused_with_a_place(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    sources = [each.read_text("utf-8") for each in sorted(EXAMPLES.glob("*.toml"))]
    editions = [book.text.decode() for book in BOOKS.values()]
    path = tmp_path / "damaged.toml"
    path.write_text(damaged(random.choice(random.choice((sources, editions))), random), "utf-8")
    try:
        book = find_book(str(path))
    except BadBookFileError as error:
        for line in str(error).splitlines():
            assert re.match(r".*damaged\.toml:\d+:\d+: \S", line), line
    else:
        assert errors_in(book) == []


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
