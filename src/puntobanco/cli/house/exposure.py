"""How a house is reached from other machines: encrypted, or behind a proxy that encrypts."""

from __future__ import annotations

import ipaddress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names of this machine for itself; a call may always name one of them as its host."""


@Parameter(name="*")
@dataclass(frozen=True)
class Exposure:
    """Where to listen, and who may be told what."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    tls_cert: Path | None = None
    """A certificate, with those above it, for encrypted connections."""
    tls_key: Path | None = None
    """The certificate's key."""
    behind_proxy: Annotated[str, Parameter(env_var="PUNTO_BEHIND_PROXY")] = ""
    """Addresses or networks of proxies, separated by commas; only theirs are the forwarded headers
    that are believed."""
    public_url: Annotated[str, Parameter(env_var="PUNTO_PUBLIC_URL")] = ""
    """The address that people type, such as https://house.example; calls that name another host
    are refused."""
    public_demo: bool = False
    """Let other machines reach a demonstration, whose passwords are known."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK or self.host.startswith("127.")

    @property
    def proxies(self) -> tuple[str, ...]:
        """Who is believed about where a call comes from."""
        return tuple(each.strip() for each in self.behind_proxy.split(",") if each.strip())

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a call may name as its host."""
        named = urlsplit(self.public_url).hostname
        return tuple(sorted({*LOOPBACK, self.host, *([named] if named else [])}))

    def check(self, *, demo: bool) -> None:
        """Refuse to send passwords in the clear or to expose a demonstration."""
        if (self.tls_cert is None) != (self.tls_key is None):
            raise UsageError("--tls-cert and --tls-key belong together; name both files")
        for path in (self.tls_cert, self.tls_key):
            if path is not None and not path.is_file():
                raise UsageError(f"{path} is not a file")
        for each in self.proxies:
            try:
                ipaddress.ip_network(each, strict=False)
            except ValueError:
                raise UsageError(
                    f"`{each}` is not an address. Write --behind-proxy 10.88.0.1 or 10.88.0.0/16"
                ) from None
        url = urlsplit(self.public_url)
        if self.public_url and (url.scheme not in ("http", "https") or not url.hostname):
            raise UsageError(
                f"`{self.public_url}` is not an address. Write --public-url https://house.example"
            )
        if not self.is_local:
            self._check_public(demo=demo)

    def _check_public(self, *, demo: bool) -> None:
        if self.tls_cert is None and not self.proxies:
            raise UsageError(
                f"--host {self.host} lets other machines in, and passwords would travel readable. "
                "Add --tls-cert and --tls-key, or put a proxy with a certificate in front and name "
                "its address with --behind-proxy"
            )
        if not self.public_url:
            raise UsageError(
                f"--host {self.host} lets other machines in. Name the address that people type: "
                "--public-url https://house.example"
            )
        if demo and not self.public_demo:
            raise UsageError(
                "--demo prints passwords that last. To let other machines reach it all the same, "
                "add --public-demo"
            )


@Parameter(name="*")
@dataclass(frozen=True)
class Allowance:
    """How much one address or one person may have of the house."""

    connections_per_address: int = 256
    """Connections and sockets of one address; raise it where many people share one."""
    calls_per_address: int = 50
    """Calls a second of one address without a session, such as signing in and opening sockets."""
    sockets_per_person: int = 64
    """Sockets of one person over all tables, in one process."""

    def check(self) -> None:
        """Refuse a limit that lets nobody in."""
        for name, value in asdict(self).items():
            within(f"--{name.replace('_', '-')}", value, 1)
