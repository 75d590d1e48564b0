"""`punto serve`: open a house in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from puntobanco.cli.errors import UserError
from puntobanco.cli.screen import console, grid

app = App(name="serve", help="Open a house: tables in the browser, everything in one folder.")
_Flag = Annotated[bool, Parameter(negative=())]


@app.default
def serve(  # noqa: C901 - each mistake has its sentence
    folder: Path = Path("house"),
    *,
    port: int = 8000,
    host: str = "127.0.0.1",
    demo: _Flag = False,
    browser: _Flag = False,
    database: str = "",
    processes: int = 1,
    log: Path | None = None,
) -> None:
    """Open a house and serve it until Ctrl-C.

    The first start makes an administrator and prints a password for one use.

    Examples:
        punto serve --demo

        punto serve casino --port 8080

    Args:
        folder: Where everything is kept: the database, the keys, the log.
        port: Where to listen; 0 takes a free one.
        host: The address to listen on.
        demo: Fill a new house with tables, staff and patrons with play money.
        browser: Open the house in this machine's browser.
        database: A postgresql:// address, for more than one process; the folder then has the keys.
        processes: How many processes serve the house.
        log: A file for the server's log; without it, `server.log` in the folder.
    """
    try:
        from puntobanco.server import serve as running  # noqa: PLC0415 - an extra, and slow
        from puntobanco.server.founding import Invitation  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise UserError(
            f"serving needs the package {error.name}; install puntobanco[server]"
        ) from None
    from puntobanco.fair.sealing import KeyFileError  # noqa: PLC0415
    from puntobanco.record.store import StoreError  # noqa: PLC0415
    from puntobanco.server.approved import NotApprovedError  # noqa: PLC0415

    if not 1 <= processes <= 64:
        raise UserError("--processes is a number from 1 to 64")
    if processes > 1 and not database:
        raise UserError("more than one process needs --database postgresql://...")
    if not 0 <= port <= 65535:
        raise UserError("--port is a number from 0 to 65535")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        listener = running.listening(host, port)
    except OSError as error:
        raise UserError(
            f"port {port} of {host} cannot be used: {error.strerror}; choose another with --port"
        ) from None
    wanted = running.Wanted(str(folder), database, demo, log=str(log or folder / "server.log"))
    out = console()

    def welcome(invited: list[Invitation]) -> None:
        if invited:
            rows = grid("name", "password", "role", "")
            for each in invited:
                rows.add_row(
                    each.name, each.password, each.role, "for one use" if each.once else ""
                )
            out.print(rows)
        out.print(f"The house is open at {running.address_of(listener)} (Ctrl-C closes it).")
        if browser:
            webbrowser.open(running.address_of(listener))

    try:
        if processes == 1:
            running.serve(wanted, listener, welcome)
        else:
            welcome(running.founded(wanted))
            running.Supervisor(wanted, listener, processes).run()
    except (StoreError, KeyFileError, NotApprovedError) as error:
        raise UserError(str(error)) from None
