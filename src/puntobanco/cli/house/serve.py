"""`punto serve`: open a house in the browser."""

from __future__ import annotations

import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import file_errors, needing, user_errors
from puntobanco.cli.house.exposure import Allowance, Exposure
from puntobanco.cli.screen import console, grid

if TYPE_CHECKING:
    from puntobanco.server.casino.founding import Invitation
    from puntobanco.server.traffic.connections import TrafficLimits


def serve(  # noqa: PLR0913 - what can be said on the command line
    folder: Path = Path("house"),
    *,
    port: int = 8000,
    exposure: Exposure = Exposure(),
    allowance: Allowance = Allowance(),
    demo: bool = False,
    browser: bool = False,
    database: Annotated[str, Parameter(env_var="PUNTO_DATABASE")] = "",
    processes: int = 1,
    log: Path | None = None,
    renew_keys: bool = False,
) -> None:
    """Open a house and serve it until Ctrl-C.

    The first start makes an administrator and prints a password for one use. With --demo the
    names and passwords of the demonstration's people are printed at every start.

    Examples:
        punto serve --demo
        punto serve casino --port 8080

    Args:
        folder: Where everything is kept: the database, the keys, the log.
        port: Where to listen; 0 takes a free one.
        demo: Fill a new house with tables, staff and patrons with play money.
        browser: Open the house in this machine's browser.
        database: A postgresql:// address, for more than one process; the folder then has the keys.
            Its password comes from PGPASSWORD, PGPASSFILE or PGSERVICE, never from here.
        processes: How many processes serve the house.
        log: A file for the server's log; without it, `server.log` in the folder.
        renew_keys: Make new keys where you have put the old files away; without it, a house whose
            keys are missing does not open.
    """
    with needing("serving needs", "server"):
        from puntobanco.server import serve as running  # noqa: PLC0415 - an extra, and slow
    _check(port, database, processes)
    exposure.check(demo=demo)
    allowance.check()
    with file_errors(folder, "the folder of a house"):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        listener = running.listening(exposure.host, port)
    except OSError as error:
        raise UsageError(
            f"port {port} of {exposure.host} cannot be used: {error.strerror}; "
            "choose another with --port"
        ) from None
    wanted = running.ServeOptions(
        str(folder),
        database,
        demo,
        may_renew_keys=renew_keys,
        log=str(log or folder / "server.log"),
        proxies=exposure.proxies,
        hosts=exposure.hosts,
        tls=(str(exposure.tls_cert), str(exposure.tls_key)) if exposure.tls_cert else None,
        limits=_limits(allowance),
    )
    scheme = "https" if wanted.tls else "http"
    address = exposure.public_url or running.address_of(listener, scheme)
    says = _Says(address, in_browser=browser)
    telling = running.Telling(says.welcome, says.closing, says.waiting)
    console().print(f"Opening the house in {folder} ...")
    try:
        with user_errors(*running.KEPT_CLOSED):
            if processes == 1:
                running.serve(wanted, listener, telling)
            else:
                telling.welcome(running.founded(wanted))
                running.Supervisor(wanted, listener, processes, telling).run()
    except KeyboardInterrupt:  # before it was open; later it is how a house is closed
        pass
    console().print("The house is closed.")


def _limits(allowance: Allowance) -> TrafficLimits:
    """What the server makes of the options; a burst is three seconds' worth of calls."""
    from puntobanco.server.traffic.connections import TrafficLimits  # noqa: PLC0415 - an extra, and slow

    return TrafficLimits(
        connections_per_address=allowance.connections_per_address,
        sockets_per_person=allowance.sockets_per_person,
        calls_per_second=allowance.calls_per_address,
        calls_at_once=3 * allowance.calls_per_address,
    )


def _check(port: int, database: str, processes: int) -> None:
    """Refuse what cannot be served."""
    from puntobanco.record.opening import is_address  # noqa: PLC0415 - an extra, and slow

    if not 1 <= processes <= 64:
        raise UsageError("--processes is a number from 1 to 64")
    if processes > 1 and not database:
        raise UsageError("more than one process needs --database postgresql://...")
    if database and not is_address(database):
        raise UsageError("--database is an address that begins with postgresql://")
    if not 0 <= port <= 65535:
        raise UsageError("--port is a number from 0 to 65535")


@dataclass(frozen=True)
class _Says:
    """What is said while a house opens and closes."""

    address: str
    in_browser: bool

    def welcome(self, invited: list[Invitation]) -> None:
        """Who can sign in, and where."""
        out = console()
        if invited:
            rows = (
                (each.name, each.password, each.role, "for one use" if each.once else "")
                for each in invited
            )
            out.print(grid("name", "password", "role", "", rows=rows))
        out.print(f"The house is open at {self.address} (Ctrl-C closes it).")
        if self.in_browser:
            webbrowser.open(self.address)

    def closing(self) -> None:
        """The house was told to close."""
        console().print("Closing the house.")

    def waiting(self, tables: list[str]) -> None:
        """What keeps it open, and for how long."""
        from puntobanco.server.casino.plan import PARK_SECONDS  # noqa: PLC0415 - an extra, and slow

        console().print(
            f"Waiting for coups with bets at {', '.join(tables)}: {PARK_SECONDS:.0f} seconds at "
            "most. Ctrl-C again closes at once."
        )
