"""Write src/puntobanco/odds/full_shoes.txt.gz: the weights of full shoes as polynomials in decks.

Run it after a change of what the kernel counts: python benchmarks/odds_full_shoes.py
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from puntobanco.books.mbs import BOOK
from puntobanco.odds import full_shoes, kernel, weights


def fit(values: list[int]) -> tuple[int, ...]:
    """Coefficients of d ... d**6 of the polynomial with these values at d = 1 ... 6, 0 at 0."""
    rows = [
        [Fraction(decks**power) for power in range(1, 7)] + [Fraction(value)]
        for decks, value in enumerate(values, start=1)
    ]
    for pivot in range(6):
        rows[pivot] = [number / rows[pivot][pivot] for number in rows[pivot]]
        for other in range(6):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [
                    number - factor * above
                    for number, above in zip(rows[other], rows[pivot], strict=True)
                ]
    found = [row[6] for row in rows]
    assert all(number.denominator == 1 for number in found), values
    return tuple(int(number) for number in found)


def main() -> None:
    """Count full shoes of one to six decks and write the polynomials through them."""
    tableau = [int(draws) for draws in BOOK.tableau.player_draws]
    tableau += [int(draws) for row in BOOK.tableau.banker_draws for draws in row]
    states, starts = weights.initial_states(kinds=True)
    counted = [
        kernel.weigh_classes([decks] * 52, 6, tableau, states, starts, True)  # noqa: FBT003
        for decks in range(1, 7)
    ]
    classes = [number for number in range(kernel.VOID) if counted[5][number]]
    polynomials = [fit([int(each[number]) for each in counted]) for number in classes]
    packed = full_shoes.write("".join(map(str, tableau)), classes, polynomials)
    place = Path(full_shoes.__file__).with_name("full_shoes.txt.gz")
    place.write_bytes(packed)
    print(f"{place}: {len(classes)} classes, {len(packed)} bytes")


if __name__ == "__main__":
    main()
