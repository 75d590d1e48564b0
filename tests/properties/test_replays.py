"""A log folds to the same states in every process, whatever the seed of its hashes.

`replayed_coups` coups of hostile sessions are exported, with the logs that are kept under
tests/golden, and each is folded from its first event in `hash_seeds` fresh processes. The
first session of each file is also played anew in each of them, and must record the same events.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from puntobanco.notation.codec import decode_table_event
from tests.sizes import first_seed, size_of

from .replays import exported, folded, recorded, told

COUPS = size_of("replayed_coups")
SEED = first_seed()
"""The session to begin with."""
SEEDS = size_of("hash_seeds")
A_FILE = 5_000
"""So many coups are written before they are folded: a million would fill a disk."""
GOLDEN = sorted(Path("tests/golden").glob("*.jsonl"))


def in_fresh_process(
    path: Path,
    hash_seed: int,
    played: Sequence[int] = (),
    program: Sequence[str] = ("-m", "tests.properties.replays"),
) -> list[str]:
    """What a process of its own, with this seed, tells of a file of logs."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(["src", *sys.path]),
        "PYTHONHASHSEED": str(hash_seed),
    }
    words = (sys.executable, *program, str(path), *map(str, played))
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.splitlines()


def hash_seeds(chance: Random) -> list[int]:
    """As many as are asked for, none twice."""
    return chance.sample(range(2**32), SEEDS)


def test_hostile_logs_fold_to_the_same_states_under_every_hash_seed(tmp_path: Path) -> None:
    chance, path = Random(SEED), tmp_path / "logs.jsonl"
    replayed, seed = 0, SEED
    while replayed < COUPS:
        first, written = seed, 0
        with path.open("w", encoding="utf-8") as file:
            while written < min(A_FILE, COUPS - replayed):
                state, lines, coups = recorded(seed)
                assert folded(lines)[2] == state, f"seed {seed} does not fold to where it ended"
                file.writelines(f"{line}\n" for line in lines)
                written, seed = written + coups, seed + 1
        expected = list(told(path, [first]))
        assert len(expected) == seed - first + 1
        for hash_seed in hash_seeds(chance):
            found = in_fresh_process(path, hash_seed, [first])
            assert found == expected, f"PYTHONHASHSEED={hash_seed}, sessions {first} to {seed - 1}"
        replayed += written


def test_the_kept_logs_fold_to_the_same_states_under_every_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for log in GOLDEN:
            events = map(decode_table_event, log.read_text("utf-8").splitlines())
            file.writelines(f"{line}\n" for line in exported(log.stem, events))
    expected = list(told(path, ()))
    assert len(expected) == len(GOLDEN) == 3
    for hash_seed in hash_seeds(Random(4)):
        assert in_fresh_process(path, hash_seed) == expected, hash_seed


PLANTED = """
from msgspec.structs import replace
from puntobanco.play import evolve, events
from tests.properties.replays import main

right = evolve._STEPS[events.PatronCame]

def wrong(table, event):
    after = right(table, event)
    return replace(after, patrons={name: after.patrons[name] for name in {*after.patrons}})

evolve._STEPS[events.PatronCame] = wrong
main()
"""
"""A program that keeps patrons in the order of a set, which goes with the seed of the hashes."""


def test_a_state_that_depends_on_the_hash_seed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "logs.jsonl"
    path.write_text("".join(f"{line}\n" for line in recorded(0)[1]), "utf-8")
    found = {tuple(in_fresh_process(path, seed, program=("-c", PLANTED))) for seed in range(4)}
    assert len(found) > 1
    assert {len(lines) for lines in found} == {1}
