"""Coming in without a name and password: to watch, or to play in a demonstration."""

from __future__ import annotations

import logging

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from puntobanco.server.api.handling.errors import HouseError, responses
from puntobanco.server.api.handling.guard import House, only_own_pages
from puntobanco.server.api.session import signed_in
from puntobanco.server.casino import strangers
from puntobanco.wire.bodies import SignedInForm

router = APIRouter(prefix="/api/strangers", tags=["session"])
_log = logging.getLogger(__name__)


class StrangersForm(BaseModel):
    """What this house offers to people who have not signed in."""

    play: bool
    """Whether it is a demonstration in which you can play as a guest."""
    watch: bool


@router.get("", summary="What strangers are offered", responses=responses())
async def offered(house: House) -> StrangersForm:
    """What you can do here without signing in; reading the rule books is always possible."""
    return StrangersForm(play=strangers.may_play(house), watch=strangers.may_watch(house))


@router.post("/play", summary="Play as a guest", responses=responses(409))
async def play(house: House, request: Request, response: Response) -> SignedInForm:
    """Come in as a new patron with play money."""
    return await _let_in(house, request, response, strangers.play)


@router.post("/watch", summary="Watch as a stranger", responses=responses(409))
async def watch(house: House, request: Request, response: Response) -> SignedInForm:
    """Come in to watch the public tables."""
    return await _let_in(house, request, response, strangers.watch)


async def _let_in(
    house: House, request: Request, response: Response, come: strangers.Coming
) -> SignedInForm:
    only_own_pages(request)
    address = request.client.host if request.client else ""
    try:
        token, session = await come(house, address)
    except strangers.StrangerError as error:
        status = 429 if error.code == strangers.FULL else 409
        raise HouseError(status, error.code, error.said) from None
    _log.info("came in as a stranger: %s from %s", session.person, address)
    return await signed_in(house, request, response, token, session)
