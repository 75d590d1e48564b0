"""Every word of the script language with a sentence, taken from where each is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from puntobanco.notation.expectations import EXPECTATIONS
from puntobanco.notation.runner import SETTING_UP
from puntobanco.notation.setting_words import SETTINGS
from puntobanco.notation.verbs import VERBS
from puntobanco.rules import rulings
from puntobanco.rules.refusals import AT_A_TABLE
from puntobanco.rules.words import WHAT_IS_ASKED
from puntobanco.sayings.catalogue import ENGLISH
from puntobanco.sayings.saying import english
from puntobanco.views.ruling_words import FACT_QUESTIONS
from puntobanco.views.words import IRREGULARITIES, REMEDIES

ANSWERS: Mapping[str, str] = {
    "yes": "The order can be restored, or the remedy is granted.",
    "no": "It cannot be restored, or it is not granted.",
    "go-on": "A patron plays on and accepts every card that follows.",
    "take-back": "A patron takes every stake of the coup back.",
    "2,1": "Cards that came out together count in this order.",
    "continue": "The floor lets play go on; it says why.",
    "void": "The floor decides: the coup is void.",
    "rebuild": "The floor decides: the cards are put where they belong.",
    "stand": "The floor decides: everything stands as it is.",
    "return": "The floor decides: all stakes go back and the coup is dealt out.",
    "discard": "The floor decides: waiting cards go to the discards.",
    "no-bet": "The floor decides: the next coup is dealt without bets.",
    "new-cards": "The floor decides: the cards are replaced before the next coup.",
}


@dataclass(frozen=True, slots=True)
class Section:
    """Words of one kind."""

    title: str
    words: tuple[tuple[str, str], ...]
    """Each word, as it is written, with its sentence."""


def script_words() -> tuple[Section, ...]:
    """Everything a script may say, by kind."""
    by_kind: Mapping[str, Iterable[tuple[str, str]]] = {
        "Verbs: the book and the table": _forms(SETTING_UP),
        "Verbs: what is asked and what happens": _forms(
            {name: verb.read for name, verb in VERBS.items()}
        ),
        "Verbs: what is expected": _forms(EXPECTATIONS),
        "Settings, after `set`": ((f"{name}=", each.meaning) for name, each in SETTINGS.items()),
        "Irregularities, after `noticed`": (
            (each.value, _sentence(IRREGULARITIES[each])) for each in rulings.Irregularity
        ),
        "Facts, after an irregularity": (
            (f"{name}=yes|no", FACT_QUESTIONS[name])
            for name, source in rulings.RULING_FACTS.items()
            if source in rulings.SAID_BY_PEOPLE
        ),
        "Answers, after `answer WHO`": ANSWERS.items(),
        "Questions, after `asked`": (
            (f"{each.value}:REMEDY" if each is rulings.Question.MAY else each.value, english(asked))
            for each, asked in WHAT_IS_ASKED.items()
        ),
        "Remedies, after `asked may:`": (
            (each.value, _sentence(REMEDIES[each])) for each in rulings.Remedy
        ),
        "Reasons, after `refused`; without one, any": (
            (reason.value, ENGLISH[f"reason.{reason.value}"]) for reason in AT_A_TABLE
        ),
    }
    return tuple(Section(title, tuple(words)) for title, words in by_kind.items())


def _forms(verbs: Mapping[str, Callable[..., object]]) -> Iterator[tuple[str, str]]:
    """How a verb is written and what it means, from its docstring."""
    for name, read in verbs.items():
        written, _, meaning = (read.__doc__ or "").partition("`: ")
        first, _, more = meaning.partition("\n\n")
        sentence = more or first
        assert written.startswith(f"`{name}"), f"the docstring of {name} begins with its form"
        yield written.strip("`"), _sentence(" ".join(sentence.split()))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:].rstrip('.?')}{'?' if words.endswith('?') else '.'}"
