"""The bare path: socket, JSON, group commit with full sync, acknowledgement; no rules."""

from __future__ import annotations

import asyncio
import queue
import socket
import sqlite3
import sys
import threading
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Writer:
    """One thread that commits whatever has queued up."""

    def __init__(self, path: Path) -> None:
        self._queue: queue.SimpleQueue[tuple[str, asyncio.Future[None]]] = queue.SimpleQueue()
        self._path = path
        threading.Thread(target=self._write, daemon=True).start()

    async def append(self, text: str) -> None:
        """Return when the text is durable."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((text, future))
        await future

    def _write(self) -> None:
        database = sqlite3.connect(self._path, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, text TEXT)")
        while True:
            group = [self._queue.get()]
            while not self._queue.empty():
                group.append(self._queue.get_nowait())
            database.execute("BEGIN")
            database.executemany("INSERT INTO event (text) VALUES (?)", [(t,) for t, _ in group])
            database.execute("COMMIT")
            loop = group[0][1].get_loop()
            loop.call_soon_threadsafe(_tell, [future for _, future in group])


def _tell(futures: list[asyncio.Future[None]]) -> None:
    for future in futures:
        if not future.done():
            future.set_result(None)


def main() -> None:
    """Serve on a free port until ended, and print the port."""
    writer = Writer(Path(sys.argv[1]))

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                message = msgspec.json.decode(await socket.receive_text())
                await writer.append(msgspec.json.encode(message).decode())
                answer = {"type": "answer", "id": message["id"], "accepted": True}
                await socket.send_text(msgspec.json.encode(answer).decode())
        except WebSocketDisconnect:
            pass

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    print(listener.getsockname()[1], flush=True)
    app = Starlette(routes=[WebSocketRoute("/{path:path}", live)])
    config = uvicorn.Config(app, log_config=None, ws_per_message_deflate=False)
    uvicorn.Server(config).run([listener])


if __name__ == "__main__":
    main()
