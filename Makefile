# Two commands on a fresh machine: `make run` and `make test`. They need a Python (3.11+) and make.
PYTHON ?= python3
BIN := .venv/bin
LOCKED := .venv/.locked

.PHONY: help setup run test lint bench prove clauses lock clean

help:  ## list these targets
	@grep -hE '^[a-z]+:.*##' Makefile | sed 's/:.*##/\t/'

setup: $(LOCKED)  ## make .venv with everything the project needs

$(LOCKED): pyproject.toml requirements.lock requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "puntobanco needs Python 3.11 or newer; say PYTHON=/path/to/python3.11 make setup"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-uv.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $(LOCKED)

run: setup  ## play and settle a shoe in the terminal
	$(BIN)/punto play auto rws-super-six-plus

test: setup lint  ## prove it
	$(BIN)/python -m pytest -q -n auto

lint: setup  ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup  ## measure, beside references in the same run
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/sim.py
	$(BIN)/python benchmarks/record.py

BOOKS := rws-super-six-plus rws-wins-on mbs nz-division
prove: setup  ## the slow proofs: hostile play at length, a billion simulated coups a book
	PUNTO_COUPS=200000 PUNTO_EXAMPLES=2000 $(BIN)/python -m pytest -q tests/properties
	PUNTO_FUZZ=100000 PUNTO_RACES=5000 PUNTO_REPLAYS=20000 $(BIN)/python -m pytest -q -n auto tests/attack
	PUNTO_EXAMPLES=50 $(BIN)/python -m pytest -q tests/server/test_contract.py
	for book in $(BOOKS); do $(BIN)/punto sim $$book --coups 1000000000 --seed 2026 || exit 1; done

clauses: setup  ## write into the registers which scripts show which clause
	$(BIN)/python tools/clauses.py
	$(BIN)/python tests/golden/regenerate.py

lock: setup  ## resolve the dependencies anew
	$(BIN)/uv pip compile pyproject.toml --extra odds --extra sim --extra cluster --extra plots --extra record --extra postgres --extra server --extra client --extra gym --group dev --group docs \
	  --universal --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements.lock

clean:  ## remove what setup made
	rm -rf .venv
