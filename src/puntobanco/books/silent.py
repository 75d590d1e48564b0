"""What documents leave open, as our numbered defaults fill it.

RWS and MBS say alike what cards are dealt from and how they lie, and nothing of how the cards get
there, of nominees or of the end of a shoe. Both know a shoe and a machine that shuffles and is
dealt from. The machine takes its cards back: it needs no cut and no marker, and comes to no end.
"""

from __future__ import annotations

from puntobanco.base.clauses import Clauses, c
from puntobanco.rules.conditions import Is
from puntobanco.rules.conduct import (
    BettingRule,
    CardsRule,
    Conduct,
    CutRule,
    DealingRule,
    EndOfShoe,
    NomineeRule,
    Notice,
    Preparation,
    Requirement,
    Sharing,
    Style,
    Turner,
)
from puntobanco.rules.options import Case, Choice, given
from puntobanco.rules.rulings import (
    STAKES_AND_PAYMENT,
    Irregularity,
    Remedy,
    Step,
    before_next,
    must,
    rule,
)

FROM_A_SHOE = given(equipment="shoe")
FROM_A_SHUFFLER = given(equipment="shuffler")


def _preparations(shuffled: Clauses) -> tuple[Case[Preparation], ...]:
    """Shuffle and load, from any source; into a shoe the cards are cut and marked first."""
    mixed = Requirement(("shuffle", "wash", "riffle"), (*shuffled, *c("default:13")), 1)
    loaded = Requirement(("load",), c("default:13"), 4)
    cut = Requirement(("cut",), c("default:13"), 2)
    marked = Requirement(("marker",), c("default:13"), 3)
    return tuple(
        Case(Preparation(source, steps), dealt_from)
        for dealt_from, steps in (
            (FROM_A_SHOE, (mixed, cut, marked, loaded)),
            (FROM_A_SHUFFLER, (mixed, loaded)),
        )
        for source in ("new", "used")
    )


def equipment(*clauses: str) -> Choice:
    """What the cards are dealt from, by the clauses that know both."""
    return Choice("equipment", ("shoe", "shuffler"), "what the cards are dealt from", c(*clauses))


def styled(style: Style) -> Case[Style]:
    """A dealing style, where the operator chooses it."""
    return Case(style, given(style=style.name))


def face_up_or_down(
    *, deal: Clauses, announce: Clauses, third: Clauses, touch: Clauses
) -> tuple[Case[Style], ...]:
    """Both styles; `touch` says who touches cards, and is cited for every card dealt face down."""
    return (
        styled(
            Style(
                "face-up",
                initial_face_up=True,
                third_face_up=True,
                turner=Turner.NOBODY,
                deal_clauses=deal,
                announce_clauses=announce,
                third_clauses=third,
                touch_clauses=touch,
            ),
        ),
        styled(
            Style(
                "face-down",
                initial_face_up=False,
                third_face_up=False,
                turner=Turner.DEALER,
                deal_clauses=(*deal, *touch),
                announce_clauses=announce,
                third_clauses=(*third, *touch),
                touch_clauses=touch,
            ),
        ),
    )


_NO_NOMINEES = NomineeRule(
    allowed=False,
    post="",
    overall_clauses=c("default:25"),
    approval_clauses=(),
    announce_clauses=(),
    one_patron_clauses=(),
    end_clauses=(),
    bar_wagers_clauses=(),
    bar_cards_clauses=(),
    staff_clauses=(),
)


def conduct(
    betting: BettingRule,
    dealing: DealingRule,
    *,
    styles: tuple[Case[Style], ...],
    sharing: Sharing,
    post: str,
    backs: Clauses,
    shuffled: Clauses,
    limits: Clauses,
) -> Conduct:
    """The conduct of a document: what it says, and defaults for the rest.

    `post` may order new cards, `backs` demands backs alike, `shuffled` a shuffle, `limits` a sign.
    """
    by_default = c("default:13")
    cut = CutRule(by_default, by_default, from_ends_least=1, marker_least=1)
    end = EndOfShoe(c("default:15"), c("default:15"), c("default:15"), retired_clauses=())
    return Conduct(
        betting=betting,
        dealing=dealing,
        styles=styles,
        burns=(),
        ends=(Case(end, FROM_A_SHOE),),
        sharing=(Case(sharing),),
        preparations=_preparations(shuffled),
        cut=(Case(cut, FROM_A_SHOE),),
        cards=CardsRule(
            backs_clauses=backs,
            two_sets=(),
            replace_post=post,
            replace_clauses=c("default:23"),
            reshuffle_post=post,
            reshuffle_clauses=c("default:23"),
            unprepared_clauses=shuffled or by_default,
        ),
        nominees=_NO_NOMINEES,
        notices=(Case(Notice("limits", limits)),),
    )


STAKES_OF_EARLIER_COUPS = rule(
    *STAKES_AND_PAYMENT, when=Is("next_opened"), do=must(Remedy.LET_STAND, "default:29")
)
DRAWN_TOGETHER_AFTER_COUP = rule(
    Irregularity.DRAWN_TOGETHER,
    when=Is("after_coup"),
    do=must(Remedy.ORDER_BY_FLOOR, "default:6"),
)
PATRON_LEFT = rule(Irregularity.PATRON_LEFT, do=must(Remedy.LET_STAND, "default:9"))
WRONG_PAYMENT = rule(Irregularity.WRONG_PAYMENT, do=must(Remedy.SETTLE_AGAIN, "default:5"))
AUTOMATIC_TABLE_GOES_ON = rule(
    Irregularity.INTERRUPTION, when=Is("automatic"), do=must(Remedy.LET_STAND, "default:28")
)


def new_cards(clause: str) -> Step:
    """Cards that a clause found wrong are withdrawn before another coup."""
    return before_next(Remedy.REPLACE_CARDS, clause, "default:3")
