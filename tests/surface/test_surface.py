"""`import puntobanco`: the names that are promised, what they print, and how they refuse."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

import puntobanco as pb
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.settlement import settle
from puntobanco.surface import books as surface_books

DRAGON = "banker_wins & banker_total == 7 & banker_cards == 3 pays 40"

SIGNATURES = {
    "book": "(name: 'str | PathLike[str]') -> 'Book'",
    "books": "() -> 'list[Book]'",
    "cards": "(some: 'Cards') -> 'tuple[Card, ...]'",
    "coup": "(dealt: 'Cards', rules: 'str | Book | Rules' = 'mbs') -> 'Coup'",
    "replay": "(path: 'str | PathLike[str]') -> 'Replay'",
    "roads": "(results: 'str | Sequence[str]') -> 'Roads'",
    "shoe": "(path: 'str | PathLike[str]', rules: 'str | Book | Rules' = 'mbs') -> 'Shoe'",
    "simulate": (
        "(rules: 'str | Book | Rules', coups: 'float' = 1000000, *, seed: 'int | None' = None, "
        "threads: 'int | None' = None) -> 'Simulation'"
    ),
}
MEMBERS = {
    "Book": "clause configure core digest edition name options rules title",
    "Card": "number rank suit text",
    "Count": "burn cut effects frame simple tags to_dicts trial trigger wager",
    "Coup": "banker banker_total core player player_total rules settle why winner",
    "Game": "bet close coups deal events explain play roads rules save settle",
    "Odds": "composition correlation covariance frame to_dicts wagers weights",
    "RefusedError": "clauses refusal",
    "Replay": "coups events explain frame roads rules settlements to_dicts",
    "Roads": "bead_plate beads big_eye_boy big_road cockroach_pig next_banker next_player "
    "small_road svg text",
    "Rules": "book changes core count coup decks odds offer options pay sheet wagers win",
    "Settlement": "ante frame lines net to_dicts",
    "Shoe": "bets coups edges frame has_cards problems record roads rules statistics to_dicts",
    "Simulation": "coups frame rules seed shoes summary to_dicts",
    "TableWin": "bets core coups_per_hour frame periods rules ruin to_dicts",
    "UsageError": "",
    "WagerOdds": "deviation edge edge_per_resolved fair_payoff lose payoffs push scale skew "
    "third_moment total variance wager weights win",
}


def test_the_names_are_promised() -> None:
    assert sorted(pb.__all__) == sorted([*SIGNATURES, *MEMBERS])
    assert len(pb.__all__) <= 30
    assert dir(pb) == sorted(pb.__all__)


@pytest.mark.parametrize("name", SIGNATURES)
def test_functions_keep_their_signature(name: str) -> None:
    function = getattr(pb, name)
    if name == "books":  # the room of the same name answers for it once it is loaded
        function = surface_books.books
    assert str(inspect.signature(function)) == SIGNATURES[name]
    assert function.__doc__


@pytest.mark.parametrize("name", MEMBERS)
def test_classes_keep_their_members(name: str) -> None:
    kind = getattr(pb, name)
    assert kind.__doc__
    known = {*dir(kind), *getattr(kind, "__dataclass_fields__", ())}
    for member in MEMBERS[name].split():
        instance = member in ("rules", "refusal") or member in known
        assert instance, f"{name} has lost {member}"
    more = {
        each for each in known if not each.startswith("_") and each not in MEMBERS[name].split()
    }
    inherited = {*dir(Exception), *dir(dict), "args"}
    assert not more - inherited, f"{name} has members that nobody promised: {more}"


def test_the_import_is_light() -> None:
    program = (
        "import sys, puntobanco as pb; pb.book('mbs').rules(); "
        "heavy = {'numpy', 'numba', 'fastapi', 'rich', 'matplotlib', 'polars'} & set(sys.modules); "
        "server = any(name.startswith('puntobanco.server') for name in sys.modules); "
        "print(sorted(heavy), server)"
    )
    alone = "import puntobanco, sys; print(sum(n.startswith('puntobanco') for n in sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[] False"
    ran = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True)
    assert int(ran.stdout) == 1, "the import loads rooms before they are used"


def test_rooms_and_names_stand_side_by_side() -> None:
    room = import_module("puntobanco.books")
    assert "mbs" in room.BOOKS
    assert [each.name for each in pb.books()] == list(room.BOOKS)
    assert [each.name for each in cast("Callable[[], list[pb.Book]]", room)()] == list(room.BOOKS)
    with pytest.raises(AttributeError, match="puntobanco has no 'bok'; it offers Book"):
        pb.bok  # type: ignore[attr-defined]  # noqa: B018


def test_a_coup_is_dealt_and_settled() -> None:
    rules = pb.book("nz-division").rules(tie="9", dragon_bonus=1)
    coup = pb.coup("9s 2h 4d 3c Kd", rules)
    assert (coup.winner, coup.player_total, coup.banker_total) == ("banker", 3, 5)
    assert any("Banker stands on 5" in sentence and "[" in sentence for sentence in coup.why)
    settled = coup.settle({"dragon-bonus:player": 5}, banker=100, tie="10.50")
    assert settled.net == Decimal("79.50")
    assert [line.wager for line in settled.lines] == ["dragon-bonus:player", "banker", "tie"]
    assert settled.lines[1].commission == Decimal("5.00")
    assert "Net 79.50." in repr(settled)
    assert settled.to_dicts()[1]["profit"] == Decimal("95.00")
    assert coup.settle(banker=Decimal("100.00")).net == Decimal("95.00")
    assert "Net 9,500.00." in repr(coup.settle(banker=10_000))


def test_names_are_matched_without_case() -> None:
    nz = pb.book("nz-division")
    assert nz.rules(Banker="HALF-ON-SIX").options["banker"] == "half-on-six"
    assert nz.clause("11b.8[1]") == nz.clause("11B.8[1]")


def test_odds_are_exact_and_a_table() -> None:
    rules = pb.book("mbs").rules()
    odds = rules.odds()
    assert odds["player-pair"].edge == Fraction(43, 415)
    assert repr(odds).splitlines()[0] == "416 cards, a full shoe of 8 decks"
    assert odds.to_dicts()[2]["edge"] == odds["tie"].edge
    assert "<table>" in odds._repr_html_()
    with pytest.raises(KeyError, match="did you mean tie"):
        odds["tye"]
    seen = rules.odds(seen="Kd 9♠ 4h", wagers={"dragon-7": DRAGON})
    assert list(seen) == ["dragon-7"]
    assert seen.composition.cards == 413
    assert rules.odds(decks=6, wagers=["Tie"])["tie"].edge > odds["tie"].edge


def test_payoffs_and_wagers_can_be_changed() -> None:
    rules = pb.book("mbs").rules()
    nine = rules.pay(tie=9)
    assert nine.odds()["tie"].edge == pb.book("nz-division").rules(tie=9).odds()["tie"].edge
    assert rules.pay(banker="1 less 5%").odds()["banker"].edge == rules.odds()["banker"].edge
    more = nine.offer({"dragon-7": DRAGON})
    assert more.wagers[-1] == "dragon-7"
    assert more.changes == ("tie pays 9", "dragon-7 added")
    assert more.pay(tie=10).changes == ("dragon-7 added", "tie pays 10")
    assert more.pay(tie=9).changes == more.changes
    assert rules.pay(tie=8).changes == ()
    assert rules.offer({"tie": "tie pays 9"}).changes == ("tie redefined",)
    assert more.offer({"dragon-7": DRAGON}).pay(dragon_7=45).changes[1:] == (
        "dragon-7 added",
        "dragon-7 pays 45",
    )
    plus = pb.book("rws-super-six-plus").rules()
    assert plus.pay(super_six_plus=(15, 25)).changes == ("super-six-plus pays 15,25",)
    assert pb.coup("2h 2c Td 5h Ks", more).settle(dragon_7=10).net == Decimal("-10.00")
    assert rules.wagers == ["player", "banker", "tie", "player-pair", "banker-pair"]


def test_a_game_by_hand_and_by_itself(tmp_path: Path) -> None:
    game = pb.Game("mbs", seed=3)
    settled = (
        game.bet(1, "Banker", 100).bet(2, "tie", "10.50").close().deal("9s 2h 4d 3c Kd").settle()
    )
    assert settled.net == Decimal("84.50")
    assert [line.place for line in settled.lines] == [1, 2]
    game.play(5)
    assert len(game.coups) == 6
    assert len(game.roads.beads) == 6
    game.save(tmp_path / "game.log")
    again = pb.replay(tmp_path / "game.log")
    assert [each.core for each in again.coups] == [each.core for each in game.coups]
    assert again.settlements[0].net == settled.net
    assert again.explain(1) == game.explain(1)
    assert again.rules.book.name == "mbs"


def test_a_log_with_a_gap_is_not_replayed(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    pb.Game("mbs").bet(1, "banker", 100).close().deal("9s 2h 4d 3c Kd").save(log)
    lines = log.read_text("utf-8").splitlines(keepends=True)
    closed = next(at for at, line in enumerate(lines) if '"betting-closed"' in line)
    log.write_text("".join((*lines[:closed], *lines[closed + 1 :])), "utf-8")
    with pytest.raises(pb.UsageError, match="does not follow from what came before"):
        pb.replay(log)


def test_a_simulation_is_beside_the_exact_odds() -> None:
    found = pb.simulate("mbs", coups=1e4, seed=7)
    assert (found.coups, found.seed) == (10_000, 7)
    assert found["tie"].exact == -pb.book("mbs").rules().odds()["tie"].edge
    assert "10,000 coups" in repr(found)
    assert repr(found) == repr(pb.simulate("mbs", coups=1e4, seed=7))


def test_every_object_prints_in_a_few_lines() -> None:
    rules = pb.book("mbs").rules()
    core = rules.core
    objects = [pb.book("mbs"), rules, core, core.book, pb.coup("9s 2h 4d 3c Kd"), pb.Game("mbs")]
    for each in objects:
        assert len(repr(each)) < 200, repr(each)
    roads = pb.roads("BBPPTBPB")
    assert "Big Road" in repr(roads)
    assert roads.svg().startswith("<svg")


def _mistakes() -> dict[str, tuple[Callable[[], object], type[Exception], str]]:
    mbs = pb.book("mbs")
    coup = pb.coup("9s 2h 4d 3c Kd")
    return {
        "a number is not a card": (lambda: pb.cards([9]), TypeError, "9 is not a card"),  # type: ignore[list-item]
        "a card misspelt": (lambda: pb.cards("9x"), ValueError, "`9x` is not a card; write rank"),
        "a float is not an amount": (
            lambda: pb.Game("mbs").bet(1, "banker", 100.5),  # type: ignore[arg-type]
            TypeError,
            "100.5 is a float, which may not be exact",
        ),
        "too fine": (lambda: coup.settle(tie="1.005"), pb.UsageError, "tie: '1.005' is finer"),
        "an option misspelt": (lambda: mbs.rules(dekcs=8), pb.UsageError, "did you mean decks"),
        "an option forbidden": (lambda: mbs.rules(decks=99), pb.RefusedError, r"[2.1]"),
        "a book misspelt": (lambda: pb.book("msb"), pb.UsageError, "did you mean mbs"),
        "a wager misspelt": (lambda: coup.settle(bankr=5), pb.UsageError, "did you mean banker"),
        "too few cards": (
            lambda: pb.coup("9s 2h 4d 3c"),
            pb.UsageError,
            "Player draws on 3; add Player's third card",
        ),
        "too many cards": (lambda: pb.coup("9s 2h 9d 3c Kd"), pb.UsageError, "Kd too many"),
        "a result misspelt": (lambda: pb.roads("BBX"), pb.UsageError, "`X` in column 3"),
        "a refusal as rules": (
            lambda: pb.simulate(mbs.configure({"decks": "99"})),  # type: ignore[arg-type]
            pb.RefusedError,
            "decks=99",
        ),
        "half a coup": (lambda: pb.simulate("mbs", coups=0.5), pb.UsageError, "whole number"),
        "nothing dealt": (lambda: pb.Game("mbs").settle(), pb.UsageError, "deal its cards"),
        "a condition that never decides": (
            lambda: mbs.rules().offer(
                ez="banker_wins pays 1, banker_wins & banker_total == 7 pays 2"
            ),
            pb.UsageError,
            "never decides: `banker_wins` comes first",
        ),
        "a bet at a table": (
            lambda: mbs.rules().win("6x banker"),
            pb.UsageError,
            "`banker` is not a bet; write WAGER=AVERAGE@SHARE",
        ),
        "a number for bets": (
            lambda: mbs.rules().win(5),  # type: ignore[arg-type]
            pb.UsageError,
            "5 are not bets; write them as text",
        ),
        "words for coups": (
            lambda: pb.simulate("mbs", coups="many"),  # type: ignore[arg-type]
            pb.UsageError,
            "coups must be a whole number from 1 to 1,000,000,000,000,000, not 'many'",
        ),
        "words for a seed": (
            lambda: pb.simulate("mbs", seed="seven"),  # type: ignore[arg-type]
            pb.UsageError,
            "seed must be a whole number from 0 to",
        ),
        "words for a place": (
            lambda: pb.Game("mbs").bet("one", "banker", 100),  # type: ignore[arg-type]
            TypeError,
            "'one' is not a place; places are numbers, such as 1",
        ),
        "a number for a wager": (
            lambda: mbs.rules().odds(wagers={"dragon-7": 40}),
            TypeError,
            "dragon-7: 40 is not a wager; write 'CONDITION pays 40'",
        ),
        "a number for results": (
            lambda: pb.roads(3),  # type: ignore[arg-type]
            TypeError,
            "3 are not results; write them as text",
        ),
        "an unknown fact": (
            lambda: mbs.rules().offer({"x": "banker_win pays 4"}),
            pb.UsageError,
            "did you mean banker_wins?",
        ),
        "a wager for an option": (
            lambda: mbs.rules(tie="9"),
            pb.UsageError,
            "rules().pay(tie='9') changes what it pays",
        ),
        "a day of 30 hours": (
            lambda: mbs.rules().win("banker=100", hours=10),
            pb.UsageError,
            "longer than a day",
        ),
        "a coup for its class": (
            lambda: settle(mbs.rules().core, coup, {}),  # type: ignore[arg-type]
            TypeError,
            "give coup.outcome_class",
        ),
        "a text for wagers": (
            lambda: mbs.rules().offer("lucky"),  # type: ignore[arg-type]
            TypeError,
            "'lucky' does not name a wager; write offer({'lucky': 'tie pays 9'})",
        ),
        "a number for payoffs": (
            lambda: mbs.rules().pay(9),  # type: ignore[arg-type]
            TypeError,
            "9 does not name a wager; write pay(tie=9)",
        ),
        "a file for results": (
            lambda: pb.roads("shoe.csv"),
            pb.UsageError,
            "shoe.csv names a file; puntobanco.shoe('shoe.csv').roads draws it",
        ),
        "results for a file": (
            lambda: pb.shoe(["B", "P"]),  # type: ignore[arg-type]
            TypeError,
            "['B', 'P'] does not name a file; write its name as text",
        ),
        "no such clause": (lambda: mbs.clause("99.9"), pb.UsageError, "no clause '99.9'"),
    }


@pytest.mark.parametrize("case", _mistakes())
def test_wrong_use_is_answered_by_a_sentence(case: str) -> None:
    call, kind, sentence = _mistakes()[case]
    with pytest.raises(kind) as raised:
        call()
    assert sentence in str(raised.value)


def _calls() -> dict[str, Callable[[Any], object]]:
    """Every argument of the surface, one at a time."""
    mbs, nz = pb.book("mbs"), pb.book("nz-division")
    rules, coup, roads = mbs.rules(), pb.coup("9s 2h 4d 3c Kd"), pb.roads("BPT")
    odds = rules.odds()
    Path("shoe.csv").write_text("9s 2h 4d 3c Kd\n", "utf-8")
    shoe = pb.shoe("shoe.csv")
    return {
        "book": pb.book,
        "cards": pb.cards,
        "coup": pb.coup,
        "coup rules": lambda it: pb.coup("9s 2h 4d 3c Kd", it),
        "replay": pb.replay,
        "roads": pb.roads,
        "a result": lambda it: pb.roads([it]),
        "shoe": pb.shoe,
        "shoe rules": lambda it: pb.shoe("shoe.csv", it),
        "simulate": lambda it: pb.simulate(it, coups=10),
        "simulate coups": lambda it: pb.simulate(rules, it),
        "simulate seed": lambda it: pb.simulate(rules, 10, seed=it),
        "simulate threads": lambda it: pb.simulate(rules, 10, threads=it),
        "settings": mbs.rules,
        "an option": lambda it: nz.rules(tie=it),
        "decks": lambda it: mbs.rules(decks=it),
        "clause": mbs.clause,
        "pay": rules.pay,
        "a payoff": lambda it: rules.pay(tie=it),
        "offer": rules.offer,
        "a wager": lambda it: rules.offer(lucky=it),
        "odds seen": lambda it: rules.odds(seen=it),
        "odds shoe": lambda it: rules.odds(shoe=it),
        "odds decks": lambda it: rules.odds(decks=it),
        "odds wagers": lambda it: rules.odds(wagers=it),
        "a wager's odds": lambda it: odds[it],
        "covariance": lambda it: odds.covariance("tie", it),
        "correlation": lambda it: odds.correlation(it, "tie"),
        "count": rules.count,
        "count cut": lambda it: rules.count("tie", cut=it, shoes=2),
        "count shoes": lambda it: rules.count("tie", shoes=it),
        "count seed": lambda it: rules.count("tie", shoes=2, seed=it),
        "count decks": lambda it: rules.count("tie", shoes=2, decks=it),
        "count burn": lambda it: rules.count("tie", shoes=2, burn=it),
        "win": rules.win,
        "win an hour": lambda it: rules.win("tie=5", coups_per_hour=it),
        "win hours": lambda it: rules.win("tie=5", hours=it),
        "win ruin": lambda it: rules.win("tie=5", ruin=it),
        "win decks": lambda it: rules.win("tie=5", decks=it),
        "sheet": rules.sheet,
        "settle": coup.settle,
        "a stake": lambda it: coup.settle(tie=it),
        "Game": pb.Game,
        "Game seed": lambda it: pb.Game("mbs", seed=it),
        "a place": lambda it: pb.Game("mbs").bet(it, "tie", 10),
        "a bet": lambda it: pb.Game("mbs").bet(1, it, 10),
        "an amount": lambda it: pb.Game("mbs").bet(1, "tie", it),
        "deal": lambda it: pb.Game("mbs").deal(it),
        "play": lambda it: pb.Game("mbs").play(it),
        "explain": lambda it: pb.Game("mbs").play().explain(it),
        "save": pb.Game("mbs").save,
        "edges": shoe.edges,
        "bets": shoe.bets,
        "columns": roads.text,
        "theme": roads.svg,
    }


JUNK: list[Any] = [
    *(None, True, 0, -1, 3, 10**30, 1.5, float("nan"), float("inf"), Decimal("1.234")),
    *(Fraction(1, 3), "", " ", "zzz", "9s 9s", "\0", "0/1", b"mbs", b"", [], {}, (), set()),
    *([None], ["9s"], [b"x"], {"a": 1}, {"tie": None}, {1: 2}, object(), type, len, Path("/")),
    *(Path("nowhere"), iter("ab")),
]


def _is_a_sentence(error: Exception) -> bool:
    """Whether it was raised on purpose, with words, and not by Python where something broke."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = (frames[-1].line or "").startswith("raise ") and "puntobanco" in frames[-1].filename
    return ours and len(str(error).split()) > 3


