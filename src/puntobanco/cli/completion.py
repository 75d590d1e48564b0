"""`punto completion`: what a shell needs to complete commands and options."""

from __future__ import annotations

import sys
from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish"]) -> None:
    """Write a completion script for a shell.

    For this session: `source <(punto completion bash)`. To keep it: bash reads
    ~/.local/share/bash-completion/completions/punto, zsh a file _punto in a folder of its fpath,
    fish ~/.config/fish/completions/punto.fish.

    Examples:
        punto completion bash

    Args:
        shell: Which shell it is for.
    """
    from puntobanco.cli.app import app as punto  # noqa: PLC0415  names this command itself

    sys.stdout.write(punto.generate_completion(prog_name="punto", shell=shell))
