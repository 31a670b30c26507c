"""A whole referee: composed, started, drained and stopped here.

As a process it says in one JSON line on stdout that it serves and where; its logs go to stderr.
"""

from __future__ import annotations

import asyncio
import gc
import json
from pathlib import Path
from typing import Any, Final

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from siurell.client.channel import TLS
from siurell.wire.seat import Hello

from referee import tokens
from referee.config import RefereeConfig
from referee.ending import Ending
from referee.folder import JournalFolder
from referee.interceptors import HostsOnly
from referee.lag import LoopLag
from referee.listener import bind_socket, control_server, seat_server
from referee.matches import MatchRegistry
from referee.remote import RemoteBots
from referee.service.play_seat import PlaySeat
from referee.service.service import SERVICE, RefereeService, host_handlers, seat_handlers
from referee.serving.door import DoorError
from referee.serving.interceptors import LogCalls, NeedDeadline, SayErrors
from referee.serving.listener import bind_tcp, tcp_server
from referee.serving.logs import set_up_logs
from referee.session import Session
from referee.sessions import SessionRegistry
from referee.socket_folder import SocketFolder

_log = structlog.get_logger()

_STOP_SECONDS: Final = 1.0
_COLLECT_AFTER: Final = 20_000
"""How many new objects there are before the collector looks at them."""

_ENDED: Final = "The referee was shut down."


def serve(config: RefereeConfig) -> None:
    """Run a referee in this process until it is told to end.

    SIGTERM or Ctrl-C drains it, a second one ends it at once, and so does the end of stdin where it
    is bound to that. Raises `DoorError` when it cannot be started.
    """
    set_up_logs()
    # A sixteenth of a busy referee went into looking for cycles in what stays for ever.
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)
    asyncio.run(_serve(config))


class Referee:
    """One referee in the running event loop. `start` it, and `stop` it whatever happens."""

    def __init__(self, config: RefereeConfig) -> None:
        self.control: str | None = None
        """The address for hosts on this machine, once it is started."""
        self.tcp: str | None = None
        """The address for hosts and bots elsewhere, once it is started."""
        self._config = config
        self._folder = SocketFolder(config.sockets)
        self._kept = JournalFolder(config.journals, keep=config.keep_journals)
        self._sessions = SessionRegistry(config, self._folder.path, self._kept, self._open_door)
        self.matches = MatchRegistry(config, self._kept, LoopLag(asyncio.get_running_loop()))
        """The matches that it runs and the last that it ran."""
        self._bots = RemoteBots(self._sessions, awaited=config.bots_only)
        self._service = RefereeService(self._sessions, self.matches, self._bots)
        self._health = health.aio.HealthServicer()
        self._doors: list[_Door] = []

    async def start(self) -> None:
        """Take up what an earlier referee left, and listen.

        Raises `DoorError` when an address or the folder of journals cannot be had.
        """
        self._kept.open()
        servers: list[tuple[grpc.aio.Server, bool]] = []
        if self._config.control is not None:
            path = Path(self._config.control.removeprefix("unix:"))
            server = control_server(self._host_interceptors())
            self.control = bind_socket(server, path)
            path.chmod(0o600)
            servers.append((server, True))
        if self._config.tcp is not None:
            servers.append((self._tcp_server(self._config.tcp), not self._config.bots_only))
        await self._sessions.take_up()
        self.matches.take_up(self._sessions.get)
        self._bots.take_up()
        for server, for_hosts in servers:
            await self._serve(server, for_hosts=for_hosts)
        for name in ("", SERVICE):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        _log.info("serving", control=self.control, tcp=self.tcp)

    async def drain(self) -> None:
        """Take nothing new and let what runs come to its end, within the grace."""
        self._service.draining = True
        await self._health.enter_graceful_shutdown()
        running = self.matches.running()
        _log.info("draining", matches=len(running))
        if running:
            ends = [asyncio.create_task(match.ended.wait()) for match in running]
            _, late = await asyncio.wait(ends, timeout=self._config.grace)
            for end in late:
                end.cancel()

    async def stop(self) -> None:
        """Call off what still runs, tell everybody, and let go of every address."""
        self._service.draining = True
        for match in self.matches.running():
            match.driver.abort(_ENDED)
        for match in self.matches.all():
            match.host.close()
        await self._sessions.close_all()
        await asyncio.gather(*(door.stop(_STOP_SECONDS) for door in self._doors))
        if self.control is not None:
            Path(self.control.removeprefix("unix:")).unlink(missing_ok=True)
        self._kept.close()
        self._folder.close()
        _log.info("stopped")

    def _tcp_server(self, address: str) -> grpc.aio.Server:
        tls, bots_only = self._config.tls, self._config.bots_only
        server = tcp_server(_for_bots() if bots_only else self._host_interceptors())
        self.tcp = self._bind_tcp(server, address)
        self._kept.keep_tcp(self.tcp)
        self._sessions.tcp = self.tcp if tls is None else f"{TLS}{self.tcp}"
        return server

    def _bind_tcp(self, server: grpc.aio.Server, address: str) -> str:
        """Bind to the port where an earlier referee was found, if any free one will do."""
        left = self._kept.left_tcp(address)
        if left is not None:
            try:
                return bind_tcp(server, left, self._config.tls)
            except DoorError:
                _log.warning("port_lost", tcp=left)
        return bind_tcp(server, address, self._config.tls)

    async def _serve(self, server: grpc.aio.Server, *, for_hosts: bool) -> None:
        entrance = PlaySeat(self._bots.session_for)
        self._doors.append(_Door(server, entrance))
        if not for_hosts:
            # A stranger learns nothing here but whether a token is right.
            server.add_generic_rpc_handlers((seat_handlers(entrance),))
            await server.start()
            return
        server.add_generic_rpc_handlers((host_handlers(self._service, entrance),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self._config.reflection:
            names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)
        await server.start()

    async def _open_door(self, session: Session, path: Path) -> _Door:
        def session_for(hello: Hello, _peer: str) -> Session | None:
            shown = tokens.digest(hello.token)
            return session if tokens.same(shown, session.token_digest) else None

        server, entrance = seat_server(_for_bots()), PlaySeat(session_for)
        server.add_generic_rpc_handlers((seat_handlers(entrance),))
        bind_socket(server, path)
        await server.start()
        return _Door(server, entrance)

    def _host_interceptors(self) -> tuple[Any, ...]:
        return (
            LogCalls(SERVICE),
            SayErrors(SERVICE),
            HostsOnly(SERVICE, self._config.host_token),
            NeedDeadline(SERVICE),
        )


class _Door:
    """A server that bots come in by."""

    def __init__(self, server: grpc.aio.Server, entrance: PlaySeat) -> None:
        self._server = server
        self._entrance = entrance

    async def stop(self, grace: float) -> None:
        """Stop when the bots were told how their sessions ended."""
        await self._entrance.left(grace)
        await self._server.stop(grace)


def _for_bots() -> tuple[Any, ...]:
    return LogCalls(SERVICE), SayErrors(SERVICE)


async def _serve(config: RefereeConfig) -> None:
    ending = Ending(asyncio.get_running_loop())
    referee = Referee(config)
    try:
        await referee.start()
        if config.stdin_bound:
            ending.with_stdin()
        serving = {"event": "serving", "control": referee.control, "tcp": referee.tcp}
        print(json.dumps(serving), flush=True)
        await ending.asked()
        await ending.unless_now(asyncio.create_task(referee.drain()))
    finally:
        await referee.stop()
