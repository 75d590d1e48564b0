"""Dealing face up or face down, as the documents of both Singapore houses leave it open."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId
from puntobanco.rules.conduct import Style, Turner
from puntobanco.rules.options import Case, given

Clauses = tuple[ClauseId, ...]


def face_up_or_down(
    *, deal: Clauses, announce: Clauses, third: Clauses, touch: Clauses
) -> tuple[Case[Style], ...]:
    """Both styles; `touch` says who touches cards, and is cited for every card dealt face down."""
    return (
        Case(
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
            given(style="face-up"),
        ),
        Case(
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
            given(style="face-down"),
        ),
    )
