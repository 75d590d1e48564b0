"""Who fails to sign in or is refused leaves a trace, and no answer is kept by a browser."""

from __future__ import annotations

import pytest

from tests.server.api.house import House


def test_failing_to_sign_in_leaves_a_trace(played: House, caplog: pytest.LogCaptureFixture) -> None:
    wrong = {"name": "nobody", "password": "not the password"}
    answer = played.client.post("/api/session", json=wrong)
    assert answer.status_code == 401
    assert "sign-in failed (wrong): nobody from " in caplog.text
    assert "wrong_credentials: /api/session from " in caplog.text
    assert "not the password" not in caplog.text


def test_answers_are_not_kept(played: House) -> None:
    answer = played.client.get("/api/session")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "strict-transport-security" not in answer.headers
    over_https = played.client.get("https://testserver/api/session")
    assert over_https.headers["strict-transport-security"].startswith("max-age=31536000")
