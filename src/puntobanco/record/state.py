"""A table's state as bytes, both ways, so that it can be kept and its digest compared.

The form is named by a digest of the fields it is made of: a program whose state has other fields
does not misread an older snapshot, it folds the log instead.
"""

from __future__ import annotations

import hashlib
from typing import Any, get_args

import msgspec

from puntobanco.notation.codec import read_card, write_card
from puntobanco.play import table as t

_STAGES: dict[str, type[t.Stage]] = {
    kind.__name__: kind
    for kind in (t.Closed, t.Preparing, t.Ready, t.Betting, t.Dealing, t.Resolved)
}


def parts_of(kind: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """Every struct that a struct's fields are made of, itself included, by name."""
    found = {kind.__name__: kind}
    waiting: list[Any] = [kind]
    while waiting:
        for each in msgspec.structs.fields(waiting.pop()):
            for part in _structs_in(each.type):
                if part.__name__ not in found:
                    found[part.__name__] = part
                    waiting.append(part)
    return found


def _structs_in(annotated: Any) -> list[type[msgspec.Struct]]:
    if isinstance(annotated, type) and issubclass(annotated, msgspec.Struct):
        return [annotated]
    return [part for each in get_args(annotated) for part in _structs_in(each)]


_Rest: Any = msgspec.defstruct(
    "_Rest",
    [(each.name, each.type) for each in msgspec.structs.fields(t.Table) if each.name != "stage"],
    frozen=True,
)
"""A table without its stage: the one field whose type the bytes must name."""


_encoder = msgspec.msgpack.Encoder(enc_hook=write_card)
_outer = msgspec.msgpack.Decoder(tuple[str, msgspec.Raw, msgspec.Raw])
_rest = msgspec.msgpack.Decoder(_Rest, dec_hook=read_card)
_stages: dict[str, msgspec.msgpack.Decoder[t.Stage]] = {
    name: msgspec.msgpack.Decoder(kind, dec_hook=read_card) for name, kind in _STAGES.items()
}


def _form() -> str:
    fields = [
        f"{kind.__name__}({', '.join(f'{name}: {text}' for name, text in _texts(kind))})"
        for _, kind in sorted(parts_of(t.Table).items())
    ]
    return hashlib.sha256("\n".join(fields).encode()).hexdigest()[:16]


def _texts(kind: type[msgspec.Struct]) -> list[tuple[str, str]]:
    return [(name, str(kind.__annotations__.get(name))) for name in kind.__struct_fields__]


FORM = _form()
"""The form that this program writes and reads."""


def encode_state(table: t.Table) -> bytes:
    """A table's state; equal bytes when and only when the states are equal."""
    rest = _Rest(*(getattr(table, name) for name in _Rest.__struct_fields__))
    return _encoder.encode((type(table.stage).__name__, table.stage, rest))


def decode_state(state: bytes) -> t.Table:
    """The table that bytes of this form describe."""
    name, stage, rest = _outer.decode(state)
    found = _rest.decode(rest)
    others = {each: getattr(found, each) for each in _Rest.__struct_fields__}
    return t.Table(stage=_stages[name].decode(stage), **others)


def state_digest(state: bytes) -> str:
    """The digest that a checkpoint names."""
    return hashlib.sha256(state).hexdigest()
