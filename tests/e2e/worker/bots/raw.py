"""A bot's line without the SDK's manners, for bots that break them."""

import os
import queue

import grpc
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc


class Line:
    """Messages in and out, nothing else."""

    def __init__(self):
        self._out = queue.SimpleQueue()
        channel = grpc.insecure_channel(os.environ["SIURELL_ADDRESS"])
        self._in = pb_grpc.RefereeServiceStub(channel).PlaySeat(iter(self._out.get, None))

    def hello(self, protocol=1, token=None):
        token = token or os.environ["SIURELL_TOKEN"]
        hello = pb.Hello(token=token, protocol=protocol, sdk="raw/0", legal_moves=True)
        self.send(hello=hello)

    def send(self, **message):
        self._out.put(pb.PlaySeatRequest(**message))

    def ready(self, welcome):
        self.send(ready=pb.Ready(match_id=welcome.match_id))

    def answer(self, ask, move=None, decision_id=None):
        self.send(
            decision=pb.Decision(
                match_id=ask.match_id,
                decision_id=ask.decision_id if decision_id is None else decision_id,
                move=ask.legal_moves[0] if move is None else move,
            )
        )

    def __iter__(self):
        for message in self._in:
            kind = message.WhichOneof("message")
            yield kind, getattr(message, kind)


def play(on_ask):
    """Play properly but for what `on_ask(line, ask)` does."""
    line = Line()
    line.hello()
    for kind, message in line:
        if kind == "welcome":
            line.ready(message)
        elif kind == "ask":
            on_ask(line, message)
