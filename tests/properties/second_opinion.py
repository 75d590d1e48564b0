"""What the independent statement of the game says of a coup that the table settled."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.play import events as e
from puntobanco.play.doors import in_force
from puntobanco.play.table import Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from tests.oracle.game import deal
from tests.oracle.settle import settle


def disagreement(
    rules: HouseRules, before: Table, events: e.Events, *, undisturbed: bool
) -> str | None:
    """How a settlement differs from the second opinion; None when both agree."""
    stage = before.stage
    assert isinstance(stage, Dealing), stage
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    player, banker = ([card.text for card in hand] for hand in (coup.player, coup.banker))
    if undisturbed:
        lawful = deal([lying.card.text for lying in stage.tape if lying.card])
        if lawful != (player, banker, []):
            return f"the coup lies as {player} {banker}, lawful is {lawful}"
    rules = in_force(rules, before)
    for line in events:
        if isinstance(line, e.StakeSettled):
            second = settle(rules.book.name, rules.options, player, banker, line.wager, line.stake)
            off = abs(line.profit - line.owed - second.profit)
            if line.result.value != second.result or off >= rules.settings.rounding.to:
                return f"{line} should have been {second}"
            if off and line.result.value != "win":
                return f"{line} rounds what needs no rounding"
            taken = line.commission + line.owed
            if not Fraction(0) <= second.commission - taken < 1:
                return f"{line} takes {taken} commission, not {second.commission}"
    return None
