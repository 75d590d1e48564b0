"""One well-formed message of every kind, written by hand."""

from __future__ import annotations

from typing import Any

REQUESTS: dict[str, dict[str, Any]] = {
    "open-table": {},
    "close-table": {},
    "change-option": {"option": "style", "value": "face-down"},
    "adopt-edition": {"edition": "f" * 64},
    "take-place": {"place": 1},
    "leave": {},
    "buy-in": {"amount": 1000},
    "cash-out": {"amount": 1000},
    "name-nominee": {"nominee": "somebody"},
    "approve-nominee": {"nominee": "somebody"},
    "announce-nominee": {"nominee": "somebody"},
    "end-nominee": {"nominee": "somebody"},
    "bar-nominees": {"what": "wagers"},
    "receive-cards": {"cards": "S1", "decks": 8},
    "prepare": {"step": "cut", "value": 100},
    "decline-cut": {},
    "object-to-cards": {},
    "order-new-cards": {"reason": "worn"},
    "view-burnt-card": {},
    "open-betting": {},
    "place-stake": {"patron": "the-patron", "place": 1, "wager": "banker", "amount": 1000},
    "take-stake": {"patron": "the-patron", "place": 1, "wager": "banker"},
    "move-stake": {
        "patron": "the-patron",
        "place": 1,
        "wager": "banker",
        "to_place": 1,
        "to_wager": "player",
    },
    "place-ante": {"patron": "the-patron"},
    "extend-betting": {"seconds": 15},
    "close-betting": {},
    "reopen-betting": {},
    "answer-offer": {"hand": "player", "accept": True},
    "ask-to-squeeze": {"hand": "player"},
    "ask-house": {"what": "pass"},
    "answer-patron": {"patron": "the-patron", "what": "squeeze", "hand": "player", "grant": True},
    "keep-hand": {"hand": "player"},
    "turn-banker-first": {},
    "draw-card": {},
    "pass-hand": {"hand": "player"},
    "pass-card": {"slot": "P1", "to": "the-patron"},
    "let-turn": {"hand": "player", "patron": "the-patron"},
    "turn-hand": {"hand": "player"},
    "settle": {},
    "collect-commission": {"patron": "the-patron"},
    "answer": {"answer": "yes", "reason": "seen"},
}
REPORTS: dict[str, dict[str, Any]] = {
    "card-left-shoe": {"card": "9h"},
    "cards-left-together": {"cards": ["9h", "2c"]},
    "card-was-turned": {"slot": "P1", "card": "9h"},
    "card-misread": {"slot": "P1", "card": "9h"},
    "card-handed": {"slot": "P1", "to": "the-patron"},
    "cards-loaded": {},
    "marker-left-shoe": {},
    "shoe-ran-dry": {},
    "total-called": {"hand": "player", "total": 5},
    "result-called": {"player_total": 5, "banker_total": 6, "winner": "banker"},
    "payment-made": {"patron": "the-patron", "place": 1, "wager": "banker", "amount": 1000},
    "chips-laid": {"patron": "the-patron", "place": 1, "wager": "banker", "amount": 1000},
    "noticed": {"irregularity": "interruption", "note": "seen"},
    "choice-time-over": {},
}


def message(kind: str, by: str) -> tuple[str, dict[str, Any]]:
    """The well-formed message that a permission such as `request:settle` is about."""
    door, _, tag = kind.partition(":")
    fields = REQUESTS[tag] if door == "request" else REPORTS[tag]
    return door, {door: tag, "by": by, **fields}
