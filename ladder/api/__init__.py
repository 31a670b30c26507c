"""The ladder for those who are not at its machine: a gRPC service, and its client.

The service calls the same services as the command line, as whoever the caller's token belongs to.
"""
