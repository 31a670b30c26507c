"""All services at a ladder's port are spoken alike: each call needs a token and a deadline."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from google.protobuf.descriptor_pool import Default
from siurell.wire.metadata import REASON

from ladder.api.metadata import PROTOCOL, TOKEN
from ladder.api.tables import TABLES

LIMIT_S = 20.0
CALLS = [(service, name) for service, answers in TABLES.items() for name in answers]


@pytest.mark.parametrize("service", TABLES)
def test_tables__have_the_unary_calls_of_their_services_and_no_others(service):
    found = Default().FindServiceByName(service)
    unary = {
        method.name: (method.input_type.full_name, method.output_type.full_name)
        for method in found.methods
        if not method.client_streaming and not method.server_streaming
    }
    table = {
        name: (request.DESCRIPTOR.full_name, response.DESCRIPTOR.full_name)
        for name, (_, request, response) in TABLES[service].items()
    }
    assert table == unary


def test_tables__each_call_needs_protocol_token_and_deadline(served, token_of):
    right = {TOKEN: token_of("ana"), PROTOCOL: "1"}
    asked = {
        "PROTOCOL_VERSION": ({TOKEN: right[TOKEN]}, LIMIT_S),
        "NO_DEADLINE": (right, None),
        # The last, since an address has so many tries only.
        "UNAUTHENTICATED TOO_MANY_TRIES": ({PROTOCOL: "1"}, LIMIT_S),
    }

    async def refusals(metadata: dict[str, str], timeout: float | None) -> set[str]:
        async with grpc.aio.insecure_channel(served.address) as channel:
            return {await refusal(channel, call, metadata, timeout) for call in CALLS}

    for words, (metadata, timeout) in asked.items():
        assert asyncio.run(refusals(metadata, timeout)) == set(words.split()), words


async def refusal(channel, call: tuple[str, str], metadata: dict[str, str], timeout) -> str:
    service, name = call
    request = TABLES[service][name][1]
    made = channel.unary_unary(f"/{service}/{name}", request_serializer=request.SerializeToString)(
        request(), timeout=timeout, metadata=tuple(metadata.items())
    )
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        async with asyncio.timeout(LIMIT_S):
            await made
    return str(dict(caught.value.trailing_metadata() or ()).get(REASON))
