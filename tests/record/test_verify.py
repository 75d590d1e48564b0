"""The verifiers: silent about sound logs, and able to say where a log was tampered with."""

from __future__ import annotations

import ast
import asyncio
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.notation.codec import encode
from puntobanco.notation.runner import run_script
from puntobanco.play.events import Event, SettlementReversed, StakeSettled
from puntobanco.play.evolve import evolve_all
from puntobanco.play.postings import _MOVES, postings
from puntobanco.play.table import Table
from puntobanco.record import second_verifier
from puntobanco.record.audit import audit_lines
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import Envelope, Head, Kept, event_form, read_line, seal
from puntobanco.record.group import StoredState, plan, prepare
from puntobanco.record.logs import is_table_event
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.state import FORM, encode_state, state_digest
from puntobanco.record.store import Append
from puntobanco.record.transfer import FIRST_LINE, End, _Answers, _Checkpoints, _encode, _Ends
from puntobanco.record.verify import Verifier
from puntobanco.rules.wagers import Result
from tests.record.logs import BOOK_NAMES, Ticking, appends

SIGNER = Signer(make_key())
SCRIPTS = [
    *sorted(Path("tests/books").rglob("*.play")),
    *sorted(Path("tests/play").rglob("*.play")),
]


def lines_of(given: list[Append], signed_at: tuple[int, ...] = ()) -> list[str]:
    """The exported form of appends, without any store."""
    made = plan([prepare(each) for each in given], StoredState({}, {}, {}), Ticking()())
    assert all(not isinstance(each, Exception) for each in made.outcomes), made.outcomes
    events = [event for each in given for event in each.events if is_table_event(event)]
    table = given[0].table
    signed = [
        SIGNER.sign(
            Checkpoint(
                table=table,
                size=size,
                hash=made.rows.events[size - 1].hash,
                time=1_800_000_000_000_000,
                form=FORM,
                state=state_digest(encode_state(evolve_all(Table(), events[:size]))),
            )
        )
        for size in signed_at
    ]
    ends = {name: (head.sequence, head.hash) for name, head in made.rows.heads.items()}
    return [
        FIRST_LINE,
        *(_encode(_Checkpoints(each)).decode() for each in signed),
        *(each.line for each in made.rows.events),
        *(_encode(_Answers(each)).decode() for each in made.rows.answers),
        _encode(_Ends(End(ends))).decode(),
    ]


def findings(lines: list[str], **known: Any) -> list[str]:
    return audit_lines(lines, Verifier(is_signed, **known)).findings


LINES = lines_of(list(appends()), signed_at=(20, 60))
FIRST_EVENT = 3
"""The place of event 1 among the lines: after the first line and two statements."""
COUNT = sum('"event":{' in line for line in LINES)


@pytest.mark.parametrize("book", BOOK_NAMES)
def test_a_sound_game_passes_both_verifiers(book: str) -> None:
    lines = lines_of(list(appends(book=book, coups=90, seed=7)), signed_at=(50, 400, 1200))
    audit = audit_lines(lines, Verifier(is_signed, [SIGNER.public]))
    assert audit.findings == []
    assert (audit.verifier.statements, audit.verifier.states_compared) == (3, 3)
    assert audit.verifier.events == audit.second.events > 1200


def test_every_script_of_every_book_passes_both_verifiers() -> None:
    """Irregularities of all kinds: the verifiers must not mistake a ruling for a fraud."""
    assert len(SCRIPTS) > 200
    wrong = {}
    for script in SCRIPTS:
        played = run_script(script.read_text("utf-8"), BOOKS)
        found = findings(lines_of([one_append(played.log)])) if played.log else []
        if found:
            wrong[str(script)] = found[:2]
    assert wrong == {}


def one_append(events: list[Event]) -> Append:
    first = next((e for e in events if hasattr(e, "digest")), None)
    return Append(
        table="T1",
        expected=0,
        request="script",
        body=b"",
        answer=b"",
        actor="dealer",
        edition=getattr(first, "digest", "0" * 64),
        rules="0" * 64,
        events=tuple(events),
    )


# --- tampering --------------------------------------------------------------------------------


def rechained(lines: list[str], change: Callable[[dict[str, Any], int], None]) -> list[str]:
    """Rewrite everything: change events, then make all hashes right again, and the last line."""
    head, out = Head(), []
    for line in lines:
        if '"event":{' not in line:
            out.append(line)
            continue
        envelope = read_line(line).envelope
        event = json.loads(bytes(envelope.event))
        change(event, envelope.sequence)
        raw = msgspec.Raw(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode())
        kept, head = seal(head, replace(envelope, previous=head.hash, event=raw))
        out.append(kept.line)
    out[-1] = _encode(_Ends(End({"T1": (head.sequence, head.hash)}))).decode()
    return out


