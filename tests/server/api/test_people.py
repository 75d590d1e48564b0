"""People, roles, passwords for one use, tokens of devices."""

from __future__ import annotations

from tests.server.api.house import House


def test_somebody_new_signs_in_once_and_chooses_a_password(house: House) -> None:
    admin = house["admin2"]
    admin.post("/people", name="dealer7")
    admin.post("/people/dealer7/roles", role="dealer", table="T1")
    secret = admin.post("/people/dealer7/password", id="pw")["secret"]
    shown = admin.post("/people/dealer7/password", 409, id="pw")
    assert shown["code"] == "id_reused"
    new = house.sign_in("dealer7", secret)
    assert new.get("/permissions", 403)["code"] == "must_change_password"
    body = {"old": secret, "new": "a long new password"}
    headers = {"Authorization": f"Bearer {new.token}"}
    changed = house.client.post("/api/session/password", json=body, headers=headers)
    assert changed.status_code == 204
    again = house.sign_in("dealer7", "a long new password")
    assert "request:settle" in again.get("/permissions")["own"]
    (found,) = [each for each in admin.get("/people")["people"] if each["name"] == "dealer7"]
    assert found["roles"] == [{"role": "dealer", "table": "T1"}]


def test_roles_that_do_not_go_together_are_refused(house: House) -> None:
    admin = house["admin2"]
    both = admin.post("/people/dealer1/roles", 409, role="patron", table="*")
    assert both["code"] == "roles_conflict"
    own = admin.post("/people/admin2/roles", 409, role="manager", table="*")
    assert own["code"] == "not_permitted"
    assert admin.post("/people/nobody/roles", 404, role="dealer", table="*")["code"] == "not_found"
    unknown = admin.post("/people/dealer1/roles", 409, role="king", table="*")
    assert unknown["code"] == "unknown_value"
    table = admin.post("/people/dealer1/roles", 409, role="dealer", table="T9")
    assert table["code"] == "unknown_table"
    assert admin.post("/people", 409, name="dealer1")["code"] == "name_taken"
    assert admin.post("/people", 409, name="banker")["code"] == "name_taken"
    assert admin.post("/people", 422, name="a b")["code"] == "not_understood"


def test_the_same_id_for_somebody_else_is_another_wish(house: House) -> None:
    admin = house["admin2"]
    admin.post("/people/guest1/suspension", id="s", reason="a quarrel")
    other = admin.post("/people/guest2/suspension", 409, id="s", reason="a quarrel")
    assert other["code"] == "id_reused"


def test_a_role_is_taken(house: House) -> None:
    admin = house["admin2"]
    gone = admin.call("DELETE", "/people/dealer1/roles?id=r1&role=dealer&table=*")
    assert gone.json()["accepted"]
    again = admin.call("DELETE", "/people/dealer1/roles?id=r1&role=dealer&table=*")
    assert again.json()["repeated"]
    twice = admin.call("DELETE", "/people/dealer1/roles?id=r2&role=dealer&table=*")
    assert (twice.status_code, twice.json()["code"]) == (409, "already_so")
    assert house["dealer1"].get("/permissions", 401)["code"] == "not_signed_in"


def test_a_suspension_ends_sessions_at_once_and_is_lifted(house: House) -> None:
    admin, guest = house["admin2"], house["guest1"]
    admin.post("/people/guest1/suspension", reason="a quarrel")
    assert guest.get("/account", 401)["code"] == "not_signed_in"
    twice = admin.post("/people/guest1/suspension", 409, reason="a quarrel")
    assert twice["code"] == "already_so"
    assert admin.call("DELETE", "/people/guest1/suspension?id=back").json()["accepted"]
    not_so = admin.call("DELETE", "/people/guest1/suspension?id=back2")
    assert (not_so.status_code, not_so.json()["code"]) == (409, "already_so")
    assert admin.call("DELETE", "/people/nobody/suspension?id=x").status_code == 404


def test_a_device_has_a_token_until_it_is_ended(house: House) -> None:
    admin = house["admin2"]
    admin.post("/people", name="sign1", is_device=True)
    admin.post("/people/sign1/roles", role="sign", table="T1")
    token = admin.post("/people/sign1/token")["secret"]
    headers = {"Authorization": f"Bearer {token}"}
    assert house.client.get("/api/tables/T1", headers=headers).status_code == 200
    assert admin.post("/people/sign1/password", 409)["code"] == "not_a_person"
    assert admin.post("/people/guest1/token", 409)["code"] == "not_a_device"
    assert admin.call("DELETE", "/people/sign1/token?id=e").status_code == 204
    assert house.client.get("/api/tables/T1", headers=headers).status_code == 401


def test_the_log_says_who_made_and_ended_which_secret_and_not_what_it_is(house: House) -> None:
    admin, watch = house["admin2"], house["watch1"]
    admin.post("/people", name="sign1", is_device=True)
    admin.post("/people/sign1/roles", role="sign", table="T1")
    password = admin.post("/people/guest1/password", id="pw")["secret"]
    token = admin.post("/people/sign1/token", id="tk")["secret"]
    assert admin.call("DELETE", "/people/sign1/token?id=e").status_code == 204
    assert admin.call("DELETE", "/people/sign1/token?id=e").status_code == 204
    assert admin.post("/people/guest1/token", 409, id="no")["code"] == "not_a_device"
    log = watch.get("/audit/logs/house?limit=500")["envelopes"]
    told = [(each["event"], each["actor"], each["cause"]) for each in log[-3:]]
    assert told == [
        ({"event": "password-made", "person": "guest1", "by": "admin2"}, "admin2", "pw"),
        ({"event": "token-made", "person": "sign1", "by": "admin2"}, "admin2", "tk"),
        ({"event": "tokens-ended", "person": "sign1", "by": "admin2"}, "admin2", "e"),
    ]
    assert log[0]["event"]["by"] == "founding"
    assert any(
        each["event"] == {"event": "password-made", "person": "admin", "by": "founding"}
        for each in log
    )
    assert password not in str(log)
    assert token not in str(log)
