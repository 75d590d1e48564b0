"""A viewer who joins is shown what the table shows then, though most of it is written once."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from puntobanco.server.tables.audience import SECTIONS, Audience, Seat
from puntobanco.server.tables.desk import Desk
from puntobanco.server.tables.timing import Timing
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.socket_protocol import Wire
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Moment, Setup
from puntobanco.wire.messages import Viewer, encode
from tests.record.logs import events_of, rules_of


class Paper:
    """A wire that keeps what is written on it."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, frame: bytes) -> int:
        """Keep a frame."""
        self.frames.append(frame)
        return 0

    def hang_up(self) -> None:
        """Nothing to end."""


class Stand:
    """A desk that only has a reading."""

    name, stopped = "T1", ""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    @property
    def table(self) -> Any:
        """The table's state."""
        return self.reading.table

    def on_change(self, told: Any) -> None:
        """Nobody is told: the test joins instead."""


def welcomed(audience: Audience) -> dict[str, Any]:
    """The view that a new viewer is welcomed with."""
    paper = Paper()
    viewer = Viewer(name="watch", roles=(), acts_as=())
    line = Outgoing(cast("Wire", paper), "session")
    audience.join(line, Seat(viewer, "", is_staff=False))
    frame = paper.frames[0]
    return cast("dict[str, Any]", json.loads(frame[frame.index(b"{") :])["view"])


def test_who_joins_sees_the_state_of_that_moment() -> None:
    async def run() -> None:
        rules = rules_of("mbs")
        setup = Setup(table="T1", title="T1", cards="random", pace="clock", betting_seconds=20)
        reading = Reading(rules, setup)
        timing = SimpleNamespace(moment=lambda watching, stopped: Moment(now=7, watching=watching))
        audience = Audience(
            cast("Desk", Stand(reading)),
            cast("Timing", timing),
            lambda: 7,
            lambda: None,
            lambda patron: {},
        )
        seat = Seat(Viewer(name="watch", roles=(), acts_as=()), "", is_staff=False)
        for number, event in enumerate(events_of(coups=3)):
            reading.take(event, number, "dealer")
            for _ in range(2):
                found = welcomed(audience)
                assert found == json.loads(encode(audience.view(seat))), event
                assert set(found) == set(SECTIONS)
        reading.setup = Setup(
            table="T1", title="Renamed", cards="random", pace="clock", betting_seconds=20
        )
        assert welcomed(audience) == json.loads(encode(audience.view(seat)))

    asyncio.run(run())
