"""Every event of the house's own logs has its sentence, in English and as a saying."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from puntobanco.audit.account_told import account_said, tell_account
from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent, LimitSet, PersonAdded
from puntobanco.sayings.saying import sentence
from puntobanco.views.house_told import house_said


def made(kind: type[Any]) -> Any:
    """An event of this kind with something in every field."""
    fields = msgspec.structs.fields(kind)
    given = {str: "T1", int: 5, bool: False, int | None: 7, dict[str, str]: {}, dict[str, int]: {}}
    return kind(**{each.name: given[each.type] for each in fields})


@pytest.mark.parametrize("kind", [*get_args(HouseEvent), *get_args(ShoeEvent)])
def test_what_the_house_recorded_is_told(kind: type[Any]) -> None:
    said = house_said(made(kind))
    assert said is not None
    assert "{" not in sentence(said)


@pytest.mark.parametrize("kind", get_args(AccountEvent))
def test_what_happened_in_an_account_is_told(kind: type[Any]) -> None:
    event = made(kind)
    assert tell_account(event) == sentence(account_said(event))
    assert "{" not in tell_account(event)


def test_what_differs_by_its_content_is_told_so() -> None:
    time = LimitSet(account="ann", limit="time", amount=90, holds_from=0)
    assert (
        tell_account(time) == "The self-set time limit is 90 minutes from 1970-01-01 00:00:00 UTC."
    )
    none = LimitSet(account="ann", limit="loss", amount=None, holds_from=0)
    assert "loss limit is no limit" in tell_account(none)
    device = house_said(PersonAdded(person="sign1", by="admin", is_device=True))
    assert device is not None
    assert sentence(device) == "admin adds the device sign1."
    assert house_said("nothing of ours") is None
