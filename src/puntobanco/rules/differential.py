"""The Differential: measuring it, and reducing stakes pro rata when it was exceeded.

The lighter side is kept; the heavier side becomes the lighter plus the limit, and each heavy
stake shrinks in proportion. Where the book forbids shares below the minimum, such a share is held
at the minimum and the others are scaled again; where floors alone exceed the limit, the floors
play. A stake that was itself below the minimum plays in full there. Shares are rounded down to a
unit (or to what can be paid exactly) and the rest goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from puntobanco.base.money import Units

Key = TypeVar("Key", bound=Hashable)


def reduced(
    heavy: Mapping[Key, Units],
    target: Units,
    floor: Units | None,
    round_down: Callable[[Fraction], Units] = Fraction.__floor__,
) -> dict[Key, Units]:
    """The stakes of the heavier side brought down to a target sum, in proportion.

    >>> reduced({"a": 9900, "b": 300}, 5000, floor=200)
    {'a': 4800, 'b': 200}
    >>> reduced({"a": 9950, "b": 50}, 5000, floor=200)
    {'a': 4950, 'b': 50}
    """
    held = {key: stake for key, stake in heavy.items() if floor is not None and stake < floor}
    while True:
        scaled = {key: stake for key, stake in heavy.items() if key not in held}
        total, room = sum(scaled.values()), target - sum(held.values())
        if not scaled:
            break
        shares = {key: Fraction(stake * max(room, 0), total) for key, stake in scaled.items()}
        short = [key for key, share in shares.items() if floor is not None and share < floor]
        if not short:
            return {key: held[key] if key in held else round_down(shares[key]) for key in heavy}
        assert floor is not None
        held.update(dict.fromkeys(short, floor))
    return {key: held[key] for key in heavy}
