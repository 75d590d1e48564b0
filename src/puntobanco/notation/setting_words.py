"""Table settings from words such as `minimum=50 differential=8000 watch=dealer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

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


def _amount(field: str) -> _Change:
    def change(settings: TableSettings, value: str) -> TableSettings:
        return replace(settings, **{field: settings.currency.read(value)})  # type: ignore[arg-type]

    return change


def _value(field: str, read: Callable[[str], Any]) -> _Change:
    return lambda settings, value: replace(settings, **{field: read(value)})


def _of_shoe(field: str, read: Callable[[str], Any]) -> _Change:
    return lambda settings, value: replace(
        settings, shoe=replace(settings.shoe, **{field: read(value)})
    )


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


@dataclass(frozen=True, slots=True)
class Setting:
    """One word of `set`: what it changes, and what it means."""

    change: _Change
    meaning: str


SETTINGS: Mapping[str, Setting] = {
    "minimum": Setting(_limit("hand", "minimum"), "The least stake on a hand."),
    "maximum": Setting(_limit("hand", "maximum"), "The largest stake on a hand."),
    "tie-minimum": Setting(_limit("tie", "minimum"), "The least stake on Tie."),
    "tie-maximum": Setting(_limit("tie", "maximum"), "The largest stake on Tie."),
    "side-minimum": Setting(_limit("side", "minimum"), "The least stake on a side wager."),
    "side-maximum": Setting(_limit("side", "maximum"), "The largest stake on a side wager."),
    "differential": Setting(
        _amount("differential"),
        "The largest gap between the stakes on Banker and on Player. Where the book asks for one "
        "and none is given, it is the largest stake on a hand.",
    ),
    "chips": Setting(_chips, "The chips in use, such as 1,5,25,100."),
    "rounding": Setting(_rounding, "To what a payment is rounded, and which way: 0.50:down."),
    "places": Setting(_value("places", int), "How many places are in use."),
    "drop-box": Setting(_value("drop_box", str), "The name of the drop box."),
    "marker": Setting(
        _of_shoe("marker_from_back", int),
        "How many cards lie behind the cut card that ends the shoe.",
    ),
    "step": Setting(_amount("stake_step"), "Stakes are multiples of this amount."),
    "limit": Setting(_wager_limit, "The limits of one wager: banker:400-50000."),
    "differential-over": Setting(
        _switch("differential_over_table", on="table", off="box"),
        "Whether the Differential counts for the whole `table` or for each `box`.",
    ),
    "squeeze-by": Setting(
        _switch("squeeze_by_hand", on="hand", off="table"),
        "Who squeezes a hand: the largest stake on that `hand`, or the largest at the `table`.",
    ),
    "commission": Setting(
        _switch("commission_later", on="later", off="deducted"),
        "Whether commission is `deducted` from a win or collected `later`.",
    ),
    "watch": Setting(
        _value("watch", Watch),
        "Who watches limits and cards: `software` refuses and halts; with `dealer` everything is "
        "recorded as it was, and ruled upon when it is `noticed`.",
    ),
    "burn": Setting(
        _of_shoe("burn", Burn),
        "Which cards are burnt where the book does not say: `none`, `one` or `by-value`.",
    ),
    "personal": Setting(_personal, "A patron's own maximum on a hand: S1:5000."),
    "share": Setting(_value("patrons_share", int), "How many patrons may share one area."),
    "area-total": Setting(
        _switch("area_total_capped", on="capped", off="open"),
        "Whether all stakes on one area together are `capped` at the maximum, or `open`.",
    ),
    "cut-cards": Setting(_of_shoe("cut_cards", int), "How many cut cards are used: 1 or 2."),
    "dealer": Setting(
        _switch("automatic", on="none", off="present"),
        "Whether a dealer is `present`. With `none` a random shoe is dealt.",
    ),
    "sealed": Setting(
        _switch("sealed_cards_approved", on="approved", off="refused"),
        "Whether sealed cards of the maker are `approved` or `refused`.",
    ),
    "established-by": Setting(
        _switch("established_by_staked", on="staked", off="offered"),
        "Whether wagers `offered` or only those `staked` establish an outcome.",
    ),
}
"""Every setting that can be said in a word."""


_EXPECTED = {
    "watch": " or ".join(each.value for each in Watch),
    "burn": ", ".join(each.value for each in Burn),
    "rounding": "an amount and " + ", ".join(each.value for each in Direction) + ", as 0.50:down",
}


def change_setting(settings: TableSettings, word: str) -> TableSettings:
    """The settings with one `name=value` changed; a wrong word raises ValueError with why."""
    name, equals, value = word.partition("=")
    if not equals or name not in SETTINGS:
        raise ValueError(f"{word!r} is not a setting; settings are {', '.join(SETTINGS)}")
    try:
        return SETTINGS[name].change(settings, value)
    except UnreadableAmountError:
        raise
    except ValueError:
        expected = _EXPECTED.get(name, "a whole number")
        raise ValueError(f"{name}={value} is not understood; give {expected}") from None


SETTING_NAMES = frozenset(SETTINGS)
