"""HTTP below the application: what is no HTTP is turned away there, and leaves a trace as well."""

from __future__ import annotations

import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from puntobanco.server.refusals import UNKNOWN, Refusals

_log = logging.getLogger("uvicorn.error.http")
_log.setLevel(logging.ERROR)  # it warns of whatever is sent, without end


class HttpProtocol(HttpToolsProtocol):
    """A connection on which calls are made."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = _log

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read as a call, and hang up."""
        refusals: Refusals = self.app_state["casino"].refusals
        refusals.note("malformed", UNKNOWN, self.client[0] if self.client else "")
        super().send_400_response(msg)
