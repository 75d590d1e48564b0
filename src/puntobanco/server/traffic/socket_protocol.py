"""A socket below the application: frames go straight in and out, and an ended one is gone soon.

What is told to many is made into a frame once. Handing it over costs one write a reader, no task
and no copy; what a reader has not taken yet waits in the network's own buffer. What comes in is
offered to the listener at once; what it cannot take at once reaches the application as usual.
Nearly every message is one short frame that arrives alone: it is read here, all others by the
library.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from puntobanco.server.traffic.pace import Turns
from puntobanco.server.traffic.turned_away import UNKNOWN, Refusals

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library was installed without its compiled part
    from websockets.utils import apply_mask

LINGER_SECONDS = 2.0
"""How long a socket that was closed may take to hand over what it still holds."""
READ_BYTES = 256
"""So much of a socket is read at once: a bet, or forty pings."""
READ_SECONDS = 0.001
"""Reading so much keeps the loop busy no longer. Where it took longer, the machine had other things
to do. The thread's own clock would tell them apart, and asking it costs more than a bet's parsing.
"""
PIECES_MAX = 100
"""A message comes in so many pieces at most: empty ones count for no length, and each is held."""
WIRE = "puntobanco.wire"
"""Where the application finds the wire of a socket: among the extensions of its scope."""
_TEXT, _MASKED, _LONG, _LONGER = 0x81, 0x80, 126, 127
"""The first byte of a whole text frame, what says that it is masked as a client's must be, and how
longer ones say that their length follows."""


class Wire(Protocol):
    """What carries frames to one reader."""

    def write(self, frame: bytes) -> int:
        """Hand a frame over; how many bytes wait for the reader now."""

    def hang_up(self) -> None:
        """Have the application read that the socket has ended."""

    fault: str
    """Why the socket was ended for what was sent over it; empty: it was not."""
    hear: Callable[[bytes], bool] | None
    """Is offered each message as it comes; true when that was all there is to do."""
    payer: Turns | None
    """Whose turns what is read counts for; if the application finds it here, the handshake came in
    one of them."""


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


def lone_text(data: bytes) -> bytes | None:
    """The text of a client's frame that is all of these bytes and all of a message, or None.

    >>> lone_text(bytes.fromhex("818237fa213d5f93")), lone_text(bytes.fromhex("018237fa213d5f93"))
    (b'hi', None)
    """
    start, end = _frame(data, 0)
    if end != len(data) or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


def are_whole(data: bytes) -> bool:
    """Whether a frame ends where these bytes end, if one begins where they begin.

    >>> [are_whole(bytes.fromhex(text)) for text in ("8980000000008900", "8980000000", "81fe")]
    [True, False, False]
    """
    end = 0
    while end < len(data):
        _, end = _frame(data, end)
    return end == len(data)


def _frame(data: bytes, begin: int) -> tuple[int, int]:
    """Where the content of the frame that begins there begins, and where it ends.

    What is cut short ends after the last byte there is.
    """
    start, cut = begin + 2, len(data) + 1
    if start > len(data):
        return cut, cut
    length, masked = data[begin + 1] & ~_MASKED, data[begin + 1] & _MASKED
    if length >= _LONG:
        more = start + (2 if length == _LONG else 8)
        if more > len(data):
            return cut, cut
        start, length = more, int.from_bytes(data[start:more])
    start += 4 if masked else 0
    return start, start + length


def _is_text(data: bytes) -> bool:
    try:
        return bool(str(data, "utf-8"))
    except UnicodeDecodeError:
        return False


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket with a wire, gone soon after it was closed even where nobody reads its last."""

    hear: Callable[[bytes], bool] | None = None
    payer: Turns | None = None
    fault = ""
    counted_as = ""
    """The address that the connection counts for; empty where it counts for none."""
    _is_between = True
    """Whether all that came so far ended with a frame; once it did not, the library reads on."""

    _rest = b""
    """What came and is read later."""
    _is_held = False
    """Whether a later round reads on."""

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, in the turns of its sender."""
        if not self.handshake_initiated:
            self._read(data)
            return
        self._rest += data
        self._read_on()

    def _read_on(self, turn: object = None) -> None:
        """Read the next part of what has come, in a turn or where none is needed."""
        if self.transport.is_closing() or (self._is_held and turn is None):
            return
        payer, self._is_held = self.payer, False
        may_begin = payer is None or turn is not None or payer.is_free()
        if self._rest and self.queue.empty() and may_begin:
            part, self._rest = self._rest[:READ_BYTES], self._rest[READ_BYTES:]
            began = perf_counter()
            self._read(part)
            if payer is not None:
                held = perf_counter() - began
                payer.charge(min(held, READ_SECONDS), held)
        if self._rest and self.queue.empty():
            self._is_held = True
            if payer is None:
                self.loop.call_soon(self._read_on, self)
            else:
                payer.next_turn().add_done_callback(self._read_on)
        may_read = not self._rest and self.queue.empty()
        if may_read and self.read_paused:
            self.transport.resume_reading()
        elif not may_read and not self.read_paused:
            self.transport.pause_reading()
        self.read_paused = not may_read

    async def receive(self) -> Any:
        """The next message for the application; when it has them all, more is read."""
        message = await self.queue.get()
        if self.queue.empty():
            self.loop.call_soon(self._read_on)  # after the application has looked at this one
        return message

    def _read(self, data: bytes) -> None:
        """Offer a message that came alone to the listener; leave everything else as it is."""
        hear = self.hear
        is_short = len(data) <= self.config.ws_max_size
        if hear is not None and is_short and self._is_between and self._is_idle():
            text = lone_text(data)
            if text is not None and _is_text(text) and hear(text):
                return
        if self.handshake_initiated:
            self._is_between = self._is_between and are_whole(data)
        super().data_received(data)
        if len(self.frames) > PIECES_MAX and not self.close_sent:
            self.conn.send_close(CloseCode.MESSAGE_TOO_BIG)
            self.handle_parser_exception()
        if self.conn.handshake_exc is not None:
            self._not_opened()

    def _not_opened(self) -> None:
        """Turn away what asks for a socket as nobody does; the library may say nothing to it."""
        refusals: Refusals = self.app_state["casino"].refusals
        refusals.note("malformed", UNKNOWN, self.client[0] if self.client else "")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        if self.counted_as:
            self.app_state["casino"].connections.leave(self.counted_as)
            self.counted_as = ""
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        """Whether no message waits, none has come in part, and nobody has said farewell."""
        is_open = self.conn.close_rcvd is None and not self.close_sent
        return is_open and not self.frames and self.queue.empty()

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
        elif self.curr_msg_data_type == "text" and not self.close_sent and not self._is_text():
            self.frames = []  # the library would do the same, and write the message to the journal
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def _is_text(self) -> bool:
        """Whether what has come in one piece or several can be read, though it may be empty."""
        return _is_text(b" " + b"".join(self.frames))

    def handle_parser_exception(self) -> None:
        """End the socket for what was sent over it."""
        code = self.conn.close_sent.code if self.conn.close_sent else 0
        self.fault = "too_long" if code == CloseCode.MESSAGE_TOO_BIG else "malformed"
        super().handle_parser_exception()

    def hang_up(self) -> None:
        """Have the application read that the socket has ended."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1001})
