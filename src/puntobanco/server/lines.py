"""One socket's outgoing side: a bounded buffer of frames, so that a slow reader harms nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

BUFFER_BYTES_MAX = 256 * 1024
"""What may wait for one reader; one that falls behind further is cut off and may come back."""


class Line:
    """Frames to one reader, in order."""

    __slots__ = (
        "_closed",
        "_ending",
        "_more",
        "_send",
        "_waiting",
        "bytes_waiting",
        "on_cut",
        "session",
    )

    def __init__(self, send: Callable[[str], Awaitable[None]], session: str) -> None:
        self.session = session
        """The session that the socket was opened in, and ends with."""
        self.on_cut: Callable[[], object] | None = None
        """Called once, when the line is cut: a reader who stands still hears nothing."""
        self.bytes_waiting = 0
        self._send = send
        self._waiting: deque[str] = deque()
        self._more = asyncio.Event()
        self._closed = False
        self._ending = False

    def put(self, frame: str) -> None:
        """Send a frame when the reader can take it; a reader too far behind is cut off."""
        if self._closed or self._ending:
            return
        self.bytes_waiting += len(frame)
        if self.bytes_waiting > BUFFER_BYTES_MAX:
            self.cut()
            return
        self._waiting.append(frame)
        self._more.set()

    def cut(self) -> None:
        """End the line; `run` returns."""
        self._closed = True
        self._waiting.clear()
        self._more.set()
        told, self.on_cut = self.on_cut, None
        if told is not None:
            told()

    @property
    def is_cut(self) -> bool:
        """Whether nothing is sent any more."""
        return self._closed

    def end(self) -> None:
        """Take no more, and end when everything is sent."""
        self._ending = True
        self._more.set()

    async def run(self) -> None:
        """Send until the line is cut, or ended and empty."""
        while not self._closed:
            await self._more.wait()
            self._more.clear()
            while self._waiting and not self._closed:
                frame = self._waiting.popleft()
                await self._send(frame)
                self.bytes_waiting -= len(frame)
            if self._ending:
                return
