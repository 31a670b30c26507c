"""What speaks gRPC: messages in and out, checked here; nothing is decided here.

The only package of the referee that knows message classes.
"""
