"""A promised shoe, hashed here as docs/fairness.md says, for the page to check."""

from __future__ import annotations

import hashlib
import hmac

from puntobanco.wire import forms as f

SECRET = bytes(range(32))


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def proof(table: str, shoe: int, cards: tuple[str, ...]) -> f.FairnessForm:
    """A small shoe, opened whole: an odd number of cards tries the node that goes up alone."""
    salts = [hmac.digest(SECRET, n.to_bytes(4, "big"), "sha256") for n in range(len(cards))]
    name = table.encode()
    head = b"\0" + len(name).to_bytes(2, "big") + name + shoe.to_bytes(4, "big")
    rows = [
        [
            _hash(head, position.to_bytes(4, "big"), card.encode(), salts[position])
            for position, card in enumerate(cards)
        ]
    ]
    while len(rows[-1]) > 1:
        row = rows[-1]
        pairs = [row[at : at + 2] for at in range(0, len(row), 2)]
        rows.append([_hash(b"\1", *pair) if len(pair) == 2 else pair[0] for pair in pairs])
    opened = []
    for position, card in enumerate(cards):
        at, path = position, []
        for row in rows[:-1]:
            if at ^ 1 < len(row):
                path.append(row[at ^ 1].hex())
            at //= 2
        salt = salts[position].hex()
        opened.append(f.OpenedCardForm(position=position, card=card, salt=salt, path=tuple(path)))
    return f.FairnessForm(
        shoe=shoe,
        root=rows[-1][0].hex(),
        cut=0,
        size=len(cards),
        committed_at=1_700_000_000_000_000,
        opened=tuple(opened),
    )
