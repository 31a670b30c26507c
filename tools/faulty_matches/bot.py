"""A bot that fails as its plan says. It speaks to the referee without the SDK's manners.

In a bot's folder it lies beside `plan.py` and ``run.txt``, the number of the run.
"""

import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path

import grpc
from plan import AT_WELCOME, EXIT_CODE, LAST_WORDS, plan_of
from siurell.v1 import referee_service_pb2 as pb

LONG_S = 600
GARBAGE = b"\xff" * 50
TOO_MUCH = 70_000
"""Bytes: more than a message may have, and less than what the transport cuts off."""
FLOOD = 400
SHOUTED = 64
"""MiB: more than a bot may write in a match."""


class Line:
    """One stream: bytes out, messages in."""

    def __init__(self):
        self._out = queue.SimpleQueue()
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        self._channel = grpc.insecure_channel(os.environ["SIURELL_ADDRESS"], options)
        method = self._channel.stream_stream(
            "/siurell.v1.RefereeService/PlaySeat",
            request_serializer=bytes,
            response_deserializer=pb.PlaySeatResponse.FromString,
        )
        self._in = method(iter(self._out.get, None))
        hello = pb.Hello(
            token=os.environ["SIURELL_TOKEN"], protocol=1, sdk="faulty/0", legal_moves=True
        )
        self.send(hello=hello)

    def send_raw(self, data):
        self._out.put(data)

    def send(self, **message):
        self.send_raw(pb.PlaySeatRequest(**message).SerializeToString())

    def read(self):
        """The next message; None at the end of a session."""
        return next(self._in, None)

    def drop(self):
        self._channel.close()


class Faulty:
    """Plays one match after another, each by its plan."""

    def __init__(self, run):
        self._run = run
        self._line = Line()
        self._match_id = ""
        self._plan = None
        self._questions = 0
        self._seen = 0
        self._done = False
        self._older = None

    def play(self):
        """Until the session ends."""
        while True:
            try:
                message = self._line.read()
            except grpc.RpcError as error:
                self._line_broke(error)
                continue
            if message is None:
                return
            kind = message.WhichOneof("message")
            if kind == "welcome":
                self._on_welcome(message.welcome)
            elif kind == "ask":
                self._on_ask(message.ask)

    def _line_broke(self, error):
        """Log in again, unless the referee meant it."""
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            print("refused:", error.details(), file=sys.stderr, flush=True)
            time.sleep(LONG_S)
        time.sleep(0.02)
        self._log_in_again()

    def _log_in_again(self):
        self._line.drop()
        self._line = Line()

    def _on_welcome(self, welcome):
        if welcome.match_id != self._match_id:
            self._match_id = welcome.match_id
            self._plan = plan_of(self._run, welcome.match_id, welcome.seat)
            self._questions = 0
            self._seen = 0
            self._done = False
        if self._plan.at == AT_WELCOME and self._plan.act.first == AT_WELCOME:
            self._act(None)
        self._line.send(ready=pb.Ready(match_id=welcome.match_id))

    def _on_ask(self, ask):
        if ask.decision_id != self._seen:
            self._seen = ask.decision_id
            self._questions += 1
        if self._questions == self._plan.at and not self._done:
            self._done = True
            if not self._act(ask):
                return
        self._answer(ask)

    def _answer(self, ask, move=None, decision_id=None):
        self._line.send(
            decision=pb.Decision(
                match_id=ask.match_id,
                decision_id=ask.decision_id if decision_id is None else decision_id,
                move=ask.legal_moves[0] if move is None else move,
            )
        )

    def _act(self, ask):
        """Do it; whether the question is to be answered properly all the same."""
        return getattr(self, f"_{self._plan.act.name}")(ask)

    def _sound(self, ask):
        return True

    def _exits(self, ask):
        print(LAST_WORDS, file=sys.stderr, flush=True)
        os._exit(EXIT_CODE)

    _exits_at_welcome = _exits

    def _ends_well(self, ask):
        print(LAST_WORDS, file=sys.stderr, flush=True)
        os._exit(0)

    def _is_killed(self, ask):
        print(LAST_WORDS, file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(LONG_S)

    def _reports_an_error(self, ask):
        detail = f"Traceback: …\nValueError: {LAST_WORDS}"
        self._line.send(fault=pb.Fault(match_id=ask.match_id, detail=detail))

    def _shouts(self, ask):
        for _ in range(SHOUTED):
            os.write(1, b"x" * (1 << 20))
        time.sleep(LONG_S)

    def _sleeps(self, ask):
        time.sleep(LONG_S)

    _is_never_ready = _sleeps

    def _spins(self, ask):
        end = time.monotonic() + LONG_S
        while time.monotonic() < end:
            pass

    def _sends_garbage(self, ask):
        self._line.send_raw(GARBAGE)

    def _sends_too_much(self, ask):
        self._answer(ask, "x" * TOO_MUCH)

    def _answers_nonsense(self, ask):
        self._answer(ask, "to the beach")

    def _answers_nothing(self, ask):
        self._answer(ask, "")

    def _floods(self, ask):
        for _ in range(FLOOD):
            self._line.send(ready=pb.Ready(match_id=ask.match_id))

    def _leaves(self, ask):
        self._line.drop()
        time.sleep(LONG_S)

    def _returns(self, ask):
        self._log_in_again()

    def _answers_and_returns(self, ask):
        self._answer(ask)
        self._log_in_again()

    def _logs_in_twice(self, ask):
        older, self._line = self._line, Line()
        self._older = older

    def _answers_twice(self, ask):
        self._answer(ask)
        return True

    def _answers_the_past(self, ask):
        self._answer(ask, decision_id=ask.decision_id - 1)
        return True

    def _leaves_a_daemon(self, ask):
        subprocess.Popen(
            ["sleep", str(LONG_S)],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return True


if __name__ == "__main__":
    Faulty(int(Path(__file__).with_name("run.txt").read_text())).play()
