"""A stage for the pages: serves them as the house does and plays scripted views to them.

It decides nothing: a stake is taken unless it is above the wager's maximum, and a test may push
any section. Run `python -m tests.browser.stage 8123` to look at the pages by hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from puntobanco.books import BOOKS
from puntobanco.rules.book import RuleBook
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.server.pages import page, release, static
from puntobanco.server.traffic.headers import POLICY
from tests.browser.plays import PLAYS
from tests.browser.scenes import now

WEB = Path(__file__).parents[2] / "src/puntobanco/server/web"


class LiveTable:
    """One table of the stage: its sections, and who looks at it."""

    def __init__(self, name: str) -> None:
        self.sections: dict[str, Any] = msgspec.to_builtins(PLAYS[name]())
        self.sequence = 100
        self.sockets: list[WebSocket] = []
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.silent = False
        """Whether requests are done without an answer."""
        self.untold = False
        """Whether nobody is told what changed."""

    async def push(self, view: dict[str, Any], sentence: str = "") -> None:
        """Replace sections, and tell everybody."""
        self.sections.update(view)
        self.sequence += 1
        news = {"sequence": self.sequence, "time": now(), "event": "staged"}
        message = {
            "type": "news",
            "sequence": self.sequence,
            "time": now(),
            "view": view,
            "news": [{**news, "sentence": sentence, "clauses": []}] if sentence else [],
        }
        for socket in () if self.untold else tuple(self.sockets):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.send_json(message)

    async def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """What a request leads to here."""
        known = self.answers.get(message["id"])
        if known is not None:
            return {**known, "repeated": True}
        self.asked.append(message["request"])
        refusal = self._refusal(message["request"])
        if refusal is None:
            await self._do(message["request"])
        reply = {
            "type": "answer",
            "id": message["id"],
            "accepted": refusal is None,
            "first": self.sequence,
            "last": self.sequence,
            "refusal": refusal,
            "approval": None,
            "repeated": False,
        }
        self.answers[message["id"]] = reply
        return reply

    def _refusal(self, request: dict[str, Any]) -> dict[str, Any] | None:
        if request["request"] != "place-stake":
            return None
        wager = next(w for w in self.sections["table"]["wagers"] if w["name"] == request["wager"])
        on = sum(s["amount"] for s in self.sections["me"]["stakes"] if s["wager"] == wager["name"])
        if on + request["amount"] <= wager["maximum"]:
            return None
        return {
            "reason": "above_maximum",
            "sentence": f"The maximum here is {wager['maximum'] / 100:,.2f}.",
            "clauses": ["5.1"],
            "offending": request["amount"],
            "acceptable": wager["maximum"] - on,
        }

    async def _do(self, request: dict[str, Any]) -> None:
        own = json.loads(json.dumps(self.sections["me"]))
        kind, amount = request["request"], request.get("amount") or 0
        if kind in ("place-stake", "take-stake"):
            at = (request["place"], request["wager"])
            lying = {(s["place"], s["wager"]): s["amount"] for s in own["stakes"]}
            before = lying.get(at, 0)
            after = before + amount if kind == "place-stake" else before - (amount or before)
            lying[at] = after
            own["stakes"] = [
                {"place": p, "wager": w, "amount": a} for (p, w), a in lying.items() if a
            ]
            own["rack"] -= after - before
            own["staked"] += after - before
        elif kind == "take-place":
            own.update(place=request.get("place"), present=True)
        elif kind in ("buy-in", "cash-out"):
            own["rack"] += amount if kind == "buy-in" else -amount
            own["cashable"] = own["rack"]
        elif kind == "answer":
            own["must_choose"] = False
        elif kind == "answer-offer":
            own["offered"] = []
        elif kind == "turn-hand":
            own["squeeze"] = None
        elif kind == "leave":
            own.update(place=None, present=False)
        await self.push({"me": own})


class Stage:
    """The tables and the few HTTP answers that the pages ask for."""

    def __init__(self) -> None:
        self.tables = {name: LiveTable(name) for name in PLAYS}
        self.posted: list[tuple[str, Any]] = []
        self.password = "correct horse battery"  # noqa: S105 - of nobody
        self.must_change = False
        self.revealed: dict[str, str] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.pages = {"signin": "signin.html", "table": "player.html"}

    def page(self, name: str) -> HTMLResponse:
        """A page as the house serves it."""
        return HTMLResponse(page(name), headers={"content-security-policy": POLICY})

    async def html(self, request: Request) -> Response:
        """Any of the pages, by its first word."""
        word = request.path_params.get("page", "signin")
        name = self.pages.get(word, f"{word}.html")
        return self.page(name) if (WEB / name).exists() else Response(status_code=404)

    async def session(self, request: Request) -> Response:
        """Signing in and out, and who one is."""
        if request.method == "POST" and (await request.json())["password"] != self.password:
            wrong = {"code": "wrong_credentials", "sentence": "name and password are not a pair"}
            return JSONResponse(wrong, status_code=401)
        who = {"name": "patron", "roles": {"*": ["patron"]}, "is_device": False}
        times = {"idle_seconds": 1800, "began": now(-4320)}
        return JSONResponse(
            {"token": "t", **who, **times, "must_change_password": self.must_change}
        )

    async def account(self, _: Request) -> Response:
        """One's own money."""
        limit = {"amount": 200000, "counted": 50000, "left": 150000}
        none = {"coming": None, "coming_from": None}
        free = {"amount": None, "counted": 0, "left": None, **none}
        limits = [{"limit": "deposit", **limit, **none}, {"limit": "loss", **free}]
        return JSONResponse(
            {
                "name": "patron",
                "balance": 500000,
                "digits": 2,
                "at_tables": {},
                "sequence": 7,
                "limits": [*limits, {"limit": "time", **free}],
                "play_until": None,
                "play_again": None,
                "exclusion": None,
                "session_net": -32000,
            }
        )

    async def post(self, request: Request) -> Response:
        """Remembers what was sent."""
        body = await request.body()
        self.posted.append((request.url.path, json.loads(body) if body else None))
        return JSONResponse({"ticket": "once"} if request.url.path.endswith("tickets") else {})

    async def history(self, request: Request) -> Response:
        """Three past coups."""
        own = msgspec.to_builtins(PLAYS["T12R"]())["me"]["last"]
        money = {"ante": 0, "commission": 0, "net": own["net"], "lines": own["lines"]}
        hands = {"player": ["Qc", "Js", "6d"], "banker": ["8h", "7h", "2c"]}
        totals = {"player_total": 6, "banker_total": 7, "winner": "banker", "voided": False}
        racks = {"rack_before": 1200000, "rack_after": 1261000, "first": 1, "last": 9}
        times = {"shoe": 4, "opened_at": now(-90), "ended_at": now(-60)}
        coups = [
            {"coup": n, **times, **hands, **totals, **money, **racks, "stakes": [], "clauses": []}
            for n in (52, 51, 50)
        ]
        lay = [
            {"place": 4, "wager": wager, "amount": amount}
            for wager, amount in (("banker", 50000), ("player-pair", 7000))
        ]
        why = "A technical interruption stopped the game."
        void = {"coup": 49, "winner": "", "voided": True, "lines": [], "net": 0, "stakes": lay}
        told = {"why": why, "why_said": None, "returned": 57000, "clauses": ["5.4.2", "5.4"]}
        coups.append({**coups[0], **void, **told})
        whole = {"table": request.path_params["table"], "patron": "patron", "digits": 2}
        return JSONResponse({**whole, "coups": coups, "next": None})

    async def shoes(self, request: Request) -> Response:
        """The promise of the shoe in play, alone or in a list, with what is open of it."""
        name = request.path_params["table"]
        shown = self.tables[name].sections["fairness"]
        fields = {"cards": "one", "cut_by": "", "revealed_at": None, "used": None, "reason": ""}
        promise = shown and {
            **{key: shown[key] for key in ("shoe", "size", "root", "cut")},
            "promised_at": shown["committed_at"],
            **fields,
        }
        if "shoe" not in request.path_params:
            lines = [promise] if promise else []
            return JSONResponse({"table": name, "cards": "random", "shoes": lines, "next": None})
        opened = {"promise": promise, "opened": shown["opened"], "order": "", "secret": ""}
        return JSONResponse({"table": name, **opened, **self.revealed})

    async def book(self, request: Request) -> Response:
        """A book with its drawing rules."""
        book = _named(request)
        rows = {
            part: [
                {"totals": row.totals, "letters": row.letters, "clauses": row.clauses}
                for row in getattr(book.tableau, part)
            ]
            for part in ("player", "banker", "banker_alone")
        }
        titles = {"book": book.name, "title": book.title, "edition": book.edition}
        return JSONResponse({**titles, "drawing": rows})

    async def clauses(self, request: Request) -> Response:
        """A book's clauses, from its register."""
        book = _named(request)
        clauses = [
            {"id": each.id, "kind": each.kind.value, "status": "", "gist": each.gist, "note": ""}
            for each in book.register.clauses.values()
        ]
        defaults = {str(name): sentence for name, sentence in DEFAULTS.items()}
        titles = {"book": request.path_params["book"], "title": book.title}
        return JSONResponse({**titles, "clauses": clauses, "defaults": defaults})

    async def live(self, socket: WebSocket) -> None:
        """The protocol of docs/server.md."""
        table = self.tables[socket.path_params["table"]]
        self.loop = asyncio.get_running_loop()
        await socket.accept()
        table.sockets.append(socket)
        viewer = {"name": "patron", "roles": ["patron"], "acts_as": ["patron"]}
        welcome = {"type": "welcome", "table": socket.path_params["table"], "viewer": viewer}
        state = {"sequence": table.sequence, "time": now(), "view": table.sections}
        try:
            await socket.send_json({**welcome, **state})
            while True:
                await self._heard(socket, table, await socket.receive_json())
        except (WebSocketDisconnect, RuntimeError):
            table.sockets.remove(socket)

    async def _heard(self, socket: WebSocket, table: LiveTable, message: dict[str, Any]) -> None:
        if message["type"] == "time":
            await socket.send_json({"type": "time", "time": now(), "echo": message["echo"]})
            return
        reply = await table.answer(message)
        if not table.silent:
            await socket.send_json(reply)

    def push(self, table: str, **view: Any) -> None:
        """From a test's thread: replace sections of a table."""
        assert self.loop is not None
        work = self.tables[table].push(msgspec.to_builtins(view))
        asyncio.run_coroutine_threadsafe(work, self.loop).result(5)

    def drop(self, table: str, code: int = 1001) -> None:
        """From a test's thread: break every connection to a table."""
        assert self.loop is not None
        for socket in list(self.tables[table].sockets):
            asyncio.run_coroutine_threadsafe(socket.close(code), self.loop).result(5)

    def application(self) -> Starlette:
        """The whole of it as ASGI."""
        post = ["POST"]
        return Starlette(
            middleware=[Middleware(GZipMiddleware, minimum_size=500)],
            routes=[
                Route("/api/session", self.session, methods=["GET", "POST", "DELETE"]),
                Route("/api/account", self.account),
                Route("/api/tables/{table}/history", self.history),
                Route("/api/tables/{table}/shoes", self.shoes),
                Route("/api/tables/{table}/shoes/{shoe}", self.shoes),
                Route("/api/books/{book}", self.book),
                Route("/api/books/{book}/clauses", self.clauses),
                Route("/api/{rest:path}", self.post, methods=post),
                WebSocketRoute("/api/live/{table}", self.live),
                Route(f"/static/{release()}/{{path:path}}", static),
                Route("/", self.html),
                Route("/{page}", self.html),
                Route("/{page}/{table}", self.html),
            ],
        )


def _named(request: Request) -> RuleBook:
    """The book that an address means, by its name or its digest."""
    wanted = request.path_params["book"]
    return next(book for book in BOOKS.values() if wanted in (book.name, book.digest()))


@contextlib.contextmanager
def running(stage: Stage, port: int = 0) -> Iterator[str]:
    """The stage on a port of this machine, in a thread of its own."""
    settings = uvicorn.Config(
        stage.application(), port=port, log_level="warning", ws="websockets-sansio"
    )
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    address = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{address}"
    finally:
        server.should_exit = True
        thread.join(5)


if __name__ == "__main__":
    with running(Stage(), int(sys.argv[1])) as url:
        sys.stdout.write(f"{url}/table/T12\n")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
