"""The smoke test: the whole platform comes up, takes a bot in, rates it, and goes again."""

from __future__ import annotations

import io
import json
import secrets
import socket
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tools.images.engines import COMPOSE, ROOT, Engine, ImagesError, run

SERVICES: Final = ("ladder", "referee")

_PROJECT_LABEL: Final = "com.docker.compose.project"
_SERVICE_LABEL: Final = "com.docker.compose.service"
_BOT: Final = "smoke"
_UP_WITHIN_S: Final = 180.0
_HEALTHY_WITHIN_S: Final = 180.0
_RATED_WITHIN_S: Final = 420.0
_PAUSE_S: Final = 1.0


def smoke(engine: Engine) -> Iterator[str]:
    """Try the platform; tells each step that went well. Removes what it made, whatever happens."""
    platform = Platform(engine)
    try:
        platform.up()
        platform.expect_healthy()
        yield "ladder and referee are up and healthy"
        yield _sandbox(platform)
        platform.submit(ROOT / "build")
        yield f"the bot `{_BOT}` was submitted"
        matches = platform.wait_until(
            lambda: _rated_matches(platform), _RATED_WITHIN_S, f"the bot `{_BOT}` was not rated"
        )
        yield f"it is rated after {matches} of its matches"
        yield _verified(platform)
        platform.expect_healthy()
        yield "ladder and referee are healthy still"
    except ImagesError as error:
        raise ImagesError(f"{error}\n{platform.last_words()}") from error
    finally:
        platform.down()
    platform.expect_gone()
    yield "containers, networks and volumes of the trial are gone"


class Platform:
    """The composed platform, under a name of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._project = f"siurell-smoke-{secrets.token_hex(4)}"
        self._changes = {
            **engine.changes,
            "SIURELL_HOST_TOKEN": secrets.token_urlsafe(32),
            "SIURELL_REFEREE_PORT": str(_free_port()),
        }

    def up(self, *ladder_words: str) -> None:
        """Bring it up, or up again with other words for the ladder."""
        self._changes["SIURELL_LADDER_WORDS"] = " ".join(ladder_words)
        self._compose("up", "-d", within_s=_UP_WITHIN_S)

    def down(self) -> None:
        """Take it down with its volumes."""
        self._compose("down", "--volumes", "--timeout", "20", within_s=_UP_WITHIN_S, check=False)

    def expect_healthy(self) -> None:
        """Wait until every service says that it is well."""
        for service in SERVICES:
            self.wait_until(
                lambda name=service: self._is_healthy(name),
                _HEALTHY_WITHIN_S,
                f"the service {service} was not well",
            )

    def expect_gone(self) -> None:
        """See that nothing of it is left."""
        mine = f"label={_PROJECT_LABEL}={self._project}"
        left = self._engine.ask("ps", "--all", "--quiet", "--filter", mine)
        for kind in ("volume", "network"):
            names = self._engine.ask(kind, "ls", "--format", "{{.Name}}")
            left += [name for name in names if name.startswith(self._project)]
        if left:
            raise ImagesError(f"The trial left something behind: {' '.join(left)}.")

    def inside(self, *command: str, given: bytes = b"", check: bool = True) -> bytes:
        """What a command in the ladder's container writes."""
        words = ("exec", "--interactive", self._container("ladder"), *command)
        return self._engine.run(*words, input=given, check=check).stdout

    def siurell(self, *words: str) -> Any:
        """What a command of `siurell` in there answers."""
        return json.loads(self.inside("siurell", *words, "--json"))

    def submit(self, place: Path) -> None:
        """Write a new bot, as an author would, and hand its folder in as an archive."""
        with tempfile.TemporaryDirectory(prefix="smoke-", dir=place) as name:
            folder = Path(name, _BOT)
            siurell = str(Path(sys.executable).with_name("siurell"))
            run([siurell, "new", str(folder)])
            archive = io.BytesIO()
            with tarfile.open(fileobj=archive, mode="w:gz") as tar:
                tar.add(folder, arcname=".")
        file = f"/tmp/{_BOT}.tar.gz"
        self.inside("sh", "-c", f"cat >{file} && siurell submit {file}", given=archive.getvalue())

    def wait_until(self, look: Callable[[], Any], within_s: float, failure: str) -> Any:
        """What a look finds at last (`ImagesError` that says the failure when it does not)."""
        end = time.monotonic() + within_s
        while not (found := look()):
            if time.monotonic() > end:
                raise ImagesError(f"After {within_s:.0f} s {failure}.")
            time.sleep(_PAUSE_S)
        return found

    def last_words(self) -> str:
        """The end of what the containers wrote."""
        said = []
        for service in SERVICES:
            for container in self._containers(service):
                done = self._engine.run("logs", "--tail", "30", container, check=False)
                said.append(f"--- {service}\n{(done.stdout + done.stderr).decode()}")
        return "\n".join(said)

    def _is_healthy(self, service: str) -> bool:
        if self._engine.is_docker:
            form = "{{.State.Health.Status}}"
            return self._engine.ask("inspect", "--format", form, self._container(service)) == [
                "healthy"
            ]
        checked = self._engine.run("healthcheck", "run", self._container(service), check=False)
        return checked.returncode == 0

    def _container(self, service: str) -> str:
        found = self._containers(service)
        if len(found) != 1:
            raise ImagesError(f"There are {len(found)} containers of {service}, not one.")
        return found[0]

    def _containers(self, service: str) -> list[str]:
        labels = {_PROJECT_LABEL: self._project, _SERVICE_LABEL: service}
        wanted = [f"--filter=label={name}={value}" for name, value in labels.items()]
        return self._engine.ask("ps", "--all", "--quiet", *wanted)

    def _compose(self, *words: str, within_s: float, check: bool = True) -> None:
        command = [*self._engine.compose, "-p", self._project, *words]
        run(command, self._changes, within_s=within_s, check=check, cwd=COMPOSE)


def _sandbox(platform: Platform) -> str:
    """See what holds bots back in the ladder's container; our own bot may run without it."""
    found = json.loads(platform.inside("siurell", "doctor", "--sandbox", "--json"))
    [finding] = found["findings"]
    if finding["state"] == "ok":
        return (
            f"in the ladder's container, {finding['sentence'].rstrip(':')} all that it is to hold"
        )
    platform.up("--unsafe-no-sandbox")
    platform.expect_healthy()
    lacking = [line for line in finding["more"] if line.startswith("does not hold")]
    return (
        "this machine lets no sandbox be made in a container"
        f" ({'; '.join(lacking) or finding['sentence']}), so a ladder there refuses bots of"
        " strangers; for this trial alone it runs with --unsafe-no-sandbox"
    )


def _rated_matches(platform: Platform) -> int:
    """How many rated matches the bot has played."""
    rows = platform.siurell("leaderboard")
    return sum(row["matches"] for row in rows if row["bot"] == _BOT)


def _verified(platform: Platform) -> str:
    """Verify the replay of a match of the bot."""

    def unsealed() -> str:
        for match in platform.siurell("match", "list", "--bot", _BOT, "--limit", "100"):
            if match["replay"]:
                return str(match["match_id"])
        return ""

    match = platform.wait_until(
        unsealed, _RATED_WITHIN_S, f"no match of the bot `{_BOT}` had a replay to verify"
    )
    said = platform.inside("siurell", "replay", "verify", match).decode()
    return f"the replay of {match} holds: {' '.join(said.split())[:200]}"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