def test_a_changed_character_anywhere_is_found_and_the_event_named() -> None:
    chance = random.Random(5)
    for _ in range(300):
        sequence = chance.randrange(1, COUNT + 1)
        place = FIRST_EVENT + sequence - 1
        line = LINES[place]
        at = chance.randrange(len(line))
        other = chance.choice([c for c in '0123456789abcdefxyz{}",:' if c != line[at]])
        changed = [*LINES]
        changed[place] = line[:at] + other + line[at + 1 :]
        found = findings(changed)
        assert found, (sequence, at, other)
        near = (f"event {sequence}:", f"event {sequence + 1}:", f"line {place + 1} ")
        assert any(word in each for each in found for word in near), (at, found)


@pytest.mark.parametrize("sequence", [1, 2, 30, COUNT - 1, COUNT])
def test_a_deleted_event_is_found(sequence: int) -> None:
    place = FIRST_EVENT + sequence - 1
    found = findings([*LINES[:place], *LINES[place + 1 :]])
    following = min(sequence + 1, COUNT)
    assert any(f"table T1, event {following}: " in each for each in found), found
    assert any(each.startswith("second verifier: ") for each in found)


@pytest.mark.parametrize("sequence", [1, 2, 30, COUNT - 1])
def test_swapped_events_are_found(sequence: int) -> None:
    place = FIRST_EVENT + sequence - 1
    swapped = [*LINES]
    swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
    found = findings(swapped)
    expected = f"event {sequence + 1}: event {sequence} should stand here"
    assert expected in found[0], found


@pytest.mark.parametrize("sequence", [1, 30, COUNT])
def test_a_repeated_event_is_found(sequence: int) -> None:
    place = FIRST_EVENT + sequence - 1
    found = findings([*LINES[: place + 1], LINES[place], *LINES[place + 1 :]])
    assert f"event {sequence}: event {sequence + 1} should stand here" in found[0], found


def test_an_event_changed_without_its_hash_is_found_by_each_verifier_alone() -> None:
    place = FIRST_EVENT + 24
    changed = LINES[place].replace('"actor":"dealer"', '"actor":"nobody"')
    audit = audit_lines([*LINES[:place], changed, *LINES[place + 1 :]], Verifier(is_signed))
    where = "table T1, event 25:"
    assert [str(each) for each in audit.verifier.findings] == [
        f"{where} was changed: its content does not have the hash that is kept with it"
    ]
    assert audit.second.problems == [f"{where} content and hash do not fit"]


def test_an_event_changed_with_its_own_hash_is_found_by_each_verifier_alone() -> None:
    place = FIRST_EVENT + 24
    kept, _ = seal(Head(), replace(read_line(LINES[place]).envelope, actor="somebody else"))
    audit = audit_lines([*LINES[:place], kept.line, *LINES[place + 1 :]], Verifier(is_signed))
    first = [str(each) for each in audit.verifier.findings]
    following = "table T1, event 26:"
    assert first == [
        f"{following} does not follow event 25: it names another hash before it",
    ]
    assert audit.second.problems == [f"{following} names another hash as the one before"]


def test_a_file_that_was_cut_is_found() -> None:
    assert findings(LINES[:-1])[0] == "the file: the last line is missing: the file was cut"
    found = findings([*LINES[: FIRST_EVENT + 40], LINES[-1]])
    assert any("the log ends at event 40" in each for each in found)
    assert any("event 41: the log ends at event 40, but the house saw 60" in e for e in found)


def test_one_cut_with_a_new_last_line_is_found_by_the_signed_statement() -> None:
    head = read_line(LINES[FIRST_EVENT + 39])
    end = _encode(_Ends(End({"T1": (40, head.hash)}))).decode()
    answers = [line for line in LINES if line.startswith('{"answered"') and json_last(line) <= 40]
    found = findings([*LINES[: FIRST_EVENT + 40], *answers, end])
    assert any("the house saw 60 events on 2027-01-15" in each for each in found), found


def json_last(line: str) -> int:
    return int(json.loads(line)["answered"]["last"])


def test_one_that_was_rewritten_is_found_by_the_signed_statement() -> None:
    def give_more(event: dict[str, Any], sequence: int) -> None:
        if event["event"] == "chips-bought":
            event["amount"] += 1

    found = findings(rechained(LINES, give_more))
    assert any("event 20: the log was rewritten here or before: the house saw" in e for e in found)
    assert not any("second verifier" in each for each in found)  # the chain itself is whole


