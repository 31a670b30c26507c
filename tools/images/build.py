"""Building the images."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tools.images.engines import Engine, run

IMAGES: Final = ("bot", "referee", "ladder")

_WITHIN_S: Final = 900.0
_MIB: Final = 1 << 20


def build(engine: Engine, base: str | None) -> Iterator[tuple[str, str]]:
    """Build all images; tells each with its size."""
    on = ["--build-arg", f"BASE={base}"] if base else []
    for name in IMAGES:
        image = f"localhost/siurell-{name}:latest"
        file = f"docker/{name}.Dockerfile"
        before = _id_of(engine, image)
        run([*engine.build, "-f", file, *on, "-t", image, "."], engine.changes, within_s=_WITHIN_S)
        if before and before != _id_of(engine, image):
            # Nobody would find it any more; one that still runs stays.
            engine.run("rmi", before, check=False)
        [size] = engine.ask("image", "inspect", "--format", "{{.Size}}", image)
        yield image, f"{int(size) // _MIB} MiB"


def _id_of(engine: Engine, image: str) -> str:
    """The id of an image; empty when there is none."""
    found = engine.run("image", "inspect", "--format", "{{.Id}}", image, check=False)
    return found.stdout.decode("ascii").strip() if found.returncode == 0 else ""
