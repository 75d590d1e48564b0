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
    }
)