def test_one_that_was_rewritten_and_signed_anew_by_a_stranger_is_found_by_the_key() -> None:
    stranger = Signer(make_key())
    lines = [
        _encode(
            _Checkpoints(stranger.sign(msgspec.json.decode(line, type=_Checkpoints).checkpoint))
        ).decode()
        if line.startswith('{"checkpoint"')
        else line
        for line in LINES
    ]
    assert findings(lines) == []
    found = findings(lines, trusted_keys=[SIGNER.public])
    assert "event 20: a statement is signed by the unknown key" in found[0]


def test_a_false_signature_is_found() -> None:
    forged = LINES[1].replace('"size":20', '"size":21')
    assert (
        "event 21: a statement's signature is wrong" in findings([LINES[0], forged, *LINES[2:]])[0]
    )


def test_a_signed_state_that_the_events_do_not_give_is_found() -> None:
    said = msgspec.json.decode(LINES[1], type=_Checkpoints).checkpoint
    false = SIGNER.sign(replace(said, state="0" * 64))
    lines = [LINES[0], _encode(_Checkpoints(false)).decode(), *LINES[2:]]
    assert findings(lines) == [
        "table T1, event 20: replaying the events gives another state than the house has"
    ]


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        ("stake-placed", {"amount": 10**14}, "takes more from rack:Patron 1 than lies there"),
        ("stake-placed", {"amount": -5}, "cannot be moved"),
        (
            "betting-closed",
            {"event": "coup-settled", "coup": 1},
            "coup-settled cannot follow the events before it",
        ),
    ],
)
def test_money_and_order_are_checked_beyond_the_chain(
    kind: str, changes: dict[str, Any], sentence: str
) -> None:
    done: list[int] = []

    def change(event: dict[str, Any], sequence: int) -> None:
        if event["event"] == kind and not done:
            done.append(sequence)
            event.update(changes)

    lines = rechained([LINES[0], *LINES[FIRST_EVENT:]], change)
    found = findings(lines)
    assert any(f"event {done[0]}: " in each and sentence in each for each in found), found


def test_a_ninth_copy_of_a_card_that_nobody_noticed_is_found_by_both() -> None:
    def all_aces(event: dict[str, Any], sequence: int) -> None:
        if event["event"] == "card-dealt":
            event["card"] = "As"

    lines = rechained([LINES[0], *LINES[FIRST_EVENT:]], all_aces)
    found = findings(lines)
    assert any(
        "As was seen 9 times, and 8 decks hold it 8; no event reports it" in e for e in found
    )
    assert any(e.startswith("second") and "As lies there 9 times" in e for e in found)


def test_an_answer_that_does_not_fit_its_events_is_found() -> None:
    place = next(n for n, line in enumerate(LINES) if line.startswith('{"answered"'))
    without = [*LINES[:place], *LINES[place + 1 :]]
    assert findings(without) == ["table T1, event 1: request request-1 has no answer"]
    moved = [*LINES]
    moved[place] = moved[place].replace('"last":1,', '"last":3,')
    assert "not the ones it caused" in findings(moved)[0]
    moved[place] = moved[place].replace('"last":3,', '"last":3000,')
    assert "answers were given for events that are missing" in findings(moved)[0]
    assert "has two answers" in findings([*LINES[: place + 1], *LINES[place:]])[0]


def test_an_event_under_another_edition_is_found() -> None:
    lines = [LINES[0]]
    head = Head()
    for line in LINES[FIRST_EVENT : FIRST_EVENT + 10]:
        envelope = replace(read_line(line).envelope, previous=head.hash)
        if envelope.sequence == 5:
            envelope = replace(envelope, edition="f" * 64)
        kept, head = seal(head, envelope)
        lines.append(kept.line)
    assert "event 5: names another edition than the table is under" in findings(lines)[0]


# --- the second verifier ----------------------------------------------------------------------


