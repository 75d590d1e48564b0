"""The roads of a shoe, as a Python user holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from puntobanco.base.usage import UsageError
from puntobanco.surface.words import name_in, whole_number
from puntobanco.views.roads import shoe_roads as drawing
from puntobanco.views.roads.recorded_shoe import read_results
from puntobanco.views.roads.shoe_roads import Bead, ShoeRoads


@dataclass(frozen=True, repr=False)
class Roads(ShoeRoads):
    """Bead Plate, Big Road, the three derived roads and both predictors of one shoe.

    `bead_plate` has every coup, `big_road` the wins in columns of streaks with the ties on them.
    `next_banker` and `next_player` say what a win would add to each road.
    """

    beads: tuple[Bead, ...]
    """The coups, in order."""

    def text(self, columns: int | None = 80) -> str:
        """All roads in letters, for a terminal of so many columns."""
        from puntobanco.views.roads.text import draw_roads  # noqa: PLC0415  # loads rich

        if columns is not None:
            columns = whole_number(columns, "columns", 1, 10_000)
        return draw_roads(self.beads, columns, plain=True).plain

    def svg(self, theme: Literal["light", "dark"] = "light") -> str:
        """All roads as a picture."""
        from puntobanco.views.roads.svg import DARK, LIGHT, svg_roads  # noqa: PLC0415  # as above

        themes = {"light": LIGHT, "dark": DARK}
        return svg_roads(self.beads, themes[name_in(theme, themes, "theme")])

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.svg()


def roads(results: str | Sequence[str]) -> Roads:
    """The roads of a shoe from its results: "BBPPTBPB", "b,b,p" or a list.

    >>> roads("BBPPT").big_eye_boy.marks
    'r'
    """
    words = [results] if isinstance(results, str) else results
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise TypeError(f"{results!r} are not results; write them as text, such as 'BPPTB'")
    if isinstance(results, str) and Path(results).suffix:
        raise UsageError(f"{results} names a file; puntobanco.shoe({results!r}).roads draws it")
    return roads_of(read_results(" ".join(words)))


def roads_of(beads: Iterable[Bead]) -> Roads:
    """The roads of coups that are known already."""
    known = tuple(beads)
    drawn = drawing.roads(known)
    parts = {field.name: getattr(drawn, field.name) for field in fields(drawn)}
    return Roads(**parts, beads=known)
