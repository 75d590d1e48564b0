"""Ends what a run of the tests left running, however the run itself ended.

Every process that a run starts inherits its mark in the environment. The warden is a process of its
own that waits until the run is gone, even killed, and then ends every process with that mark. It
reads `/proc`; where there is none, it ends nothing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

MARK = "PUNTOBANCO_TEST_RUN"
PATIENCE_SECONDS = 3.0
QUIET_SECONDS = 0.5


def start() -> subprocess.Popen[str]:
    """Mark this process and all it will start, and have them watched; close `stdin` to sweep."""
    mark = os.environ[MARK] = uuid.uuid4().hex
    environment = {name: value for name, value in os.environ.items() if name != MARK}
    return subprocess.Popen(
        [sys.executable, "-S", str(Path(__file__)), mark, str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )


def marked(mark: str, spared: int) -> dict[int, str]:
    """The processes with that mark and their command lines, but for the run itself."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) == spared:
            continue
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                if words:  # a zombie has none
                    found[int(folder.name)] = words.decode("utf-8", "replace").strip()
        except OSError:  # gone meanwhile, or of another user
            continue
    return found


def end(mark: str, spared: int) -> dict[int, str]:
    """End every process with that mark, and say which there were.

    A process that is being started shows its environment a moment later: look until none was left
    for a while.
    """
    ended, killed_at = dict[int, str](), dict[int, float]()
    begun = time.monotonic()
    quiet = begun + QUIET_SECONDS
    while (now := time.monotonic()) < min(quiet, begun + 3 * PATIENCE_SECONDS):
        for pid, words in marked(mark, spared).items():
            quiet = now + QUIET_SECONDS
            deadly = signal.SIGKILL
            if pid not in ended:
                ended[pid], killed_at[pid], deadly = words, now + PATIENCE_SECONDS, signal.SIGTERM
            elif now < killed_at[pid]:
                continue
            with contextlib.suppress(OSError):
                os.kill(pid, deadly)
        time.sleep(0.05)
    return ended


def main() -> None:
    """Wait until the other end of the input is closed, then end what is left."""
    for each in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    sys.stdin.read()
    ended = end(sys.argv[1], int(sys.argv[2]))
    try:
        print("\n".join(f"{pid} {words[:100]}" for pid, words in ended.items()), flush=True)  # noqa: T201
    except OSError:  # nobody is left to read it
        os._exit(0)


if __name__ == "__main__":
    main()
