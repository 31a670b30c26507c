"""Which ladder commands talk to: what was said, what the environment says, or the last login.

The last login is in a file of its owner alone, ``siurell/login.toml`` in the folder for
configurations. A token never stands in a command line.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
from siurell.wire.addresses import host_and_port, is_loopback

from ladder.cli.failure import CommandError
from ladder.cli.output import shown_path
from ladder.cli.token_file import check_private, is_token

if TYPE_CHECKING:
    from siurell.client.channel import Address

LADDER = "SIURELL_LADDER"
LADDER_TOKEN = "SIURELL_LADDER_TOKEN"
_HOME = "SIURELL_HOME"
_TLS = "tls://"
_FILE = "login.toml"


@dataclass(frozen=True, slots=True)
class Login:
    """A ladder elsewhere, and what opens it. ``certificate`` vouches for it, else an authority."""

    address: str
    token: str = field(repr=False)
    certificate: Path | None = None

    @property
    def way(self) -> Address:
        """The way there: by TLS, but in the clear to this machine unless TLS was said."""
        from siurell.client.channel import Address

        target = self.address.removeprefix(_TLS)
        where = host_and_port(target)
        here = where is not None and is_loopback(where[0])
        clear = target == self.address and self.certificate is None and here
        return Address(target if clear else f"{_TLS}{target}", self.certificate, whose="ladder")


@dataclass(frozen=True, slots=True)
class Meant:
    """A ladder elsewhere that is meant, and how that was said, for people."""

    address: str
    why: str


def meant(home: str | None, ladder: str | None) -> Meant | None:
    """The ladder elsewhere that is meant; None: the arena of this machine.

    ``home`` and ``ladder`` are what stands before the command (`CommandError` when both do).
    """
    if ladder is not None and home is not None:
        raise CommandError(
            "A folder on this machine and a ladder elsewhere are two things: say one of them.",
            next_step="the same without --home, or without --ladder",
            reason="BAD_OPTION",
        )
    if home is not None:
        return None
    if ladder is not None:
        return Meant(check_address(ladder), f"--ladder names the ladder at {ladder}")
    if named := os.environ.get(LADDER):
        return Meant(check_address(named), f"{LADDER} names the ladder at {named}")
    if os.environ.get(_HOME):
        return None
    known = read_login()
    if known is None:
        return None
    return Meant(known.address, f"you are logged in to the ladder at {known.address}")


def login_of(home: str | None, ladder: str | None) -> Login | None:
    """The ladder elsewhere that is meant and what opens it; None: the arena of this machine."""
    found = meant(home, ladder)
    if found is None:
        return None
    known = read_login()
    if known is None or known.address != found.address:
        known = Login(found.address, "")
    return _with_token(known)


def check_address(address: str) -> str:
    """The address, if it is one (`CommandError`)."""
    if not _is_address(address):
        raise CommandError(
            f"`{ascii(address)[1:-1][:80]}` is no address of a ladder: it is written HOST:PORT.",
            next_step="siurell login ladder.example.org:7444",
            reason="BAD_ADDRESS",
        )
    return address


def read_login() -> Login | None:
    """The last login; None after a logout, or before the first."""
    path = login_file()
    try:
        # Whoever opens a pipe would wait for what somebody writes into it.
        if path.exists() and not path.is_file():
            raise ValueError("no file")
        with path.open("rb") as file:
            check_private(file, path)
            return _parsed(tomllib.load(file))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(
            f"What {shown_path(path)} says of the last login cannot be read.",
            next_step=(
                f"move the folder {path} away, then siurell login HOST:PORT"
                if path.is_dir()
                else "siurell logout, then siurell login HOST:PORT"
            ),
            reason="BAD_LOGIN",
        ) from None


def write_login(login: Login) -> Path:
    """Keep a login in the place of the one before; the file."""
    path = login_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lines = [f"address = {_quoted(login.address)}", f"token = {_quoted(login.token)}"]
    if login.certificate is not None:
        lines.append(f"certificate = {_quoted(str(login.certificate))}")
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, ""]))
    fresh.replace(path)
    return path


def remove_login() -> bool:
    """Forget the last login; whether there was one."""
    try:
        login_file().unlink()
    except FileNotFoundError:
        return False
    return True


def login_file() -> Path:
    """Where the last login is."""
    return platformdirs.user_config_path("siurell") / _FILE


def _with_token(login: Login) -> Login:
    token = os.environ.get(LADDER_TOKEN, "").strip() or login.token
    if not is_token(token):
        raise CommandError(
            f"There is no token for the ladder at {login.address}.",
            next_step=f"siurell login {login.address}",
            reason="NO_TOKEN",
        )
    return Login(login.address, token, login.certificate)


def _parsed(table: dict[str, Any]) -> Login:
    address, token, certificate = table["address"], table["token"], table.get("certificate")
    if not all(isinstance(word, str) for word in (address, token, certificate or "")):
        raise TypeError("all of it is text")
    if not _is_address(address):
        raise ValueError("no address")
    if certificate is not None and "\0" in certificate:
        raise ValueError("no path")
    return Login(address, token, None if certificate is None else Path(certificate))


def _is_address(text: str) -> bool:
    where = host_and_port(text.removeprefix(_TLS))
    return where is not None and where[1] > 0


def _quoted(text: str) -> str:
    """The text as TOML has it; a path may hold anything but NUL."""
    escaped = "".join(
        f"\\U{ord(char):08X}" if char in '"\\' or not char.isprintable() else char for char in text
    )
    return f'"{escaped}"'
