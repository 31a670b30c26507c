"""TLS on the TCP port: who is let in, and what a bot's author is told that is not."""

from __future__ import annotations

import asyncio
import socket
import stat
from dataclasses import replace

import grpc
import pytest
from siurell.client.channel import Address, open_channel, why_not
from siurell.client.connection import Connection, raise_what_stands_in_the_way
from siurell.client.login import take_login
from siurell.errors import LocalProtocolError, RemoteProtocolError
from siurell.v1 import referee_service_pb2 as pb

from referee.config import RefereeConfig, RefereeError, read_config
from referee.development import make_certificate
from referee.serving.door import DoorError, TlsFiles
from referee.serving.listener import bind_tcp

PORT = "127.0.0.1:0"


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> TlsFiles:
    """A certificate for this machine."""
    return make_certificate(tmp_path_factory.mktemp("tls"), ["localhost", "127.0.0.1"]).files


@pytest.fixture
async def secure(make_arena, made):
    """A referee whose TCP port speaks TLS."""
    return await make_arena(tls=made)


def address(arena, roots, host="localhost") -> Address:
    port = arena.referee.tcp.rpartition(":")[2]
    return Address(f"tls://{host}:{port}", roots)


@pytest.fixture
async def serve_tls():
    """Serve TLS with any certificate, also with one that a referee would not take."""
    servers = []

    async def serve(files: TlsFiles) -> int:
        server = grpc.aio.server()
        pair = (files.key.read_bytes(), files.certificate.read_bytes())
        port = server.add_secure_port(PORT, grpc.ssl_server_credentials([pair]))
        await server.start()
        servers.append(server)
        return port

    yield serve
    for server in servers:
        await server.stop(0)


def listen(tls: TlsFiles) -> None:
    """Listen as a referee does."""
    bind_tcp(grpc.aio.server(), PORT, tls)


async def test_tls__a_seat_plays_a_whole_match_through_it(secure, made):
    sessions = [await secure.open_session(local=False) for _ in range(2)]
    assert sessions[0].address == f"tls://{secure.referee.tcp}"
    players = []
    for session in sessions:
        player = secure.seat(session)
        await player.use(open_channel(address(secure, made.certificate)))
        await player.hello()
        players.append(player)
    match_id = await secure.create_match(sessions)
    host = await secure.host(match_id)
    for player in players:
        await player.get_ready()
    await asyncio.gather(*(player.play_on() for player in players))
    finished = await host.get_finished()
    assert [seat.placement for seat in finished.result.seats] in ([1, 2], [2, 1], [1, 1])


async def test_tls__the_sdk_connects_by_what_stands_in_its_environment(secure, made):
    environ = {
        "SIURELL_ADDRESS": address(secure, None).text,
        "SIURELL_TOKEN": "siu_wrong",
        "SIURELL_CERTIFICATE": str(made.certificate),
    }
    login = take_login(environ)
    assert environ == {}

    def say_hello() -> str:
        connection = Connection(login.address, login.roots)
        try:
            connection.exchange(pb.PlaySeatRequest(hello=pb.Hello(token=login.token)))
        except RemoteProtocolError as error:
            return str(error)
        finally:
            connection.close()
        return ""

    assert "token" in await asyncio.to_thread(say_hello)


async def test_tls__nothing_stands_in_the_way_of_the_right_certificate(secure, made):
    assert await why_not(address(secure, made.certificate)) is None


async def test_wrong_certificate__is_told_with_its_file(secure, tmp_path):
    other = make_certificate(tmp_path, ["localhost"]).files.certificate
    error = await why_not(address(secure, other))
    assert error.reason == "BAD_CERTIFICATE"
    assert str(other) in str(error) and "ask whoever runs it" in str(error)


async def test_wrong_certificate__stops_the_sdk_at_once(secure, tmp_path):
    other = make_certificate(tmp_path, ["localhost"]).files.certificate
    with pytest.raises(LocalProtocolError, match="is not the one in"):
        await asyncio.to_thread(raise_what_stands_in_the_way, address(secure, other).text, other)


async def test_unknown_certificate__without_a_file_asks_for_one(secure):
    error = await why_not(address(secure, None))
    assert error.reason == "BAD_CERTIFICATE" and "as a file" in str(error)


async def test_other_name__is_told(secure, serve_tls, tmp_path):
    files = make_certificate(tmp_path, ["referee.example"]).files
    port = await serve_tls(files)
    error = await why_not(Address(f"tls://localhost:{port}", files.certificate))
    assert "for another name" in str(error)


