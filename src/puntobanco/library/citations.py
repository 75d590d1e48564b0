"""Finds the clauses that a book cites and does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puntobanco.base.clauses import ClauseId, is_default
from puntobanco.library.places import Path
from puntobanco.rules.citing.defaults import DEFAULTS


def missing_clauses(whole: Any) -> dict[ClauseId, list[Path]]:
    """By clause that is cited but not written: where it is cited in the canonical form."""
    written = {each["id"] for each in whole["register"].get("clauses", [])}
    found: dict[ClauseId, list[Path]] = {}
    for path, clause in _cited(whole, ()):
        if clause not in (DEFAULTS if is_default(clause) else written):
            found.setdefault(clause, []).append(path)
    return found


def citing_parts(whole: Any) -> dict[ClauseId, set[str]]:
    """By clause: the parts of a book that cite it, in words."""
    found: dict[ClauseId, set[str]] = {}
    for path, clause in _cited(whole, ()):
        found.setdefault(clause, set()).add(citing_part(whole, path))
    return found


def _cited(held: Any, path: Path) -> Iterator[tuple[Path, ClauseId]]:
    if isinstance(held, dict):
        for key, value in held.items():
            yield from _cited(value, (*path, key))
    elif isinstance(held, list):
        is_citing = isinstance(path[-1], str) and path[-1].endswith("clauses")
        for number, value in enumerate(held):
            if is_citing and isinstance(value, str):
                yield (*path, number), ClauseId(value)
            else:
                yield from _cited(value, (*path, number))


def citing_part(whole: Any, path: Path) -> str:
    """What of a book cites a clause, in words: `the wager tie`, `the part rulings`."""
    part = path[0]
    kind = {"wagers": "wager", "options": "option"}.get(str(part))
    if kind is None:
        return f"the part {part}"
    held = whole[part][path[1]]
    return f"the {kind} {held.get('thing', held)['name']}"
