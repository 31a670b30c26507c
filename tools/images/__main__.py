"""`make images`: wheels, a base, the images, and the composed platform tried whole.

    python -m tools.images [--where-possible] [--no-smoke]

With a Docker engine the images are built on the base that the Dockerfiles name, or on the one in
SIURELL_BASE. Elsewhere they are built by buildah and run by podman, on a base that mmdebstrap makes
from this system's own package sources. Nothing is left of a trial but the images.
"""

from __future__ import annotations

import argparse
import sys
import time

from tools.images.base import base_for
from tools.images.build import build
from tools.images.engines import ImagesError, find_engine
from tools.images.smoke import smoke
from tools.images.wheels import WHEELS, make_wheels


def main() -> int:
    """0 when all of it was done; 2 with a sentence when it could not be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--where-possible",
        action="store_true",
        help="where no containers can be run, say so, make the wheels alone, and do not fail",
    )
    parser.add_argument("--no-smoke", action="store_true", help="build the images alone")
    chosen = parser.parse_args()
    began = time.monotonic()
    make_wheels()
    say(f"Wheels are in {WHEELS}", began)
    try:
        engine = find_engine()
        base = base_for(engine)
    except ImagesError as error:
        print(f"No images are built here. {error}", flush=True)
        return 0 if chosen.where_possible else 2
    for image, size in build(engine, base):
        say(f"{image}: {size}", began)
    if not chosen.no_smoke:
        for sentence in smoke(engine):
            say(sentence, began)
    return 0


def say(sentence: str, began: float) -> None:
    """A line with the time that has passed."""
    print(f"{time.monotonic() - began:6.1f} s  {sentence}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ImagesError as error:
        print(f"The images are not well. {error}", file=sys.stderr)
        sys.exit(2)
