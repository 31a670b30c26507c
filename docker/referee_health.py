"""Whether a referee serves, by the health service of gRPC: `referee_health.py HOST:PORT`."""

from __future__ import annotations

import os
import sys

os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

WITHIN_S = 4.0


def main(address: str) -> int:
    """0 when it serves, else 1 with a sentence."""
    try:
        with grpc.insecure_channel(address) as channel:
            answer = health_pb2_grpc.HealthStub(channel).Check(
                health_pb2.HealthCheckRequest(), timeout=WITHIN_S, wait_for_ready=True
            )
    except grpc.RpcError as error:
        print(f"The referee at {address} does not answer: {error.code().name}.", file=sys.stderr)
        return 1
    return 0 if answer.status == health_pb2.HealthCheckResponse.SERVING else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
