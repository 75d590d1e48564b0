"""What a technical interruption does to a coup, and who may take bets back after an error."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from .established import Card, established

FINISH = "finish"
VOID = "void"
NOT_IN_THESE_RULES = "not in these rules"
RWS = ("rws-super-six-plus", "rws-wins-on")


def interruption(
    book: str,
    options: Mapping[str, str],
    player: Sequence[Card],
    banker: Sequence[Card],
    staked: AbstractSet[str] | None = None,
) -> str:
    """Return "finish" (RWS 5.4.1), "void" (RWS 5.4.2) or, for the other books, no rule."""
    if book not in RWS:
        return NOT_IN_THESE_RULES
    return FINISH if established(book, options, player, banker, staked) else VOID


def choice_offered(clause: str, *, is_established: bool, reconstructable: bool) -> bool:
    """Tell whether RWS players get the 5.12 choice under the clause that governs an error."""
    if clause in ("5.7.1", "5.9"):
        return not is_established
    if clause == "5.8":
        return not (is_established and reconstructable)
    if clause in ("5.10.1", "5.12"):
        return True
    if clause in ("5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5"):
        return False
    raise ValueError(f"{clause} is not a clause on dealing errors.")
