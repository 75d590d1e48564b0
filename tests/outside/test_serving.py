"""What a house says and does at its doors: a full disk, encrypted lines, the names of its hosts."""

from __future__ import annotations

import signal
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.outside.client import Client, LostError
from tests.outside.conftest import Closed
from tests.outside.damage import sentence_of
from tests.outside.ledger import Tally, rows
from tests.outside.machine import Machine
from tests.outside.test_kills import bettors_of, money_of

ROOM = 150_000
"""Bytes that the disk has left for the write-ahead log."""


def test_a_full_disk_ends_the_house_in_a_sentence_and_loses_nothing(
    machine: Machine, closed: Closed
) -> None:
    folder, bettors = machine.copy(closed.folder, "full"), bettors_of(closed)[:1]
    house = machine.serve(folder, file_bytes=(folder / "house.db").stat().st_size + ROOM)
    assert house.is_open(), house.said
    (bettor,) = bettors
    bettor.port = house.port
    try:
        bettor.sit()
        while len(bettor.asked) < 5_000:
            bettor.bet()
    except LostError:
        pass
    assert house.ended(signal.SIGTERM) == 70, house.said
    assert "the log could not be written" in sentence_of(house)
    house = machine.serve(folder)  # there is room again
    assert house.is_open(), house.said
    bettor.port = house.port
    bettor.ask_again()
    bettor.hang_up()
    _, rack = money_of(house, bettor)
    tally = Tally.of(rows(folder))
    assert tally.check(bettor) >= 1
    assert rack == tally.racks[bettor.name]
    assert house.ended(signal.SIGTERM) == 0, house.said


def test_what_an_open_house_makes_is_for_its_owner_alone(machine: Machine, closed: Closed) -> None:
    """Also the files that SQLite makes, and that a start which comes later would narrow."""
    folder = machine.copy(closed.folder, "narrow")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o777 if path.is_dir() else 0o600 if path.suffix == ".key" else 0o666)
    (folder / "house.db-owner").unlink(missing_ok=True)
    house = machine.serve(folder)
    assert house.is_open(), house.said
    found = {path.name: oct(path.stat().st_mode & 0o077) for path in (folder, *folder.iterdir())}
    assert set(found.values()) == {"0o0"}, found
    assert house.ended(signal.SIGTERM) == 0, house.said


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "house.crt", folder / "house.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


def test_an_encrypted_house_with_a_name(machine: Machine, closed: Closed, tmp_path: Path) -> None:
    folder = machine.copy(closed.folder, "encrypted")
    cert, key = certificate(tmp_path, "house.example")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    words = ("--tls-cert", str(cert), "--tls-key", str(key), "--public-url")
    url = f"https://house.example:{port}"
    house = machine.punto("serve", str(folder), "--port", str(port), *words, url, folder=folder)
    assert house.is_open(), house.said
    trust = ssl.create_default_context(cafile=str(cert))
    trust.check_hostname = False  # the address is called, the name is said
    client = Client(port, tls=trust, host="house.example")
    signed = client.signed_in("guest1", closed.passwords["guest1"])
    assert signed.status == 200, signed.body
    cookie = signed.headers["set-cookie"]
    assert cookie.startswith("__Host-punto_session=")
    assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
    assert "max-age=" in signed.headers["strict-transport-security"]
    for named, status in (
        ("house.example", 200),
        (f"house.example:{port}", 200),
        ("127.0.0.1", 200),
        ("evil.example", 421),
        ("house.example.evil.example", 421),
    ):
        client.host = named
        assert client.call("GET", "/health").status == status, named
    client.close()
    with pytest.raises(LostError):
        Client(port).call("GET", "/health")  # in the clear
    assert house.ended(signal.SIGTERM) == 0, house.said