def test_the_second_verifier_shares_no_code_with_the_program() -> None:
    tree = ast.parse(Path(second_verifier.__file__).read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names


def test_the_second_verifier_knows_every_event_that_moves_money() -> None:
    moving = {kind.__struct_config__.tag for kind in _MOVES}
    assert moving == {*second_verifier.MONEY, "stake-settled", "settlement-reversed"}


LINE = {"patron": "Ann", "place": 1, "wager": "banker", "stake": 100}


@pytest.mark.parametrize("kind", [StakeSettled, SettlementReversed])
@pytest.mark.parametrize(
    "line",
    [
        {"result": Result.WIN, "profit": 95, "commission": 5},
        {"result": Result.WIN, "profit": 50, "breakage": 3},
        {"result": Result.WIN, "profit": 60, "breakage": -3},
        {"result": Result.WIN, "profit": 100, "owed": 5},
        {"result": Result.PUSH, "profit": 0},
        {"result": Result.PUSH, "profit": 0, "stays": True},
        {"result": Result.LOSE, "profit": -100},
    ],
)
@pytest.mark.parametrize("taken_back", [0, 40])
def test_both_verifiers_move_the_same_money(
    kind: type[Any], line: dict[str, Any], taken_back: int
) -> None:
    back = {"taken_back": taken_back} if kind is SettlementReversed else {}
    event = kind(**LINE, **line, **back)
    check = second_verifier.TableLogCheck()
    list(check.take({"event": json.loads(encode(event)), "cause": "one"}))
    sums: dict[str, int] = {}
    for posting in postings(event):
        sums[posting.account] = sums.get(posting.account, 0) + posting.amount
    assert {name: each for name, each in check.money.items() if each} == {
        name: each for name, each in sums.items() if each
    }


def test_a_corrected_card_counts_as_what_it_was_corrected_to() -> None:
    check = second_verifier.TableLogCheck()
    events: list[dict[str, Any]] = [
        {"event": "cards-received", "decks": 1},
        {"event": "card-dealt", "card": "As"},
        {"event": "card-corrected", "was": "As", "card": "Kd"},
        {"event": "card-dealt", "card": "As"},
    ]
    for event in events:
        assert list(check.take({"event": event, "cause": "one"})) == []
    assert check.doubt is None
    list(check.take({"event": {"event": "card-dealt", "card": "Kd"}, "cause": "two"}))
    assert check.doubt == ("Kd lies there 2 times", "two")


def test_a_card_of_other_cards_is_corrected_without_counting_here() -> None:
    """A dealer may correct a card of an earlier coup after its cards have been replaced."""
    check = second_verifier.TableLogCheck()
    corrected = {"event": "card-corrected", "was": "As", "card": "Kd"}
    events: list[dict[str, Any]] = [
        {"event": "cards-received", "decks": 1},
        {"event": "betting-opened", "coup": 1},
        {"event": "card-dealt", "card": "As"},
        {"event": "cards-received", "decks": 1},
        {**corrected, "coup": 1},
        {"event": "card-burnt", "card": "As"},
        {**corrected, "coup": 1},
        {"event": "betting-opened", "coup": 2},
        {"event": "card-dealt", "card": "Qc"},
        {"event": "card-corrected", "was": "Qc", "card": "Qd", "coup": 2},
    ]
    for event in events:
        assert list(check.take({"event": event, "cause": "one"})) == []
    assert {card: count for card, count in check.cards.items() if count} == {"As": 1, "Qd": 1}


def test_the_second_verifier_runs_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(LINES) + "\n", "utf-8")

    async def run(path: Path) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", second_verifier.__file__, str(path)),
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        return process.returncode or 0, out.decode()

    assert asyncio.run(run(file)) == (0, f"{COUNT} events, 0 problems\n")
    file.write_text("\n".join(LINES[:-1]) + "\n", "utf-8")
    code, out = asyncio.run(run(file))
    assert code == 1
    assert out.startswith("the last line is missing\n")


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"event":1}', '{"event":{}}', "7"])
def test_the_second_verifier_survives_rubbish(line: str) -> None:
    verifier = SecondVerifier()
    verifier.take(line)
    assert verifier.finish()


def test_kept_and_line_are_the_same_thing_twice() -> None:
    kept = read_line(LINES[FIRST_EVENT])
    assert kept.line == LINES[FIRST_EVENT]
    assert isinstance(kept, Kept)
    assert isinstance(kept.envelope, Envelope)
    assert event_form(kept.event) == kept.envelope.event


def test_the_second_verifier_passes_over_no_event_that_counts() -> None:
    for script in sorted(Path("tests/books").rglob("5.*.play")):
        quick, slow = second_verifier.TableLogCheck(), second_verifier.TableLogCheck()
        for number, each in enumerate(run_script(script.read_text("utf-8"), BOOKS).log):
            event, found = json.loads(encode(each)), list[str]()
            slow.pay(event, found)
            slow.deal(event, f"cause {number}", found)
            assert list(quick.take({"event": event, "cause": f"cause {number}"})) == found
            assert vars(quick) == vars(slow), (script, event)
