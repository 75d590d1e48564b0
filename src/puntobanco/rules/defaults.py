"""Our own numbered defaults, for what a document leaves open; cited like clauses, never as one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puntobanco.base.clauses import ClauseId

DEFAULTS: Mapping[ClauseId, str] = MappingProxyType(
    {
        ClauseId("default:1"): (
            "A void coup returns every stake, where the document voids without saying so."
        ),
        ClauseId("default:2"): (
            "Amounts that cannot be paid exactly are rounded as the table's setting says, and "
            "the difference is booked as breakage."
        ),
        ClauseId("default:3"): (
            "Cards that proved wrong or too few are withdrawn and replaced before the next coup."
        ),
        ClauseId("default:4"): "Found while no coup is open, there is no coup to void.",
        ClauseId("default:5"): (
            "A wrong payment found before the next opening call is taken back and made again."
        ),
        ClauseId("default:6"): (
            "What a document leaves unsaid is decided by the floor, with the reason in writing."
        ),
        ClauseId("default:7"): "A surplus card that no hand is due opens the next coup.",
        ClauseId("default:8"): "A card seen before its time is used where it is due.",
        ClauseId("default:9"): "Stakes of a patron who leaves are settled as if he had stayed.",
        ClauseId("default:10"): "A wrong display changes nothing; the cards decide.",
        ClauseId("default:11"): (
            "A surplus card after the last coup of a shoe goes to the discards with the rest."
        ),
        ClauseId("default:12"): (
            "Stakes and Antes already down go back before a coup without bets is dealt."
        ),
    }
)
