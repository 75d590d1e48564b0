"""The editions that logs name: which events bring one, and what earlier programs called them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from puntobanco.house import events as h
from puntobanco.notation.codec import AnyEvent
from puntobanco.play import events as e
from puntobanco.rules.text.canonical import digest_of

EARLIER_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "40ff8a71875fc78b136c69e21bf2fefbbefd41fd90497d4b000c9f5bff73d825": (
            "a51c94a0cbb13934d483d7a225fafb10bb4ebf3cf537c53f822e0c3d5cdd34fd"
        ),
        "2f2d120571d7c71d6304ef4dd593dea1fe1c1d4184a1c38d1bff28a843da6e12": (
            "f4752bb24ea4cd58dc256228b683d7161bf427bef6e288cffe4067ff6d84eb6d"
        ),
        "cd5d5de1fc93dd0d547a3e4285f3f46b36e14df5a49f58b52f5d49f0d7b0bcb3": (
            "e2a99b668cd6571baec6f1792d22acc323a5fa1470d5589c8905fdadad0c4fe4"
        ),
        "a623d23b1da44ea79acd4f8ab45eacbb204fd8fbc2815c4147af92385385dc9b": (
            "bb346a070b1fba56cc7b25e904cb973063d41c428e9cccae03933079dbfa39af"
        ),
    }
)
"""By the name that logs had for an edition before editions were texts: the digest of its text."""


def is_called(text: bytes, digest: str) -> bool:
    """Whether a text is the edition that a log names so."""
    return digest_of(text) in (digest, EARLIER_NAMES.get(digest))


def editions_in(event: AnyEvent) -> Iterator[str]:
    """The editions that must be kept with a log because of an event."""
    match event:
        case h.BookAdded():
            yield event.edition
        case h.TableAdded() if event.edition:
            yield event.edition
        case h.TableEdition() | e.EditionAdopted():
            yield from (each for each in (event.before, event.after) if each)
        case _:
            pass
