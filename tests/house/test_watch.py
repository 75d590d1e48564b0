"""What the floor is told about a table by itself, and where its pictures are found."""

from __future__ import annotations

import msgspec
import pytest

from puntobanco.house import events as e
from puntobanco.house import watch
from puntobanco.house.house import House, HouseEvents, HouseTable, evolve_house
from puntobanco.rules.refusals import Reason, Refusal

HOUSE = House(tables={"T1": HouseTable("T1", "", "mbs", {}, {}, "random", "clock", 20)})


def after(house: House, outcome: HouseEvents | Refusal) -> House:
    """The house after something that must have been accepted."""
    assert not isinstance(outcome, Refusal), outcome
    for event in outcome:
        house = evolve_house(house, event, 0)
    return house


def watched(**changes: object) -> e.TableWatched:
    """What somebody of the floor wants to be told about a table."""
    address = "https://films.example/{table}/{coup}?from={from}&to={to}"
    wanted = e.TableWatched(table="T1", alerts={"large-bet": 500_00}, video=address, by="sue")
    return msgspec.structs.replace(wanted, **changes)


def test_the_floor_says_what_it_is_told_of_and_where_the_pictures_are() -> None:
    house = after(HOUSE, watch.watch_table(HOUSE, watched()))
    told = watch.thresholds(house.tables["T1"])
    assert told == {**watch.thresholds(HOUSE.tables["T1"]), "large-bet": 500_00}
    film = watch.video_of(house.tables["T1"], 3, 5_000_000, 9_000_000)
    assert film == "https://films.example/T1/3?from=5000&to=9000"
    none = after(house, watch.watch_table(house, watched(alerts={}, video="")))
    assert watch.video_of(none.tables["T1"], 3, 5_000_000, 9_000_000) == ""


@pytest.mark.parametrize(
    ("changes", "reason", "acceptable"),
    [
        ({"alerts": {"loud-patron": 1}}, Reason.UNKNOWN_VALUE, None),
        ({"alerts": {"differential": 101}}, Reason.BAD_SETTING, 100),
        ({"alerts": {"undone": -1}}, Reason.BAD_SETTING, 0),
        ({"video": "ftp://films.example"}, Reason.BAD_SETTING, None),
        ({"video": "https://films.example/{patron}"}, Reason.BAD_SETTING, None),
        ({"table": "T9"}, Reason.UNKNOWN_TABLE, None),
    ],
)
def test_what_cannot_be_watched(
    changes: dict[str, object], reason: Reason, acceptable: int | None
) -> None:
    outcome = watch.watch_table(HOUSE, watched(**changes))
    assert isinstance(outcome, Refusal), outcome
    assert (outcome.reason, outcome.acceptable) == (reason, acceptable)
    assert outcome.sentence
