"""Plays well, and is not made for a line that breaks: its process ends."""

import grpc
from raw import play

try:
    play(lambda line, ask: line.answer(ask))
except grpc.RpcError:
    raise SystemExit(7) from None
