"""What somebody is asked to grant, as a question to that person, by the remedy."""

from __future__ import annotations

QUESTIONS = {
    "question.may.void-coup": "void the coup and return every stake?",
    "question.may.return-stakes": "return the stakes concerned?",
    "question.may.rebuild": "put the cards into the order they should have had?",
    "question.may.discard": "put the card to the discards?",
    "question.may.deal-no-bet-coup": "deal a coup without bets, beginning with that card?",
    "question.may.renew-cards": "bring new or reshuffled cards before the next coup?",
    "question.may.replace-cards": "replace the cards before the next coup?",
    "question.may.reshuffle": "shuffle the cards again before they are used?",
    "question.may.settle-again": "take the payments back and pay again?",
    "question.may.let-stand": "let play go on and the result stand?",
}
