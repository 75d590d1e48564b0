"""Structured logs: one JSON object a line, with who and what, and never a secret."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

HIDDEN = frozenset(
    {"password", "token", "ticket", "cookie", "authorization", "secret", "card", "cards", "salt"}
)
"""Names whose values are never written, wherever they turn up."""


def _hide(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {name: "hidden" if name in HIDDEN else value for name, value in entry.items()}


def configure(stream: TextIO | None = None, *, level: int = logging.INFO) -> None:
    """Write to a stream; the libraries' own logs go the same way."""
    out = stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _hide,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
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
    logging.getLogger("puntobanco").setLevel(level)
