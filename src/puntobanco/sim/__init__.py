"""Study by trial: shoes dealt by the million, sessions under staking plans, and what they show."""

from __future__ import annotations

from pathlib import Path

from puntobanco.caches import settle_cache

settle_cache("NUMBA_CACHE_DIR", "numba", Path(__file__).parent / "__pycache__")
