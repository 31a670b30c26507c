"""The yardstick of the referee: a `grpc.aio` server that answers every message with as many bytes.

python -m tools.bench.bare PATH BYTES      serve on a unix socket until stdin ends
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import grpc

METHOD = "/bare.Bare/Play"


async def serve(path: str, size: int) -> None:
    answer = bytes(size)

    async def play(_requests: Any, context: Any) -> None:
        while await context.read() is not grpc.aio.EOF:
            await context.write(answer)

    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bare.Bare", {"Play": handler}),)
    )
    server.add_insecure_port(f"unix:{path}")
    await server.start()
    print("serving", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await server.stop(0)


def connect(address: str) -> grpc.aio.Channel:
    """A connection of its own, as a process would have: gRPC shares them otherwise."""
    return grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])


async def rally(stream: Any, rounds: int, message: bytes) -> int:
    """Send a message and wait for the answer, that often."""
    for _ in range(rounds):
        await stream.write(message)
        await stream.read()
    return rounds


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
