"""Draw the pictures of the pages by the commands that the pages show.

A page that shows `pictures/NAME.png` and a command with `--plot NAME.png` or `--png NAME.png` gets
what that command draws.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"


def drawn(page: Path) -> Iterator[tuple[str, str]]:
    """The pictures that a page shows and draws: name and command."""
    text = page.read_text("utf-8")
    shown = set(re.findall(r"\]\((?:\.\./)*pictures/([\w-]+\.png)\)", text))
    for command in re.findall(r"^\$ (punto .*)$", text, re.MULTILINE):
        made = re.search(r"--(?:plot|png) ([\w-]+\.png)", command)
        if made and made[1] in shown:
            yield made[1], command


def main() -> None:
    """Run every such command once, in a folder of its own."""
    commands = {
        name: command for page in ROOT.glob("docs/**/*.md") for name, command in drawn(page)
    }
    for name, command in sorted(commands.items()):
        with tempfile.TemporaryDirectory() as folder:
            program = f'punto() {{ {sys.executable} -m puntobanco "$@"; }}; {command}'
            subprocess.run(["/bin/bash", "-ec", program], cwd=folder, check=True)  # noqa: S603
            (PICTURES / name).write_bytes((Path(folder) / name).read_bytes())


if __name__ == "__main__":
    main()
