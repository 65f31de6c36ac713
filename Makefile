# Two commands from nothing: each makes .venv itself where it is missing.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check benchmarks clean

demo: .venv/installed
	@mkdir -p demo
	$(BIN)/litslab solve docs/examples/battle-of-lits-10.toml --at 8 -o demo/battle-of-lits.svg --force
	@echo
	$(BIN)/litslab solve docs/examples/taiji-9.toml --at 29 -o demo/taiji.svg --force

test: .venv/installed
	$(BIN)/python -m pytest

# What .ci/run checks before the tests.
check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

benchmarks: .venv/installed
	$(BIN)/python -m benchmarks all

.venv/installed: pyproject.toml constraints.txt CMakeLists.txt $(wildcard kernel/src/*)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--config-settings=cmake.define.LITSLAB_NATIVE=ON --editable '.[pictures,dev]'
	@touch $@

clean:
	rm -rf .venv build demo *.egg-info
