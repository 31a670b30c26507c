"""The referee's log: JSON lines of event names and fields, and never a secret."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

PROGRAM = """
import structlog
from referee.serving.logs import set_up_logs

set_up_logs()
log = structlog.get_logger()
log.info("match_over", match_id="m_1", seat=2)
log.warning("refused", token="siu_x", match_seed=b"7", host_secret="y", reason="BAD_TOKEN")
try:
    raise ZeroDivisionError("by hand")
except ZeroDivisionError:
    log.exception("bug")
"""


def test_log__is_json_lines_on_stderr_without_secrets():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == ""
    over, refused, bug = map(json.loads, done.stderr.splitlines())
    assert over.pop("timestamp").endswith("Z")
    assert over == {"event": "match_over", "level": "info", "match_id": "m_1", "seat": 2}
    assert (refused["token"], refused["match_seed"], refused["host_secret"]) == ("(secret)",) * 3
    assert refused["reason"] == "BAD_TOKEN"
    assert bug["level"] == "error"
    assert "ZeroDivisionError: by hand" in bug["exception"]
