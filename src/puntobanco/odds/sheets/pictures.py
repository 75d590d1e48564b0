"""One style for every picture: white paper, few lines, labels beside what they name.

Colours are those of the par sheet and of the pages: Banker red, Player blue, Tie green, ink for the
rest. Whatever is drawn must be read in print and without colour, so every line has its own label.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from puntobanco.caches import settle_cache
from puntobanco.odds.files import CannotWriteError

PICTURES = (".png", ".svg", ".pdf")
"""What a picture can be written as."""
NEEDS = (("matplotlib", "plots"),)

INK, SOFT, LINE = "#19231E", "#46534C", "#DAD4C7"
SIDES = {"player": "#1565C0", "banker": "#C62828", "tie": "#2E7D32"}

_STYLE: dict[Any, Any] = {
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": 160,
    "font.size": 9,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "puntobanco",
    "svg.fonttype": "path",
}


def pyplot() -> Any:
    """Matplotlib in the style of all pictures; it needs neither a screen nor a home folder."""
    settle_cache("MPLCONFIGDIR", "matplotlib")
    try:
        import matplotlib as mpl  # noqa: PLC0415  # an optional extra, slow to import
    except ImportError as error:
        message = "a picture needs matplotlib; install puntobanco[plots]"
        raise CannotWriteError(message) from error
    mpl.use("Agg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    use_style(plt)
    return plt


def use_style(plt: Any) -> None:
    """Draw in the style of all pictures; a notebook calls it with its own pyplot."""
    plt.rcParams.update(_STYLE)


def colour(wager: str) -> str:
    """The colour of the side that a wager names, or ink."""
    return next((value for side, value in SIDES.items() if re.search(rf"\b{side}\b", wager)), INK)


def label(axis: Any, place: tuple[float, float], words: str, shade: str = INK, **more: Any) -> None:
    """Write words beside what they name, on a patch of paper so that lines do not cross them."""
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 1.0, "alpha": 0.85}
    style = {"xytext": (4, 0), "textcoords": "offset points", "va": "center", **more}
    axis.annotate(words, place, color=shade, bbox=paper, **style)


def save(figure: Any, path: Path) -> None:
    """Write a picture by the ending of its name; the same figures give the same file."""
    plain = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": None}
    try:
        kept = plain[path.suffix.lower()]
        figure.savefig(path, metadata=kept, facecolor=figure.get_facecolor())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotWriteError(f"{path} cannot be written: {reason}") from error
    finally:
        pyplot().close(figure)
