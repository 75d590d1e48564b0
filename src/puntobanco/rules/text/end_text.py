"""How a line of a wager ends, as text: `8 to 1`, `1 to 1 less 5%`, `push`, `lose`."""

from __future__ import annotations

import re

from puntobanco.base.money import Payoff, UnreadablePayoffError, read_payoff
from puntobanco.rules.wagers import End, Lose, Push, Win

_LESS = re.compile(r"(?P<payoff>.+?) less (?:(?P<kept>\d{1,9}) in (?P<of>\d{1,9})|(?P<share>.+?)%)")


def read_end(text: str) -> End:
    """Read how a line ends.

    >>> read_end("1 to 1 less 5%") == Win(Payoff(1), Payoff(1, 20)), str(read_end("8 to 1"))
    (True, '8 to 1')
    """
    if text in ("push", "lose"):
        return Push() if text == "push" else Lose()
    match = _LESS.fullmatch(text.strip())
    if match is None:
        return Win(_payoff(text))
    if match["share"] is None:
        kept, of = int(match["kept"]), int(match["of"])
    else:
        kept, of = _share(match["share"].strip())
    if not 0 < kept < of:
        raise ValueError(f"{text!r} keeps nothing or everything; write 1 to 1 less 5%")
    return Win(_payoff(match["payoff"]), Payoff(kept, of))


def _payoff(text: str) -> Payoff:
    try:
        return read_payoff(text)
    except UnreadablePayoffError:
        sentence = f"`{text[:40]}` is not a payoff; write it like 30 to 1, 1 to 2 or 1 to 1 less 5%"
        raise ValueError(sentence) from None


def _share(text: str) -> tuple[int, int]:
    """A percentage in lowest terms: 2.5 is 1 in 40."""
    match = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,6}))?", text, re.ASCII)
    if match is None:
        raise ValueError(f"{text!r} is not a percentage; write 1 to 1 less 5%")
    digits = match[2] or ""
    share = Payoff(int(match[1] + digits) or 1, 100 * 10 ** len(digits)).ratio
    return (share.numerator, share.denominator) if int(match[1] + digits) else (0, 1)


def write_end(end: End) -> str:
    """Write how a line ends, so that it reads back as the same value."""
    match end:
        case Win():
            kept = end.commission
            less = "" if kept is None else f" less {kept.gain} in {kept.stake}"
            return f"{end.payoff}{less}"
        case Push():
            return "push"
        case Lose():
            return "lose"
