"""Tables over HTTP: what a socket does, for those who have none."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from puntobanco.house.permissions import Act
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request as TableRequest
from puntobanco.server.api.errors import HouseError, not_found, responses
from puntobanco.server.api.guard import AtTable, Caller, House, SignedIn, permitted
from puntobanco.server.api.schemas import json_body, json_response
from puntobanco.server.asking import NotPermittedError, answered, ask
from puntobanco.server.messages import (
    MESSAGE_BYTES_MAX,
    Ask,
    Answered,
    BadMessageError,
    Tell,
    Welcome,
    encode,
    read_inbound,
    read_reply,
)
from puntobanco.server.sockets import seat_of
from puntobanco.server.wishes import BusyError, ReusedIdError, TableStoppedError

router = APIRouter(prefix="/api/tables", tags=["tables"])
Watcher = Annotated[Caller, Depends(permitted(Act.VIEW_PUBLIC))]
