"""The ladder's port for authors: opened, and closed whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from ladder.api.service import SERVICE, LadderService
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
    service = LadderService(arena)
    server = tcp_server([SayErrors(SERVICE), NeedDeadline(SERVICE)])
    state = health.aio.HealthServicer()
    server.add_generic_rpc_handlers([service.handlers()])
    health_pb2_grpc.add_HealthServicer_to_server(state, server)
    try:
        address = bind_tcp(server, door.address, door.tls)
        for name in ("", SERVICE):
            await state.set(name, health_pb2.HealthCheckResponse.SERVING)
        await server.start()
        yield address
    finally:
        await server.stop(_STOP_SECONDS)
        await asyncio.to_thread(service.close)
