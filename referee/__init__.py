"""The referee: a gRPC server that runs authoritative matches, always in a process of its own.

`server` composes it. `driver` drives one match core; `service` holds what speaks gRPC messages, and
is the only place here that knows their classes.
"""
