"""Where a worker's referee lets remote bots in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PublicDoor:
    """An address, ``host:port``, and what the referee shows of itself there."""

    address: str
    certificate: Path | None = None
    key: Path | None = None
    without_tls: bool = False

    def arguments(self, address: str) -> list[str]:
        """What a referee is told of it; ``address`` is where an earlier one stood, if any."""
        words = ["--bots-only", "--tcp", address or self.address]
        if self.certificate is not None:
            words += ["--tls-cert", str(self.certificate)]
        if self.key is not None:
            words += ["--tls-key", str(self.key)]
        return [*words, "--without-tls"] if self.without_tls else words
