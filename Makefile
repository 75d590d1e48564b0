# Two commands on a fresh machine: `make run` and `make test`. They need a Python (3.11+) and make.
PYTHON ?= python3
BIN := .venv/bin
LOCKED := .venv/.locked
PORT ?= 8000

.PHONY: help setup run test browser checker lint docs bench prove coverage mutants clauses lock dist audit clean

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

run: setup  ## open the house: a floor with running tables, at http://127.0.0.1:8000/ (PORT=8080: elsewhere)
	$(BIN)/punto serve house --demo --browser --port $(PORT)

test: setup browser checker lint  ## prove it
	$(BIN)/python -m pytest -q -n auto

browser:  ## see to it that the browser tests have their chromium
	@sh tools/chromium.sh

checker: setup  ## see to it that the types of the pages can be checked
	@sh tools/typescript.sh

lint: setup  ## style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: setup  ## build the documentation into site/; a warning or a dead link fails
	$(BIN)/python tools/docs_readme.py
	$(BIN)/python tools/docs.py
	$(BIN)/zensical build --strict --clean --config-file build/zensical.toml
	rm -rf site && mv build/site site
	@echo "site/ is built. To read and search it: python3 -m http.server --bind 127.0.0.1 --directory site 8080"

bench: setup  ## measure, beside references in the same run
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/sim.py
	$(BIN)/python benchmarks/record.py
	$(BIN)/python benchmarks/server.py

BOOKS := rws-super-six-plus rws-wins-on mbs nz-division
# What `make prove` asks for, and with FULL=1 (days of it); docs/proof.md has what was reached.
ifdef FULL
PROOF := PUNTO_KILLS=10000 PUNTO_ROUNDS=2000 PUNTO_STATES=1000000 PUNTO_FORKS=100000 \
  PUNTO_COMMANDS=100000000 PUNTO_FUZZ=1000000 PUNTO_SHOES=1000000 PUNTO_SEQUENCES=1000 PUNTO_CHANGES=1000000 \
  PUNTO_COUPS=1000000 PUNTO_EXAMPLES=1000 PUNTO_PLANTED=all PUNTO_RACES=100000 \
  PUNTO_REPLAYS=1000000 PUNTO_CLOCK_RUNS=100000 PUNTO_WATCHED=1000000 PUNTO_FAULT_EVERY=1 \
  PUNTO_FAULT_SEEDS=7 PUNTO_RINGS=2000 PUNTO_PAIRS=100000 PUNTO_DRIFTS=10000 PUNTO_TABLE_YEARS=100 \
  PUNTO_AT_REST=10000 PUNTO_TIMINGS=1000000 PUNTO_TREE=512 PUNTO_FORGED=1000000 PUNTO_FILE_EVERY=1 \
  PUNTO_UPGRADES=500 PUNTO_SOAK=1000000 PUNTO_STAKES=1000000 PUNTO_ATTEMPTS=1000000 \
  PUNTO_PLANTS=10000 PUNTO_PAUSES=2000 PUNTO_BOUNDARY_COUPS=10000 PUNTO_SETTLEMENTS=1000000 \
  PUNTO_REWRITES=100000 PUNTO_REPORTED=1000000 PUNTO_HISTORY_EVERY=1 PUNTO_SECRETS=100000 \
  PUNTO_CROWDS=100000 PUNTO_SCANS=100000 PUNTO_REPEATS=100 PUNTO_RECALLED=100000 \
  PUNTO_EXCLUSIONS=100000 PUNTO_FLOOD_SECONDS=10 PUNTO_GUESSES=10000 PUNTO_TAKEOVERS=100000 \
  PUNTO_COPIES=500 PUNTO_RESTORED=100000 \
  PUNTO_SPLIT_STAKES=10000 PUNTO_SHOE_FORKS=100000 \
  PUNTO_EDITS=1000000 PUNTO_REPLAYED_COUPS=1000000 PUNTO_HASH_SEEDS=20
