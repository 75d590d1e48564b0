"""Where `punto` begins: an interrupt ends it quietly and at once, whatever it is doing."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; nothing else is imported before an interrupt is taken care of."""
    on_gpu = "gpu" in sys.argv
    try:
        if on_gpu:
            from puntobanco.sim.cuda import wake  # noqa: PLC0415

            wake()
        from puntobanco.cli.app import main as run  # noqa: PLC0415  slow to load

        run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except SystemExit as left:
        if not isinstance(left.code, int) or not (on_gpu or left.code == INTERRUPTED):
            raise
        code = left.code
    else:
        return
    _leave(code)


def _leave(code: int) -> None:
    """End at once: threads may still deal or compile, and a GPU's driver takes long to tidy up.

    What was asked for is on disk, and the system frees the rest.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            continue
    os._exit(code)
