"""Generate the Python code of `proto/` into `sdk/siurell/v1`, with a generator of its own.

The generator is pinned old on purpose: code made by it runs on every protobuf runtime of the SDK's
range, and code made by a newer one would not. Its environment is `.venv-protos`, apart from the
project's, because the two cannot share one protobuf.

    python tools/gen_protos.py            write
    python tools/gen_protos.py --check    say whether the committed code is current
"""

from __future__ import annotations

import argparse
import filecmp
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = (
    "grpcio-tools==1.76.0",
    "mypy-protobuf==5.1.0",
    "protobuf==6.33.6",
    "types-protobuf==7.35.1.20260906",
)
ENVIRONMENT = ROOT / ".venv-protos"
TARGET = ROOT / "sdk" / "siurell" / "v1"


def generator() -> Path:
    """The Python of the generator's own environment, made when it is missing."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "pins.txt"
    if not stamp.exists() or stamp.read_text().split() != list(PINS):
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINS],
            check=True,
        )
        stamp.write_text("\n".join(PINS))
    return python


def generate(out: Path) -> None:
    """Run the generator; `out` is the folder above the package `siurell`."""
    python = generator()
    protos = sorted(
        str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto").rglob("*.proto")
    )
    plugins = ENVIRONMENT / "bin"
    subprocess.run(
        [
            python, "-m", "grpc_tools.protoc", f"--proto_path={ROOT / 'proto'}",
            f"--plugin=protoc-gen-mypy={plugins / 'protoc-gen-mypy'}",
            f"--plugin=protoc-gen-mypy_grpc={plugins / 'protoc-gen-mypy_grpc'}",
            f"--python_out={out}", f"--grpc_python_out={out}",
            f"--mypy_out=quiet:{out}", f"--mypy_grpc_out=quiet:{out}", *protos,
        ],
        check=True,
    )  # fmt: skip


def stale(made: Path) -> list[str]:
    """Names of generated files that differ from the committed ones, or that only one side has."""
    new = {path.name for path in made.iterdir()}
    old = {path.name for path in TARGET.iterdir() if path.suffix in {".py", ".pyi"}} - {
        "__init__.py"
    }
    changed = {
        name for name in new & old if not filecmp.cmp(made / name, TARGET / name, shallow=False)
    }
    return sorted(changed | (new ^ old))


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        with tempfile.TemporaryDirectory() as folder:
            generate(Path(folder))
            names = stale(Path(folder) / "siurell" / "v1")
        if names:
            print(
                f"Generated code is not current ({', '.join(names)}): run `make proto`.",
                file=sys.stderr,
            )
            return 1
        return 0
    with tempfile.TemporaryDirectory() as folder:
        # What is committed stays in place when a mistake in a proto stops the generator.
        generate(Path(folder))
        for path in TARGET.glob("*_pb2*"):
            path.unlink()
        for path in (Path(folder) / "siurell" / "v1").iterdir():
            shutil.copy(path, TARGET / path.name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
