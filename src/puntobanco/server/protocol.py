"""A socket below the application: frames go straight in and out, and an ended one is gone soon.

What is told to many is made into a frame once. Handing it over costs one write a reader, no task
and no copy; what a reader has not taken yet waits in the network's own buffer. What comes in is
offered to whoever listens at once; what he cannot take at once reaches the application as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS = 2.0
"""How long a socket that was closed may take to hand over what it still holds."""
WIRE = "puntobanco.wire"
"""Where the application finds the wire of a socket: among the extensions of its scope."""
_TEXT, _LONG, _LONGER = 0x81, 126, 127
"""The first byte of a whole text frame, and how longer ones say that their length follows."""


class Wire(Protocol):
    """What carries frames to one reader."""

    def write(self, frame: bytes) -> int:
        """Hand a frame over; how many bytes wait for the reader now."""

    def hang_up(self) -> None:
        """Have the application read that the socket has ended."""

    hear: Callable[[bytes], bool] | None
    """Is offered each message as it comes; true when that was all there is to do."""


def text_frame(text: bytes) -> bytes:
    """A text as a server sends it over a WebSocket (RFC 6455, 5.2).

    >>> [text_frame(bytes(size))[:10].hex() for size in (0, 126, 65536)]
    ['8100', '817e007e000000000000', '817f0000000000010000']
    """
    length = len(text)
    if length < _LONG:
        return bytes((_TEXT, length)) + text
    if length < 2**16:
        return bytes((_TEXT, _LONG)) + length.to_bytes(2) + text
    return bytes((_TEXT, _LONGER)) + length.to_bytes(8) + text


def _is_text(data: bytes) -> bool:
    try:
        return bool(str(data, "utf-8"))
    except UnicodeDecodeError:
        return False


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket with a wire, gone soon after it was closed even where nobody reads its last."""

    hear: Callable[[bytes], bool] | None = None

    async def run_asgi(self) -> None:
        """Serve one socket; what is not handed over then is dropped."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[WIRE] = self
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def write(self, frame: bytes) -> int:
        """Hand a frame over; how many bytes wait for the reader now."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self.transport.write(frame)
        return self.transport.get_write_buffer_size()

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on, after those before it."""
        hear = self.hear if self.queue.empty() and not self.close_sent else None
        data = self.frames[0] if len(self.frames) == 1 else b""
        if hear is not None and _is_text(data) and hear(bytes(data)):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    def hang_up(self) -> None:
        """Have the application read that the socket has ended."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1001})
