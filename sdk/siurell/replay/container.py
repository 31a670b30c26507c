"""The file around the lines of a replay: gzip with a header that is always the same.

Nothing in the file depends on the time, the name or the machine, and every byte of it is checked:
the header by comparing, the body by its check sum, and no byte may follow.
"""

from __future__ import annotations

import zlib
from typing import Final

from siurell.errors import ReplayError
from siurell.replay.format import MAX_BYTES

_HEADER: Final = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255))
_TRAILER_BYTES: Final = 8


def pack(content: bytes) -> bytes:
    """Content as a gzip file."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return _HEADER + packer.compress(content) + packer.flush() + _trailer(content)


def unpack(data: bytes) -> bytes:
    """The content of a packed file.

    Raises `ReplayError` with reason NOT_A_REPLAY, TRUNCATED, EDITED or TOO_BIG.
    """
    if len(data) > MAX_BYTES:
        raise _too_big()
    if not data.startswith(_HEADER):
        if _HEADER.startswith(data):
            raise _truncated()
        raise ReplayError(
            "This is no replay of Siurell: it begins otherwise. Give the file that"
            " `siurell play --replays DIR` wrote or that was downloaded from a ladder.",
            reason="NOT_A_REPLAY",
        )
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = unpacker.decompress(data[len(_HEADER) :], MAX_BYTES + 1)
    except zlib.error:
        raise edited("its packed lines are damaged") from None
    if len(content) > MAX_BYTES:
        raise _too_big()
    trailer = unpacker.unused_data
    if not unpacker.eof or len(trailer) < _TRAILER_BYTES:
        raise _truncated()
    if trailer[:_TRAILER_BYTES] != _trailer(content):
        raise edited("its check sum is another one")
    if len(trailer) > _TRAILER_BYTES:
        raise edited(f"{len(trailer) - _TRAILER_BYTES} bytes follow after its end")
    return content


def edited(how: str) -> ReplayError:
    """The error for a replay that is not as it was written."""
    return ReplayError(
        f"This replay is not as it was written: {how}. Get it again from where it came.",
        reason="EDITED",
    )


def _truncated() -> ReplayError:
    return ReplayError(
        "This replay is cut off before its end. Get it again from where it came.",
        reason="TRUNCATED",
    )


def _too_big() -> ReplayError:
    return ReplayError(
        f"This file is no replay: it would be larger than {MAX_BYTES // 1024 // 1024} MiB.",
        reason="TOO_BIG",
    )


def _trailer(content: bytes) -> bytes:
    size = len(content) & 0xFFFF_FFFF
    return zlib.crc32(content).to_bytes(4, "little") + size.to_bytes(4, "little")
