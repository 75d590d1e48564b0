"""Where `punto` begins: an interrupt ends it quietly and at once, whatever it is doing."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; nothing else is imported before an interrupt is taken care of."""
    on_gpu = "gpu" in sys.argv
    try:
        _check_streams()
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


def _check_streams() -> None:
    """Refuse a closed output before any work, and read a closed input as an empty one."""
    from pathlib import Path  # noqa: PLC0415  as above

    nowhere = Path(os.devnull)
    if sys.stderr is None:
        sys.stderr = nowhere.open("w", encoding="utf-8")
    if sys.stdout is None:
        sys.stderr.write("punto: the standard output is closed; send it to a file or /dev/null\n")
        sys.exit(2)
    if sys.stdin is None:
        sys.stdin = nowhere.open(encoding="utf-8")


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
