"""How a server says no: a canonical status code, a word for programs, a sentence for people."""

from __future__ import annotations

import grpc
from siurell.errors import SiurellError


class Refusal(SiurellError):
    """An RPC is refused; interceptors make its status of it."""

    def __init__(self, code: grpc.StatusCode, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason)
        self.code = code


def bad_argument(reason: str, sentence: str) -> Refusal:
    """A field of a request makes no sense."""
    return Refusal(grpc.StatusCode.INVALID_ARGUMENT, reason, sentence)


def wrong_moment(reason: str, sentence: str) -> Refusal:
    """The request makes sense, but not now."""
    return Refusal(grpc.StatusCode.FAILED_PRECONDITION, reason, sentence)


def not_found(reason: str, sentence: str) -> Refusal:
    """There is no such thing."""
    return Refusal(grpc.StatusCode.NOT_FOUND, reason, sentence)


def already_exists(reason: str, sentence: str) -> Refusal:
    """There is one already, and it is another."""
    return Refusal(grpc.StatusCode.ALREADY_EXISTS, reason, sentence)


def full(sentence: str) -> Refusal:
    """There is no room; later there may be."""
    return Refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, "FULL", sentence)
