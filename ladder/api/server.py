"""The ladder's port for authors: opened, and closed whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from ladder.api.desk import Desk
from ladder.api.service import LadderService
from ladder.api.tables import LADDER, TABLES
from ladder.services.arena import Arena
from referee.serving.door import TlsFiles
from referee.serving.interceptors import NeedDeadline, SayErrors
from referee.serving.listener import bind_tcp, tcp_server

_STOP_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class ApiDoor:
    """Where authors reach a ladder: an address, ``host:port``, and what is shown of itself there.

    Without ``tls`` it is for this machine alone, or stands behind a proxy.
    """

    address: str
    tls: TlsFiles | None = None


@asynccontextmanager
async def open_api(arena: Arena, door: ApiDoor) -> AsyncIterator[str]:
    """Serve the ladder while the block runs; the address with the port that it got.

    Raises `DoorError` when the address cannot be had.
    """
    desk = Desk(arena)
    server = tcp_server([each(name) for name in TABLES for each in (SayErrors, NeedDeadline)])
    state = health.aio.HealthServicer()
    for name, answers in TABLES.items():
        calls = desk.answering(answers)
        if name == LADDER:
            calls |= LadderService(desk).streams()
        server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(name, calls)])
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    try:
        address = bind_tcp(server, door.address, door.tls)
        for name in ("", *TABLES):
            await state.set(name, health_pb2.HealthCheckResponse.SERVING)
        await server.start()
        yield address
    finally:
        await server.stop(_STOP_SECONDS)
        await asyncio.to_thread(desk.close)
