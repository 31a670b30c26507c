"""Importing a module does nothing: no file, thread, process, socket, setting or log."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROBE = """
import importlib, json, logging, os, sys, sysconfig

modules = json.loads(sys.stdin.read())
for outside in ("grpc", "google.protobuf", "rich", "typer", "sqlmodel", "alembic", "structlog",
                "trueskill", "grpc_health.v1.health", "grpc_reflection.v1alpha.reflection",
                "platformdirs", "pydantic_settings", "asyncio", "multiprocessing"):
    importlib.import_module(outside)

code = (".py", ".pyc", ".so")
elsewhere = tuple({sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), "/proc/", "/dev/"})
watched = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn",
           "os.mkdir", "os.putenv", "os.remove", "os.rename", "_thread.start_new_thread",
           "sqlite3.connect", "signal.")
done = []

def watch(event, arguments):
    if event == "open":
        path, mode = str(arguments[0]), str(arguments[1])
        if not path.endswith(code) and not path.startswith(elsewhere):
            done.append(f"open {path} {mode}")
    elif event.startswith(watched):
        done.append(f"{event} {arguments!r}"[:200])

class Environment(dict):
    pass

handlers, threads = list(logging.root.handlers), len(sys._current_frames())
reads = []
plain = type(os.environ).__getitem__

def asked(self, key):
    if key.startswith("SIURELL"):
        reads.append(key)
    return plain(self, key)

type(os.environ).__getitem__ = asked
sys.addaudithook(watch)
found = {}
for module in modules:
    done.clear()
    reads.clear()
    importlib.import_module(module)
    if logging.root.handlers != handlers:
        done.append("logging set up")
    if len(sys._current_frames()) != threads:
        done.append("a thread started")
    done += [f"environment {key}" for key in reads]
    if done:
        found[module] = list(done)
print(json.dumps(found))
"""

ENTRIES = ("__main__", "ladder.store.migrations.", "ladder.cli.templates.")
"""Not made to be imported: the entry of a process, migrations, templates of new bots."""


@pytest.mark.process
def test_importing__does_nothing(sources):
    modules = [s.module for s in sources if not any(entry in s.module for entry in ENTRIES)]
    assert len(modules) > 100
    run = subprocess.run(
        [sys.executable, "-B", "-c", PROBE],
        input=json.dumps(modules),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == {}