else
PROOF := PUNTO_KILLS=500 PUNTO_ROUNDS=60 PUNTO_STATES=100000 PUNTO_FORKS=10000 \
  PUNTO_COMMANDS=1000000 PUNTO_FUZZ=100000 PUNTO_SHOES=50000 PUNTO_SEQUENCES=1000 PUNTO_CHANGES=50000 \
  PUNTO_COUPS=200000 PUNTO_EXAMPLES=50 PUNTO_PLANTED=all PUNTO_RACES=5000 \
  PUNTO_REPLAYS=20000 PUNTO_CLOCK_RUNS=5000 PUNTO_WATCHED=20000 PUNTO_FAULT_EVERY=1 \
  PUNTO_RINGS=300 PUNTO_PAIRS=5000 PUNTO_DRIFTS=1000 PUNTO_TABLE_YEARS=10 \
  PUNTO_AT_REST=1000 PUNTO_TIMINGS=50000 PUNTO_TREE=512 PUNTO_FORGED=100000 PUNTO_FILE_EVERY=1 \
  PUNTO_UPGRADES=20 PUNTO_SOAK=20000 PUNTO_STAKES=30000 PUNTO_ATTEMPTS=50000 PUNTO_PLANTS=2000 \
  PUNTO_PAUSES=60 PUNTO_BOUNDARY_COUPS=20 PUNTO_SETTLEMENTS=50000 PUNTO_REWRITES=5000 \
  PUNTO_REPORTED=10000 PUNTO_HISTORY_EVERY=1 PUNTO_SECRETS=10000 PUNTO_CROWDS=1000 \
  PUNTO_SCANS=10000 PUNTO_REPEATS=20 PUNTO_RECALLED=10000 PUNTO_EXCLUSIONS=500 \
  PUNTO_FLOOD_SECONDS=10 PUNTO_GUESSES=2000 PUNTO_TAKEOVERS=10000 PUNTO_COPIES=50 \
  PUNTO_RESTORED=20000 \
  PUNTO_SPLIT_STAKES=10000 PUNTO_SHOE_FORKS=10000 PUNTO_EDITS=20000 \
  PUNTO_REPLAYED_COUPS=10000 PUNTO_HASH_SEEDS=20
endif
prove: setup browser  ## the slow proofs at length (about an hour; FULL=1: the release's numbers)
	$(PROOF) $(BIN)/python -m pytest -q -n auto tests/properties tests/faults tests/attack tests/simulation \
	  tests/planted tests/money tests/fair tests/server tests/record tests/play/test_unshuffled.py
	$(PROOF) $(BIN)/python -m pytest -q -s tests/soak  # alone: it measures memory and times
	for book in $(BOOKS); do $(BIN)/punto sim $$book --coups 1000000000 --seed 2026 || exit 1; done

COVERED := $(addprefix src/puntobanco/,base rules play house record fair)
comma := ,
coverage: setup  ## which branches of rules, money, rights, log and shoes no quick test takes
	PUNTO_STAKES=20 PUNTO_STATES=100 PUNTO_FORKS=4 PUNTO_ATTEMPTS=500 PUNTO_SHOES=60 PUNTO_SEQUENCES=2 PUNTO_CHANGES=50 PUNTO_PLANTS=40 PUNTO_SPLIT_STAKES=60 PUNTO_SHOE_FORKS=8 PUNTO_EDITS=100 \
	  $(BIN)/coverage run --branch --source=$(subst $(eval ) ,$(comma),$(COVERED)) -m pytest -q tests/base tests/rules \
	  tests/books tests/play tests/house tests/money tests/oracle tests/golden tests/record tests/fair \
	  tests/attack/test_permissions.py tests/server/test_interruption.py $(COVERED)
	$(BIN)/coverage report --show-missing --skip-covered --sort=cover

mutants: setup  ## change the modules of money and rights line by line; which changes no test notices (about an hour)
	PUNTO_STAKES=50 PUNTO_SPLIT_STAKES=200 $(BIN)/mutmut run
	$(BIN)/mutmut results

clauses: setup  ## write into the registers which scripts show which clause
	$(BIN)/python tools/clauses.py
	$(BIN)/python tests/golden/regenerate.py

lock: setup  ## resolve the dependencies anew
	$(BIN)/uv pip compile pyproject.toml --extra odds --extra sim --extra cluster --extra plots --extra record --extra postgres --extra server --extra client --extra gym --group dev --group docs \
	  --universal --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements.lock

dist: setup  ## build wheel, sdist and the list of components
	$(BIN)/uv build --quiet --out-dir dist
	$(BIN)/python tools/sbom.py dist/puntobanco.cdx.json

audit: setup  ## look every locked package up in the advisory database, where one can be reached
	$(BIN)/python tools/audit.py

clean:  ## remove what setup, docs and dist made
	rm -rf .venv build site dist mutants
