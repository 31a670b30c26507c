"""Addresses as people write them."""

from __future__ import annotations

import pytest
from siurell.wire.addresses import host_and_port, is_loopback


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("localhost:0", ("localhost", 0)),
        ("arena.example.org:65535", ("arena.example.org", 65_535)),
        ("[::1]:7443", ("::1", 7443)),
        ("arena.example.org", None),
        ("arena:65536", None),
        ("arena:007443", None),
        ("arena:-1", None),
        ("arena:+1", None),
        ("arena:1_0", None),
        ("arena:\u0663", None),
        ("arena:", None),
        (":7443", None),
        ("", None),
    ],
)
def test_address__is_a_host_and_a_port(text, found):
    assert host_and_port(text) == found


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback__is_this_machine(host):
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["127.example.org", "127.1", "localhost.example.org", "10.0.0.1"])
def test_loopback__a_name_that_looks_like_it_is_somebody_elses(host):
    assert not is_loopback(host)
