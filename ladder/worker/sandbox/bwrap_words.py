"""The words of a command that runs a bot under bubblewrap, but for what the bot sees there."""

from __future__ import annotations

from typing import Final

from ladder.worker.sandbox.base import Limits
from ladder.worker.sandbox.memory import MemoryAccount
from ladder.worker.sandbox.slots import Slot

_JOIN: Final = 'echo $$ > "$1" && shift && exec "$@"'


def joining(account: MemoryAccount) -> list[str]:
    """Be counted with the bot's memory from the first."""
    if account.joining is None:
        return []
    return ["/bin/sh", "-c", _JOIN, "sh", str(account.joining)]


def namespaces(as_root: bool) -> list[str]:
    """Namespaces of its own; root needs none of users, but the right to become another one."""
    words = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--hostname", "bot", "--die-with-parent", "--new-session"]
    if as_root:
        return [*words, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return [*words, "--unshare-user"]


def dropping(slot: Slot | None) -> list[str]:
    """Become the slot's user, before anything of the bot runs."""
    if slot is None:
        return []
    uid = str(slot.uid)
    return ["setpriv", "--reuid", uid, "--regid", uid, "--clear-groups", "--inh-caps=-all", "--"]


def limiting(limits: Limits) -> list[str]:
    """Limits for each process; set inside, the number of processes counts for this bot alone."""
    words = ["prlimit", f"--nproc={limits.processes}", f"--nofile={limits.open_files}"]
    words += [f"--fsize={limits.file_bytes}", "--core=0"]
    if limits.cpu_s is not None:
        words.append(f"--cpu={limits.cpu_s}")
    return [*words, "--"]