@pytest.mark.parametrize("part", range(8))
def test_whatever_is_given_is_taken_or_answered_by_a_sentence(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, use in [*_calls().items()][part::8]:
        answered = 0
        for junk in JUNK:
            try:
                use(junk)
            except Exception as raised:  # any
                error = raised
            else:
                continue
            assert _is_a_sentence(error), f"{name}({junk!r}): {error!r}"
            answered += 1
        assert answered > 3, name


def test_a_refusal_names_its_clauses_and_configure_never_raises() -> None:
    mbs = pb.book("mbs")
    with pytest.raises(pb.RefusedError) as raised:
        mbs.rules(decks=99)
    refusal = mbs.configure({"decks": "99"})
    assert isinstance(refusal, Refusal)
    assert raised.value.clauses == refusal.clauses
    assert raised.value.clauses
    assert isinstance(mbs.configure(), HouseRules)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"decks": 0}, "decks must be a whole number from 1 to 16, not 0"),
        ({"decks": "six"}, "whole number from 1 to 16, not 'six'"),
        ({"decks": 6.5}, "whole number from 1 to 16, not 6.5"),
        ({"wagers": "tie"}, "wagers=['tie']"),
    ],
)
def test_odds_of_something_wrong_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        pb.book("mbs").rules().odds(**given)
