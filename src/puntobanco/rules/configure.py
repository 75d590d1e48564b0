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
from puntobanco.sayings.saying import Saying, english, say


def closest(wanted: str, known: Iterable[str]) -> str:
    """A hint for a misspelt name: the nearest known one, or all of them."""
    return english(hint(wanted, known)).removesuffix(".")


def hint(wanted: str, known: Iterable[str]) -> Saying:
    """As `closest`, as a saying."""
    names = list(known)
    near = nearest(wanted, names)
    return say("hint.near", name=near) if near else say("hint.known", names=", ".join(names))


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
            said = say("refused.no-option", name=name[:40], hint=hint(name, by_name))
            return Refusal(Reason.UNKNOWN_OPTION, said)
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
            return Refusal(
                Reason.EXCLUDED_COMBINATION,
                say("refused.forbidden", why=exclusion.sentence),
                exclusion.clauses,
            )
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
    said = say("refused.option-value", option=option.name, value=value[:40], values=option.expected)
    return Refusal(Reason.UNKNOWN_VALUE, said, option.clauses)


def _check_count(option: NumberOption, value: str) -> Refusal | None:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        said = say(
            "refused.option-number",
            option=option.name,
            value=value[:40],
            low=option.low,
            high=option.high,
        )
        return Refusal(Reason.UNKNOWN_VALUE, said, option.clauses)
    number = int(value)
    if option.low <= number <= option.high:
        return None
    said = say(
        "refused.option-range", option=option.name, value=number, low=option.low, high=option.high
    )
    acceptable = option.high if number > option.high else option.low
    return Refusal(Reason.OUT_OF_RANGE, said, option.clauses, number, acceptable)


def _check_sum(option: Sum, value: str, currency: Currency) -> Refusal | None:
    if value == "off":
        return None
    try:
        currency.read(value)
    except UnreadableAmountError as error:
        return Refusal(
            Reason.UNKNOWN_VALUE,
            say("refused.unreadable", name=option.name, why=str(error)),
            option.clauses,
        )
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
    said = say("refused.sharing-most", wanted=wanted, most=most or 0)
    if most is None:
        said = say("refused.sharing-unsaid")
    return Refusal(Reason.OUT_OF_RANGE, said, sharing.clauses, wanted, most)


def _check_cut(settings: TableSettings, cut: CutRule | None, cards: int) -> Refusal | None:
    if cut is None:
        return None
    shoe = settings.shoe
    if shoe.cut_cards not in (1, 2):
        said = say("refused.cut-cards", count=shoe.cut_cards)
        return Refusal(Reason.OUT_OF_RANGE, said, cut.cut_cards_clauses, shoe.cut_cards, 1)
    marker, least, most = shoe.marker_from_back, cut.marker_least, cards - 1
    if least <= marker <= most:
        return None
    said = say("refused.marker-range", least=least, most=most, marker=marker)
    nearest = least if marker < least else most
    return Refusal(Reason.OUT_OF_RANGE, said, cut.place_clauses, marker, nearest)


def _check_limits(settings: TableSettings) -> Refusal | None:
    show = settings.currency.show
    limits = settings.limits
    for name, limit in (("hand", limits.hand), ("tie", limits.tie), ("side", limits.side)):
        if not 0 < limit.minimum <= limit.maximum:
            said = say(
                "refused.limits-range",
                name=name,
                least=show(limit.minimum),
                most=show(limit.maximum),
            )
            return Refusal(Reason.BAD_SETTING, said)
    chips = settings.chips
    if not chips or min(chips) <= 0 or list(chips) != sorted(set(chips)):
        said = say("refused.chips-order")
        return Refusal(Reason.BAD_SETTING, said)
    return None


def _check_places(settings: TableSettings, places: Places) -> Refusal | None:
    wanted = settings.places
    if wanted is None or 1 <= wanted <= places.most:
        return None
    said = say("refused.places-most", wanted=wanted, layout=places.layout, most=places.most)
    return Refusal(Reason.OUT_OF_RANGE, said, places.clauses, wanted, places.most)


def _check_ante(settings: TableSettings, ante: Ante | None) -> Refusal | None:
    if ante is None:
        return None
    minimum, cap = settings.limits.hand.minimum, ante.rule.cap
    most = minimum * cap.gain // cap.stake
    if ante.amount <= most:
        return None
    show = settings.currency.show
    said = say(
        "refused.ante-cap",
        ante=show(ante.amount),
        part=f"{cap.gain}/{cap.stake}",
        minimum=show(minimum),
        most=show(most),
    )
    return Refusal(Reason.OUT_OF_RANGE, said, ante.rule.cap_clauses, ante.amount, most)
