"""`punto serve FOLDER --demo --port PORT` with cheap passwords: every window signs in anew."""

from __future__ import annotations

import sys
from functools import partial

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.cli.app import main
from puntobanco.server import serve
from puntobanco.server.casino.plan import Plan

if __name__ == "__main__":
    folder, port = sys.argv[1:]
    hasher = PasswordHasher.from_parameters(CHEAPEST)
    vars(serve)["Plan"] = partial(Plan, hasher=hasher)
    sys.argv = ["punto", "serve", folder, "--demo", "--port", port]
    main()
