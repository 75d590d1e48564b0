"""Where `punto` begins: an interrupt ends it quietly and at once, whatever it is doing."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; nothing else is imported before an interrupt is taken care of."""
    try:
        if "gpu" in sys.argv:
            from puntobanco.sim.cuda import wake  # noqa: PLC0415

            wake()
        from puntobanco.cli.app import main as run  # noqa: PLC0415  slow to load

        run()
        return
    except KeyboardInterrupt:
        pass
    except SystemExit as left:
        if left.code != INTERRUPTED:
            raise
    # Threads may still deal or compile: they are not waited for. What was asked for is on disk.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            continue
    os._exit(INTERRUPTED)
