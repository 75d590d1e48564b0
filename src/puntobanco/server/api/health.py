"""Whether the house lives, whether it is ready, and what it has counted."""

from __future__ import annotations

from fastapi import APIRouter, Response

from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.errors import HouseError, responses
from puntobanco.server.api.handling.guard import House, only
from puntobanco.wire.bodies import HealthForm

router = APIRouter(tags=["health"])


@router.get("/health")
async def health(house: House) -> HealthForm:
    """Whether this process lives."""
    ready = house.ready and house.is_within_reach
    return HealthForm(alive=True, ready=ready, tables=len(house.running_tables))


@router.get("/ready", responses=responses())
async def ready(house: House) -> HealthForm:
    """Whether this process takes commands; 503 while it opens or closes, or has no database."""
    found = await health(house)
    if not found.ready:
        why = "error.log-lost" if house.ready else "error.not-ready"
        raise HouseError(503, "not_ready", say(why))
    return found


@router.get(
    "/metrics",
    responses={**responses(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=Response,
    dependencies=only(Act.VIEW_METRICS),
)
async def metrics(house: House) -> Response:
    """What this process has counted, in the form that Prometheus reads."""
    text = house.metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
