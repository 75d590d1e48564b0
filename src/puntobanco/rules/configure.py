"""Checking what an operator chose, in a fixed order, against what the book allows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from puntobanco.base.money import Currency, UnreadableAmountError
from puntobanco.rules.conduct import CutRule, Sharing
from puntobanco.rules.fees import Ante
from puntobanco.rules.options import (
    Choice,
    ForbiddenChoices,
    NumberOption,
    Option,
    OptionValues,
    Sum,
)
from puntobanco.rules.places import Places
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settings import TableSettings


def closest(wanted: str, known: Iterable[str]) -> str:
    """A hint for a misspelt name: the nearest known one, or all of them."""
    names = list(known)
    near = nearest(wanted, names)
    return f"did you mean {near}?" if near else f"choose from {', '.join(names)}"


def nearest(wanted: str, names: Sequence[str]) -> str | None:
    """The name that a misspelt or shortened one may stand for."""
    near = difflib.get_close_matches(wanted, names, n=1)
    begun = [name for name in names if wanted and name.startswith(wanted)]
    return next(iter((*near, *begun)), None)


def check_options(
    options: Sequence[Option],
    exclusions: Sequence[ForbiddenChoices],
    chosen: OptionValues,
    currency: Currency,
) -> OptionValues | Refusal:
    """A value for every option, or the first thing wrong with those chosen."""
    by_name = {option.name: option for option in options}
    chosen = {str(name).replace("_", "-"): str(value) for name, value in chosen.items()}
    for name in chosen:
        if name not in by_name:
            sentence = f"there is no option {name!r}; {closest(name, by_name)}"
            return Refusal(Reason.UNKNOWN_OPTION, sentence)
    for name, value in chosen.items():
        refusal = _check_value(by_name[name], value, currency)
        if refusal is not None:
            return refusal
    values = {
        option.name: _canonical(option, chosen.get(option.name, option.default))
        for option in options
    }
    for exclusion in exclusions:
        if exclusion.when.holds(values):
            return Refusal(Reason.EXCLUDED_COMBINATION, exclusion.sentence, exclusion.clauses)
    return values


def _canonical(option: Option, value: str) -> str:
    return str(int(value)) if isinstance(option, NumberOption) else value


def _check_value(option: Option, value: str, currency: Currency) -> Refusal | None:
    match option:
        case Choice():
            return _check_choice(option, value)
        case NumberOption():
            return _check_count(option, value)
        case Sum():
            return _check_sum(option, value, currency)


def _check_choice(option: Choice, value: str) -> Refusal | None:
    if value in option.values:
        return None
    sentence = f"{option.name}={value} is not offered; choose from {option.expected}"
    return Refusal(Reason.UNKNOWN_VALUE, sentence, option.clauses)


def _check_count(option: NumberOption, value: str) -> Refusal | None:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        sentence = f"{option.name}={value} is no number; give {option.expected}"
        return Refusal(Reason.UNKNOWN_VALUE, sentence, option.clauses)
    number = int(value)
    if option.low <= number <= option.high:
        return None
    sentence = f"{option.name}={value} is not allowed; give {option.expected}"
    acceptable = option.high if number > option.high else option.low
    return Refusal(Reason.OUT_OF_RANGE, sentence, option.clauses, number, acceptable)


def _check_sum(option: Sum, value: str, currency: Currency) -> Refusal | None:
    if value == "off":
        return None
    try:
        currency.read(value)
    except UnreadableAmountError as error:
        return Refusal(Reason.UNKNOWN_VALUE, f"{option.name}: {error}", option.clauses)
    return None


def check_settings(
    settings: TableSettings,
    places: Places,
    ante: Ante | None,
    cut: CutRule | None,
    sharing: Sharing,
    cards: int,
) -> Refusal | None:
    """The first setting that the book or good sense forbids."""
    return (
        _check_limits(settings)
        or _check_places(settings, places)
        or _check_cut(settings, cut, cards)
        or _check_ante(settings, ante)
        or _check_sharing(settings, sharing)
    )


def _check_sharing(settings: TableSettings, sharing: Sharing) -> Refusal | None:
    wanted, most = settings.patrons_share, sharing.patrons_most
    if wanted is None or (most is not None and 1 <= wanted <= most):
        return None
    sentence = f"{wanted} patrons may not share an area here; give 1 to {most}"
    if most is None:
        sentence = "this book does not say how many share an area; leave `share` out"
    return Refusal(Reason.OUT_OF_RANGE, sentence, sharing.clauses, wanted, most)


def _check_cut(settings: TableSettings, cut: CutRule | None, cards: int) -> Refusal | None:
    if cut is None:
        return None
    shoe = settings.shoe
    if shoe.cut_cards not in (1, 2):
        sentence = f"{shoe.cut_cards} cut cards are not used; use 1 or 2"
        return Refusal(Reason.OUT_OF_RANGE, sentence, cut.cut_cards_clauses, shoe.cut_cards, 1)
    marker, least, most = shoe.marker_from_back, cut.marker_least, cards - 1
    if least <= marker <= most:
        return None
    sentence = f"the marker lies {least} to {most} cards from the back, not {marker}"
    nearest = least if marker < least else most
    return Refusal(Reason.OUT_OF_RANGE, sentence, cut.place_clauses, marker, nearest)


def _check_limits(settings: TableSettings) -> Refusal | None:
    write = settings.currency.write
    limits = settings.limits
    for name, limit in (("hand", limits.hand), ("tie", limits.tie), ("side", limits.side)):
        if not 0 < limit.minimum <= limit.maximum:
            sentence = (
                f"the {name} limits {write(limit.minimum)} to {write(limit.maximum)} "
                "make no range; give a minimum above zero and a maximum not below it"
            )
            return Refusal(Reason.BAD_SETTING, sentence)
    chips = settings.chips
    if not chips or min(chips) <= 0 or list(chips) != sorted(set(chips)):
        sentence = "the chips in use must be different amounts above zero, the smallest first"
        return Refusal(Reason.BAD_SETTING, sentence)
    return None


def _check_places(settings: TableSettings, places: Places) -> Refusal | None:
    wanted = settings.places
    if wanted is None or 1 <= wanted <= places.most:
        return None
    sentence = f"{wanted} places do not fit layout {places.layout}; give 1 to {places.most}"
    return Refusal(Reason.OUT_OF_RANGE, sentence, places.clauses, wanted, places.most)


def _check_ante(settings: TableSettings, ante: Ante | None) -> Refusal | None:
    if ante is None:
        return None
    minimum, cap = settings.limits.hand.minimum, ante.rule.cap
    most = minimum * cap.gain // cap.stake
    if ante.amount <= most:
        return None
    write = settings.currency.write
    sentence = (
        f"an Ante of {write(ante.amount)} is more than {cap.gain}/{cap.stake} of the table minimum "
        f"{write(minimum)}; give at most {write(most)}"
    )
    return Refusal(Reason.OUT_OF_RANGE, sentence, ante.rule.cap_clauses, ante.amount, most)
