"""Whether the house lives, whether it is ready, and what it has counted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.errors import HouseError, responses
from puntobanco.server.api.handling.guard import Caller, House, permitted

router = APIRouter(tags=["health"])
Operator = Annotated[Caller, Depends(permitted(Act.VIEW_METRICS))]


class HealthForm(BaseModel):
    """Alive."""

    alive: bool
    ready: bool
    tables: int


@router.get("/health")
async def health(house: House) -> HealthForm:
    """Whether this process lives."""
    ready = house.ready and house.is_within_reach
    return HealthForm(alive=True, ready=ready, tables=len(house.running_tables))


@router.get("/ready", responses=responses())
async def ready(house: House) -> HealthForm:
    """Whether this process takes commands; 503 while it opens or closes, or has no database."""
    if not house.ready:
        raise HouseError(503, "not_ready", say("error.not-ready"))
    if not house.is_within_reach:
        raise HouseError(503, "not_ready", say("error.log-lost"))
    return HealthForm(alive=True, ready=True, tables=len(house.running_tables))


@router.get(
    "/metrics",
    responses={**responses(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def metrics(caller: Operator) -> Response:
    """What this process has counted, in the form that Prometheus reads."""
    text = caller.casino.metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
