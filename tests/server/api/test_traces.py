"""Who fails to sign in or is refused leaves a trace, and no answer is kept by a browser."""

from __future__ import annotations

from tests.server.api.house import House
from tests.server.journal import Journal


def test_failing_to_sign_in_leaves_a_trace(played: House, kept: Journal) -> None:
    played.casino.refusals.sweep()  # of those before in this minute so many may be written down
    kept.seek(0)
    kept.truncate()
    wrong = {"name": "nobody", "password": "not the password"}
    answer = played.client.post("/api/session", json=wrong)
    assert answer.status_code == 401
    (line,) = kept.lines()
    expected = {"code": "wrong_credentials", "route": "/api/session", "person": ""}
    expected |= {"tried": "nobody", "why": "wrong", "address": "testclient"}
    assert line.items() >= expected.items()
    assert "not the password" not in kept.getvalue()


def test_answers_are_not_kept(played: House) -> None:
    answer = played.client.get("/api/session")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "strict-transport-security" not in answer.headers
    over_https = played.client.get("https://testserver/api/session")
    assert over_https.headers["strict-transport-security"].startswith("max-age=31536000")
