"""The version, as the installed package has it: pyproject.toml is the one place that says it."""

from __future__ import annotations


def version() -> str:
    """The installed version; `unknown` where the source runs without being installed."""
    from importlib import metadata  # noqa: PLC0415  slow, and most commands never ask

    try:
        return metadata.version("puntobanco")
    except metadata.PackageNotFoundError:
        return "unknown"
