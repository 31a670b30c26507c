"""Attacks by the network, which a bot does not have. No packet is sent anywhere."""

import os
import socket
import struct
from pathlib import Path

from attack import TARGETS, outcome_of

NETLINK_ROUTE, NETLINK_AUDIT, NETLINK_NETFILTER = 0, 9, 12
RTM_NEWLINK, NLM_F_REQUEST, NLM_F_ACK, NLM_F_CREATE, NLMSG_ERROR = 16, 1, 4, 0x400, 2
ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737)."""


def _connect(family, address):
    with socket.socket(family) as line:
        line.settimeout(2)
        return outcome_of(lambda: line.connect(address) or "connected")


def connect_to_another_bot_on_loopback():
    return {
        "IPv4": _connect(socket.AF_INET, ("127.0.0.1", TARGETS["port"])),
        "IPv6": _connect(socket.AF_INET6, ("::1", TARGETS["port"])),
    }


def connect_to_an_abstract_socket():
    return _connect(socket.AF_UNIX, f"\0{TARGETS['abstract']}")


def connect_to_the_referees_control():
    return _connect(socket.AF_UNIX, TARGETS["control"])


def find_another_seats_socket():
    """Sockets anywhere that it can see."""
    found = []
    for folder, _, names in os.walk("/", onerror=lambda _: None):
        if not folder.startswith("/proc"):
            paths = (Path(folder, name) for name in names)
            found += [str(path) for path in paths if path.is_socket()]
    return found


def have_a_way_to_the_internet():
    """Ask for the way alone: to connect a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        way = outcome_of(lambda: asking.connect(ELSEWHERE) or "there is one")
    return {
        "way": way,
        "interfaces": [name for _, name in socket.if_nameindex()],
        "routes": Path("/proc/net/route").read_text("ascii").splitlines()[1:],
        "routes by others": [
            line.split()[-1] for line in _lines("/proc/net/ipv6_route") if line.split()[-1] != "lo"
        ],
    }


def _lines(path):
    try:
        return Path(path).read_text("ascii").splitlines()
    except FileNotFoundError:
        return []


def make_an_interface():
    """Ask the kernel for a new interface over a netlink socket."""
    body = struct.pack("=BBHiII", socket.AF_UNSPEC, 0, 0, 0, 0, 0)
    flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_ROUTE) as kernel:
        kernel.settimeout(2)
        kernel.send(struct.pack("=IHHII", 16 + len(body), RTM_NEWLINK, flags, 1, 0) + body)
        answer = kernel.recv(4096)
    kind, error = struct.unpack_from("=H", answer, 4)[0], struct.unpack_from("=i", answer, 16)[0]
    return os.strerror(-error) if kind == NLMSG_ERROR else "made"


def hear_the_machine_over_netlink():
    """Groups of messages about the whole machine."""
    outcomes = {}
    for name, protocol in (("audit", NETLINK_AUDIT), ("netfilter", NETLINK_NETFILTER)):

        def join(protocol=protocol):
            with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol) as kernel:
                kernel.bind((0, 0xFFFFFFFF))
            return "joined"

        outcomes[name] = outcome_of(join)
    return outcomes


def use_other_kinds_of_sockets():
    kinds = {
        "raw": (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        "packets": (17, socket.SOCK_RAW, 0),
        "virtual machine": (40, socket.SOCK_STREAM, 0),
        "kernel crypto": (38, socket.SOCK_SEQPACKET, 0),
        "bluetooth": (31, socket.SOCK_RAW, 1),
    }
    return {
        name: outcome_of(lambda kind=kind: socket.socket(*kind).close() or "made")
        for name, kind in kinds.items()
    }


ATTACKS = (
    connect_to_another_bot_on_loopback,
    connect_to_an_abstract_socket,
    connect_to_the_referees_control,
    find_another_seats_socket,
    have_a_way_to_the_internet,
    make_an_interface,
    hear_the_machine_over_netlink,
    use_other_kinds_of_sockets,
)