async def test_expired__is_told_to_the_author_and_to_the_operator(serve_tls, tmp_path):
    files = make_certificate(tmp_path, ["localhost"], days=-1).files
    port = await serve_tls(files)
    error = await why_not(Address(f"tls://localhost:{port}", files.certificate))
    assert "has expired" in str(error)
    with pytest.raises(DoorError, match="expired on"):
        listen(files)


async def test_plain_text__to_a_port_that_speaks_tls(secure):
    error = await why_not(Address(secure.referee.tcp))
    assert error.reason == "SPEAKS_TLS" and f"tls://{secure.referee.tcp}" in str(error)


async def test_tls__to_a_port_that_does_not_speak_it(arena, made):
    error = await why_not(address(arena, made.certificate))
    assert error.reason == "NO_TLS" and "does not speak TLS" in str(error)


async def test_nobody_listens__may_be_tried_again(made):
    assert await why_not(Address("tls://127.0.0.1:1", made.certificate)) is None
    assert await why_not(Address("127.0.0.1:1")) is None


@pytest.mark.parametrize("text", ["", "no certificate"])
async def test_roots__that_hold_no_certificate_are_refused(tmp_path, text):
    roots = tmp_path / "roots.crt"
    if text:
        roots.write_text(text)
    with pytest.raises(LocalProtocolError, match=r"roots\.crt"):
        open_channel(Address("tls://localhost:7", roots))


def test_certificate__its_key_is_for_its_owner_and_nothing_is_overwritten(tmp_path):
    files = make_certificate(tmp_path / "new", ["localhost"]).files
    assert stat.S_IMODE(files.key.stat().st_mode) == 0o600
    with pytest.raises(RefereeError, match="already"):
        make_certificate(tmp_path / "new", ["localhost"])


@pytest.mark.parametrize("host", ["", "host:7443", "https://host", "ü"])
def test_certificate__is_made_for_names_and_addresses_alone(tmp_path, host):
    with pytest.raises(DoorError) as caught:
        make_certificate(tmp_path, [host])
    assert caught.value.reason == "BAD_HOST"


async def test_serving__files_that_do_not_fit_are_refused(made, tmp_path):
    other = make_certificate(tmp_path, ["localhost"]).files
    with pytest.raises(DoorError, match="is not that of the certificate"):
        listen(TlsFiles(made.certificate, other.key))
    with pytest.raises(DoorError, match="no certificate and its key"):
        listen(TlsFiles(other.key, other.certificate))
    with pytest.raises(DoorError, match="cannot be read"):
        listen(replace(other, key=tmp_path / "gone"))
    other.key.chmod(0o644)
    with pytest.raises(DoorError, match="chmod 600"):
        listen(other)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "[::]", "referee.example"])
def test_public_port__without_tls_is_refused_unless_one_says_so(host):
    with pytest.raises(DoorError, match="open to other machines"):
        read_config(["--tcp", f"{host}:7443"], {"SIURELL_HOST_TOKEN": "x"})
    config = read_config(["--tcp", f"{host}:7443", "--without-tls"], {"SIURELL_HOST_TOKEN": "x"})
    assert config.without_tls


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "[::1]", "localhost"])
def test_local_port__needs_no_tls(host):
    assert read_config(["--tcp", f"{host}:0"], {"SIURELL_HOST_TOKEN": "x"}).tls is None


def test_public_port__what_does_not_go_together_is_refused(made):
    with pytest.raises(DoorError, match="two files"):
        read_config(
            ["--tcp", PORT, "--tls-cert", str(made.certificate)], {"SIURELL_HOST_TOKEN": "x"}
        )
    with pytest.raises(RefereeError, match="give --tcp"):
        RefereeConfig(control="unix:/c", host_token="x", tls=made)
    with pytest.raises(RefereeError, match="--control"):
        RefereeConfig(control=None, host_token="x", tcp=PORT, bots_only=True)
    with pytest.raises(DoorError, match="leave out --without-tls"):
        RefereeConfig(control=None, host_token="x", tcp=PORT, tls=made, without_tls=True)


async def test_port_that_cannot_be_had__says_which_of_the_reasons_it_is():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for address, reason in (
            (f"127.0.0.1:{taken.getsockname()[1]}", "ADDRESS_IN_USE"),
            ("192.0.2.1:0", "NO_ADDRESS"),
            ("no-such-host.invalid:0", "NO_HOST"),
        ):
            with pytest.raises(DoorError) as caught:
                bind_tcp(grpc.aio.server(), address)
            assert caught.value.reason == reason
