"""A sound bot that takes a fortieth of a second for each decision."""

import time

from attack import play

play(every=lambda: time.sleep(0.025))
