# Two commands on a fresh machine: `make run` and `make test`. They need a Python (3.11+) and make.
PYTHON ?= python3
BIN := .venv/bin
LOCKED := .venv/.locked
PORT ?= 8000
PYTEST := $(BIN)/python -m pytest
# Python keeps what it compiled, also where a machine says otherwise: dozens of processes start here.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run test suite quick inner types browser checker lint docs bench prove coverage mutants clauses lock dist audit clean

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

test: setup browser checker  ## run every test, and lint beside them
	@$(MAKE) --no-print-directory --jobs 2 suite lint

# These compile the kernels of odds, simulator and learning environment: once, not once a worker.
COMPILING := tests/odds/test_cli.py::test_studies_as_json \
  tests/sim/test_cli.py::test_the_same_seed_gives_the_same_counts_on_one_thread_and_two \
  tests/sim/test_cli.py::test_sessions_are_summed_up_written_and_drawn \
  tests/gym/test_vector.py
suite:
	@$(PYTEST) --quiet --no-summary $(COMPILING)
	$(PYTEST) -n auto --dist worksteal --durations 10 --durations-min 1

INNER := base rules books play odds notation
# One test each of the server, a page and the simulator; the rest of them is for `make test`.
SMOKE := tests/server/test_closing.py::test_it_is_said_which_table_is_waited_for \
  tests/browser/test_signin_page.py \
  tests/sim/test_cli.py::test_the_same_seed_gives_the_same_counts_on_one_thread_and_two
QUICK := $(wildcard $(addprefix tests/,$(INNER))) tests/docs/test_doctests.py $(SMOKE)
quick: setup  ## the inner loop: lint, types, the inner rooms, one test of each outer one
	@$(MAKE) --no-print-directory --jobs 2 inner types
inner:
	$(PYTEST) --profile quick -n auto --dist worksteal $(QUICK)
types:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src

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
	$(BIN)/python benchmarks/gpu.py
	$(BIN)/python benchmarks/gym.py
	$(BIN)/python benchmarks/record.py
	$(BIN)/python benchmarks/archive.py
	$(BIN)/python benchmarks/editions.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/hour.py
	$(BIN)/python benchmarks/server_processes.py
	$(BIN)/python benchmarks/cluster.py
	$(BIN)/python benchmarks/results.py

PROFILE := $(if $(FULL),full,prove)
BOOKS := rws-super-six-plus rws-wins-on mbs nz-division
prove: setup browser  ## the slow proofs at length (about an hour; FULL=1: the release's numbers, days)
	$(PYTEST) --profile $(PROFILE) -n auto --ignore tests/soak --ignore tests/outside/test_floods.py
	$(PYTEST) --profile $(PROFILE) -q -s tests/soak tests/outside/test_floods.py  # alone: they measure memory and times
	for book in $(BOOKS); do $(BIN)/punto sim $$book --coups 1000000000 --seed 2026 || exit 1; done

COVERED := $(addprefix src/puntobanco/,base rules play house record fair)
comma := ,
coverage: setup  ## which branches of rules, money, rights, log and shoes no quick test takes
	$(BIN)/coverage run --branch --source=$(subst $(eval ) ,$(comma),$(COVERED)) -m pytest --profile quick -q tests/base tests/rules \
	  tests/books tests/play tests/house tests/money tests/oracle tests/golden tests/record tests/fair \
	  tests/library tests/server tests/attack/test_permissions.py tests/docs/test_doctests.py
	$(BIN)/coverage report --show-missing --skip-covered --sort=cover

mutants: setup  ## change the modules of money and rights line by line; which changes no test notices (about an hour)
	$(BIN)/mutmut run
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
