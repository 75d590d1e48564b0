"""What the independent statement of the game says of a coup that the table settled."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.play import events as e
from puntobanco.play.announced import fits
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
    rules = in_force(rules, before)
    by_staff = rules.settings.watch.value == "dealer"
    if undisturbed and not by_staff:
        lawful = deal([lying.card.text for lying in stage.tape if lying.card])
        if lawful != (player, banker, []):
            return f"the coup lies as {player} {banker}, lawful is {lawful}"
    said = stage.result
    if by_staff and said is not None and not fits(said, coup):
        return _unlike_announced(rules, events, said)
    return _unlike_the_cards(rules, events, player, banker)


def _unlike_the_cards(
    rules: HouseRules, events: e.Events, player: list[str], banker: list[str]
) -> str | None:
    """How a coup was paid otherwise than its cards say."""
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


def _unlike_announced(rules: HouseRules, events: e.Events, said: e.ResultAnnounced) -> str | None:
    """How a coup that staff announced wrongly was paid otherwise than they announced it."""
    winner = said.winner.value
    tied = "lose" if rules.options.get("two-to-one", "off") != "off" else "push"
    for line in events:
        if isinstance(line, e.StakeSettled) and line.wager in ("player", "banker", "tie"):
            due = "win" if line.wager == winner else "lose"
            if winner == "tie" and line.wager != "tie":
                due = tied
            if line.result.value != due:
                return f"{winner} was announced, and {line} did not {due}"
    return None
