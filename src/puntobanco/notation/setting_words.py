"""Table settings from words such as `minimum=50 differential=8000 watch=dealer`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puntobanco.base.money import Direction, Rounding, UnreadableAmountError
from puntobanco.rules.conduct import Burn
from puntobanco.rules.settings import Limit, TableSettings, Watch

_Change = Callable[[TableSettings, str], TableSettings]


def _limit(kind: str, end: str) -> _Change:
    def change(settings: TableSettings, value: str) -> TableSettings:
        limit: Limit = getattr(settings.limits, kind)
        amount = settings.currency.read(value)
        limits = replace(settings.limits, **{kind: replace(limit, **{end: amount})})
        return replace(settings, limits=limits)

    return change


def _differential(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, differential=settings.currency.read(value))


def _chips(settings: TableSettings, value: str) -> TableSettings:
    chips = tuple(sorted(settings.currency.read(word) for word in value.split(",")))
    return replace(settings, chips=chips)


def _rounding(settings: TableSettings, value: str) -> TableSettings:
    amount, _, direction = value.partition(":")
    rounding = Rounding(settings.currency.read(amount), Direction(direction or "down"))
    return replace(settings, rounding=rounding)


def _switch(field: str, *, on: str, off: str) -> _Change:
    def change(settings: TableSettings, value: str) -> TableSettings:
        if value not in (on, off):
            raise UnreadableAmountError(f"{value!r} is not understood; say {on} or {off}")
        return replace(settings, **{field: value == on})  # type: ignore[arg-type]

    return change


def _wager_limit(settings: TableSettings, value: str) -> TableSettings:
    wager, _, span = value.rpartition(":")
    least, _, most = span.partition("-")
    limit = Limit(settings.currency.read(least), settings.currency.read(most))
    return replace(settings, wager_limits=(*settings.wager_limits, (wager, limit)))


def _personal(settings: TableSettings, value: str) -> TableSettings:
    patron, _, amount = value.partition(":")
    own = (patron, settings.currency.read(amount))
    return replace(settings, personal_maximums=(*settings.personal_maximums, own))


_CHANGES: dict[str, _Change] = {
    "minimum": _limit("hand", "minimum"),
    "maximum": _limit("hand", "maximum"),
    "tie-minimum": _limit("tie", "minimum"),
    "tie-maximum": _limit("tie", "maximum"),
    "side-minimum": _limit("side", "minimum"),
    "side-maximum": _limit("side", "maximum"),
    "differential": _differential,
    "chips": _chips,
    "rounding": _rounding,
    "places": lambda settings, value: replace(settings, places=int(value)),
    "drop-box": lambda settings, value: replace(settings, drop_box=value),
    "marker": lambda settings, value: replace(
        settings, shoe=replace(settings.shoe, marker_from_back=int(value))
    ),
    "step": lambda settings, value: replace(settings, stake_step=settings.currency.read(value)),
    "limit": _wager_limit,
    "differential-over": _switch("differential_over_table", on="table", off="box"),
    "squeeze-by": _switch("squeeze_by_hand", on="hand", off="table"),
    "commission": _switch("commission_later", on="later", off="deducted"),
    "watch": lambda settings, value: replace(settings, watch=Watch(value)),
    "burn": lambda settings, value: replace(
        settings, shoe=replace(settings.shoe, burn=Burn(value))
    ),
    "personal": _personal,
    "share": lambda settings, value: replace(settings, patrons_share=int(value)),
    "area-total": _switch("area_total_capped", on="capped", off="open"),
    "cut-cards": lambda settings, value: replace(
        settings, shoe=replace(settings.shoe, cut_cards=int(value))
    ),
    "dealer": _switch("automatic", on="none", off="present"),
    "sealed": _switch("sealed_cards_approved", on="approved", off="refused"),
    "established-by": _switch("established_by_staked", on="staked", off="offered"),
}


_EXPECTED = {
    "watch": " or ".join(each.value for each in Watch),
    "burn": ", ".join(each.value for each in Burn),
    "rounding": "an amount and " + ", ".join(each.value for each in Direction) + ", as 0.50:down",
}


def change_setting(settings: TableSettings, word: str) -> TableSettings:
    """The settings with one `name=value` changed; a wrong word raises ValueError with why."""
    name, equals, value = word.partition("=")
    if not equals or name not in _CHANGES:
        raise ValueError(f"{word!r} is no setting; settings are {', '.join(_CHANGES)}")
    try:
        return _CHANGES[name](settings, value)
    except UnreadableAmountError:
        raise
    except ValueError:
        expected = _EXPECTED.get(name, "a whole number")
        raise ValueError(f"{name}={value} is not understood; give {expected}") from None


SETTING_NAMES = frozenset(_CHANGES)
"""Every setting that can be said in a word."""
