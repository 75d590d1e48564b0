"""How a socket ends whose reader does not read: not when he likes, but now."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS = 2.0
"""How long a socket that was closed may take to hand over what it still holds."""


class EndingProtocol(WebSocketsSansIOProtocol):
    """A socket that is gone soon after it was closed, even where nobody reads its last frames."""

    async def run_asgi(self) -> None:
        """Serve one socket; what is not handed over then is dropped."""
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)
