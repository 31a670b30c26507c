# Everything that one does with a checkout. `make` alone lists it.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
PYTEST := $(PY) -m pytest -q

.DEFAULT_GOAL := help
.PHONY: help setup demo test quick matches fuzz pythons lint fmt types proto proto-check playthroughs perft \
        bench faults strength comparing images serve clean

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -e 's/:.*## /\t/' | expand -t 16

setup: $(READY)  ## make .venv with everything in it

$(READY): constraints.txt pyproject.toml sdk/pyproject.toml tools/setup.py
	@$(PYTHON) tools/setup.py $(VENV)

demo: $(READY)  ## from nothing to a leaderboard, in a few minutes
	@$(PY) tools/demo.py

test: $(READY)  ## all tests
	$(PYTEST) -n 2 --dist worksteal

quick: $(READY)  ## the tests that start no processes, in a few minutes
	$(PYTEST) -n 2 --dist worksteal -m "not process"

matches: $(READY)  ## a thousand random matches of every game and number of seats
	@$(PY) tools/self_play.py

fuzz: $(READY)  ## the tests by examples, with other examples each time
	HYPOTHESIS_PROFILE=nightly $(PYTEST) -n 2 --dist worksteal -m hypothesis tests

pythons: $(READY)  ## what a Python can fail by itself, on every other one that is installed
	@$(PY) tools/pythons.py

lint: $(READY)  ## ruff, import rules, buf, hadolint
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports --no-cache
	cd proto && ../$(VENV)/bin/buf lint
	$(VENV)/bin/hadolint docker/*.Dockerfile

fmt: $(READY)  ## format the code
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	cd proto && ../$(VENV)/bin/buf format -w

types: $(READY)  ## mypy, strict
	$(VENV)/bin/mypy

proto: $(READY)  ## generate sdk/siurell/v1 from proto/
	$(PY) tools/gen_protos.py

proto-check: $(READY)  ## is the generated code current?
	$(PY) tools/gen_protos.py --check

playthroughs: $(READY)  ## write tests/playthroughs anew
	$(PY) tools/playthroughs.py

perft: $(READY)  ## write the perft counts anew
	$(PY) tools/perft.py

bench: $(READY)  ## measure, and compare with the targets
	@$(PY) -m tools.bench

faults: $(READY)  ## a thousand matches of bots that fail at random, a quarter of an hour
	@$(PY) -m tools.faulty_matches

strength: $(READY)  ## how strong the shipped bots are: hours at first, then what is new
	@$(PY) tools/strength.py

comparing: $(READY)  ## how often comparisons err, by simulation: a quarter of an hour
	@$(PY) tools/comparing.py

images: $(READY)  ## the container images, and the composed platform tried whole
	@$(PY) -m tools.images $(IMAGES)

serve: $(READY)  ## the whole ladder on this machine, until Ctrl-C
	$(VENV)/bin/siurell ladder run

clean:  ## remove what the other commands made
	rm -rf $(VENV) .venv-protos .venv-3* .demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
