"""Structured logs: one JSON object a line, with who and what, and never a secret."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog

HIDDEN = frozenset(
    {"password", "token", "ticket", "cookie", "authorization", "secret", "card", "cards", "salt"}
)
"""Names whose values are never written, wherever they turn up."""


def _hide(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {name: "hidden" if name in HIDDEN else value for name, value in entry.items()}


class _Forgiving:
    """A stream that may fail silently: the house goes on when its journal cannot.

    What must be known is in the logs of tables and house; a full disk under the journal, or a
    reader who went away, is no reason to leave a patron without an answer.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, if that can be done."""
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand over what was written, if that can be done."""
        with suppress(OSError, ValueError):
            self._stream.flush()


def configure(stream: TextIO | None = None) -> None:
    """Write to a stream; the libraries' own logs go the same way."""
    out = cast("TextIO", _Forgiving(stream or sys.stderr))
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _hide,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _hide,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=[
                structlog.processors.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("puntobanco").setLevel(logging.INFO)
