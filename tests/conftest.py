"""Settings that all tests share: how Hypothesis chooses its examples, and Ctrl-C."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background like this, and every process would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
