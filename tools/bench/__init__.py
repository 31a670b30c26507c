"""Measurements, each against a yardstick of the same run, since machines differ and are noisy."""

import os

# gRPC would write between the figures; it looks at this once, when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
