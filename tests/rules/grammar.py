"""Books made by chance from the grammar's own types: no class or field is named here."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from puntobanco.base.money import Payoff
from puntobanco.rules.citing.register import Register, RegisterText
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not
from puntobanco.rules.facts import FACTS, TRUTHS
from puntobanco.rules.options import Given
from puntobanco.rules.wagers import End, Lose, Push, Win

LETTERS = "ab c-X9.[](),\"\\'=|\n\té♥日\u2028𝄞"


def text(random: Random) -> str:
    return "".join(random.choices(LETTERS, k=random.randrange(6)))


def word(random: Random) -> str:
    return "".join(random.choices("abc-9é", k=random.randrange(1, 5)))


def condition(random: Random, depth: int = 3) -> Condition:
    kind = random.randrange(5 if depth else 2)
    if kind == 0:
        return Is(random.choice(sorted(TRUTHS)))
    if kind == 1:
        compared = random.choice((Is, AtLeast))
        return compared(random.choice(sorted(FACTS)), random.randrange(-9, 10))
    if kind == 2:
        return Not(condition(random, depth - 1))
    parts = tuple(condition(random, depth - 1) for _ in range(random.randrange(2, 4)))
    return AllOf(parts) if kind == 3 else AnyOf(parts)


def payoff(random: Random) -> Payoff:
    return Payoff(random.randrange(1, 10**6), random.choice((1, 1, 2, 40, 10**6)))


def end(random: Random) -> End:
    kept = random.choice((None, Payoff(1, 20), Payoff(2, 40), Payoff(1, 3)))
    return random.choice((Win(payoff(random), kept), Push(), Lose()))


def given(random: Random) -> Given:
    return Given(
        tuple(
            (word(random), tuple(word(random) for _ in range(random.randrange(1, 3))))
            for _ in range(random.randrange(3))
        )
    )


MADE: dict[Any, Callable[[Random], Any]] = {
    str: text,
    int: lambda random: random.randrange(-5, 10**6),
    bool: lambda random: random.random() < 0.5,
    Condition: condition,
    Payoff: payoff,
    End: end,
    Given: given,
    Register: lambda random: Register.of(made(RegisterText, random)),
}


def made(kind: Any, random: Random) -> Any:
    """Any value of a type of the grammar."""
    if kind in MADE:
        return MADE[kind](random)
    if hasattr(kind, "__supertype__"):
        return made(kind.__supertype__, random)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return made(random.choice(arguments), random)
    if kind is types.NoneType:
        return None
    if origin is tuple and arguments[-1] is Ellipsis:
        return tuple(made(arguments[0], random) for _ in range(random.choice((0, 1, 1, 2))))
    if origin is tuple:
        return tuple(made(each, random) for each in arguments)
    if is_dataclass(origin or kind):
        return _object(origin or kind, arguments, random)
    assert issubclass(kind, Enum), kind
    return random.choice(list(kind))


def _object(kind: Any, arguments: tuple[Any, ...], random: Random) -> Any:
    hints, values = get_type_hints(kind), {}
    for field in fields(kind):
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        if has_default and random.random() < 0.5:
            continue
        hint = hints[field.name]
        values[field.name] = made(arguments[0] if isinstance(hint, TypeVar) else hint, random)
    return kind(**values)
