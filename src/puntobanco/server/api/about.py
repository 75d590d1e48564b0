"""What the house says of itself: who may do what, and the schema of every form."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from puntobanco.house.permissions import PERMISSIONS, TABLE
from puntobanco.house.roles import Role
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import responses
from puntobanco.server.api.handling.guard import SignedIn
from puntobanco.wire.house import PermissionsForm

router = FormRouter(prefix="/api", tags=["about"])


@router.shows("/permissions", "Who may do what", "The whole table", None)
async def permissions(caller: SignedIn) -> PermissionsForm:
    """Every permission with the roles that have it, and one's own."""
    return PermissionsForm(
        roles=tuple(role.value for role in Role),
        permissions={
            str(each): tuple(role.value for role in Role if role in TABLE.get(each, ()))
            for each in PERMISSIONS
        },
        own=tuple(str(each) for each in PERMISSIONS if caller.may_somewhere(each)),
    )


@router.get("/schemas", summary="The schema of every form", responses=responses())
async def schemas(caller: SignedIn, request: Request) -> dict[str, Any]:
    """JSON Schema by name: requests, reports, events, views, bodies and answers."""
    known: dict[str, Any] = request.app.openapi()["components"]["schemas"]
    return known
