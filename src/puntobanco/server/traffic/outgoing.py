"""One socket's outgoing side: what a slow reader has not taken yet is bounded."""

from __future__ import annotations

from puntobanco.server.traffic.socket_protocol import Wire

BUFFER_BYTES_MAX = 256 * 1024
"""What may wait for one reader; one that falls behind further is cut off and may come back."""


class Outgoing:
    """Frames to one reader, in order."""

    __slots__ = ("_wire", "bytes_waiting", "is_cut", "session")

    def __init__(self, wire: Wire, session: str) -> None:
        self.session = session
        """The session that the socket was opened in, and ends with."""
        self.is_cut = False
        """Whether nothing is sent any more."""
        self.bytes_waiting = 0
        self._wire = wire

    def put(self, frame: bytes) -> None:
        """Send a frame; a reader too far behind is cut off."""
        if self.is_cut:
            return
        self.bytes_waiting = self._wire.write(frame)
        if self.bytes_waiting > BUFFER_BYTES_MAX:
            self.cut()

    def end(self) -> None:
        """Hear nothing more; what was sent is sent."""
        self._wire.hang_up()

    def cut(self) -> None:
        """End the line: nothing more is sent, and nothing more is heard."""
        if not self.is_cut:
            self.is_cut = True
            self._wire.hang_up()
