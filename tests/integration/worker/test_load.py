"""What the machine did is read before and after a match (complaint T01)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ladder.domain.load import MachineLoad, load_from_json
from ladder.worker.load import Reading, read_machine


class Machine:
    """A machine made of files."""

    def __init__(self, folder: Path) -> None:
        self.proc = folder / "proc"
        self.cgroups = folder / "cgroup"
        (self.proc / "self").mkdir(parents=True)
        self.cgroups.mkdir()

    def write(self, load: float, ticks: str, group: str) -> None:
        (self.proc / "loadavg").write_text(f"{load} 0.9 0.8 2/345 6789\n")
        (self.proc / "stat").write_text(f"cpu  {ticks}\ncpu0 1 2 3\nintr 5\n")
        (self.proc / "self" / "cgroup").write_text(group)

    def read(self) -> Reading:
        return read_machine(self.proc, self.cgroups)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_t01__load_and_stolen_time_between_two_readings(machine: Machine) -> None:
    """T01: record host load and steal; time of guests, which counts twice, is left out."""
    machine.write(0.5, "100 0 50 800 10 0 0 40 7 7", "")
    before = machine.read()
    machine.write(3.25, "150 0 60 880 10 0 0 100 9 9", "")
    load = before.until(machine.read())
    assert (load.before, load.after, load.steal) == (0.5, 3.25, 0.3)
    assert (load.throttled, load.throttled_us) == (None, None)
    assert load.cores >= 1


@pytest.mark.parametrize(
    ("group", "folder", "first", "second"),
    [
        (
            "0::/siurell.slice\n",
            "siurell.slice",
            "usage_usec 5\nnr_periods 9\nnr_throttled 2\nthrottled_usec 3000\n",
            "usage_usec 9\nnr_periods 19\nnr_throttled 7\nthrottled_usec 13000\n",
        ),
        (
            "5:memory:/x\n4:cpu,cpuacct:/job\n",
            "cpu,cpuacct/job",
            "nr_periods 9\nnr_throttled 2\nthrottled_time 3000000\n",
            "nr_periods 19\nnr_throttled 7\nthrottled_time 13000000\n",
        ),
        (
            "0::/the/path/of/the/host\n",
            "",
            "nr_throttled 2\nthrottled_usec 3000\n",
            "nr_throttled 7\nthrottled_usec 13000\n",
        ),
    ],
    ids=["version 2", "version 1", "in a container"],
)
def test_t01__throttling_of_our_own_control_group(
    machine: Machine, group: str, folder: str, first: str, second: str
) -> None:
    """T01: throttled CPU is seen, in both versions of control groups."""
    machine.write(0.5, "1 0 1 1 0 0 0 0 0 0", group)
    place = machine.cgroups / folder
    place.mkdir(parents=True, exist_ok=True)
    (place / "cpu.stat").write_text(first)
    before = machine.read()
    (place / "cpu.stat").write_text(second)
    load = before.until(machine.read())
    assert (load.throttled, load.throttled_us) == (5, 10_000)
    assert load.strained


def test_read__of_a_machine_that_tells_nothing(machine: Machine) -> None:
    load = machine.read().until(machine.read())
    assert load == MachineLoad(load.cores)
    assert not load.strained


def test_read__of_this_machine() -> None:
    load = read_machine().until(read_machine())
    assert load.before is not None
    assert load.after is not None
    assert load.steal is None or 0 <= load.steal <= 1


@pytest.mark.parametrize(
    ("load", "strained"),
    [
        (MachineLoad(2, 1.0, 2.5, 0.01, 0, 0), False),
        (MachineLoad(2, 1.0, 3.5, 0.01, 0, 0), True),
        (MachineLoad(2, 1.0, 1.0, 0.2, 0, 0), True),
        (MachineLoad(2, 1.0, 1.0, 0.0, 1, 90), True),
        (MachineLoad(2), False),
    ],
)
def test_load__says_when_the_machine_may_have_been_slow(load: MachineLoad, strained: bool) -> None:
    assert load.strained is strained
    assert load_from_json(load.as_json()) == load
