"""A dealer's score: right answers by kind, and what to practise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from puntobanco.training.marking import Mark
from puntobanco.training.questions import KINDS, Kind, Question, kind_of


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer: of which kind, on what, and whether it was right."""

    kind: Kind
    topic: str
    right: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Every answer so far, in order.

    >>> Score().sentence
    'Nothing was answered.'
    """

    answers: tuple[ScoredAnswer, ...] = ()

    def add(self, question: Question, mark: Mark) -> Score:
        """The score with one more answer."""
        one = ScoredAnswer(kind_of(question), question.topic, mark.right)
        return Score((*self.answers, one))

    def of(self, kind: Kind) -> tuple[int, int]:
        """Right answers of a kind, and all of them."""
        some = [each.right for each in self.answers if each.kind is kind]
        return sum(some), len(some)

    @property
    def right(self) -> int:
        """All right answers."""
        return sum(each.right for each in self.answers)

    @property
    def practise(self) -> tuple[tuple[Kind, str], ...]:
        """What was answered wrongly, the most often missed first."""
        missed = [(each.kind, each.topic) for each in self.answers if not each.right]
        counted = {each: missed.count(each) for each in missed}
        return tuple(sorted(counted, key=lambda each: -counted[each]))

    @property
    def form(self) -> dict[str, Any]:
        """The score for programs."""
        return {
            "right": self.right,
            "answered": len(self.answers),
            "kinds": {kind.value: self.of(kind) for kind in KINDS},
            "practise": [{"kind": kind.value, "topic": topic} for kind, topic in self.practise],
        }

    @property
    def sentence(self) -> str:
        """The score in words."""
        if not self.answers:
            return "Nothing was answered."
        parts = []
        for kind in KINDS:
            right, asked = self.of(kind)
            if asked:
                parts.append(f"{kind.value} {right} of {asked}")
        return f"{self.right} of {len(self.answers)} right: {', '.join(parts)}."

    @property
    def advice(self) -> str:
        """What to practise, in words."""
        if not self.answers:
            return ""
        if not self.practise:
            return "Nothing to practise: every answer was right."
        words = [f"{kind.value} ({topic})" for kind, topic in self.practise]
        return f"Practise: {', '.join(words)}."
