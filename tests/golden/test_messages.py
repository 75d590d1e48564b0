"""Every message that a user can see is kept in one file, so that a change of words is seen."""

from __future__ import annotations

from difflib import unified_diff

from tools import messages


def test_messages_are_as_kept() -> None:
    kept = messages.KEPT.read_text("utf-8").splitlines()
    now = messages.collected().splitlines()
    changed = "\n".join(unified_diff(kept, now, "kept", "now", lineterm="", n=0))
    assert not changed, f"read the difference, then run python tools/messages.py:\n{changed}"
