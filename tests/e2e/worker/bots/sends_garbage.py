"""Sends bytes that are no message."""

import os
import queue

import grpc

out = queue.SimpleQueue()
channel = grpc.insecure_channel(os.environ["SIURELL_ADDRESS"])
play_seat = channel.stream_stream("/siurell.v1.RefereeService/PlaySeat")
out.put(b"\xff" * 100)
for _ in play_seat(iter(out.get, None)):
    pass
