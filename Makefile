# Everything is installed into .venv; `make PYTHON=/path/to/python3.12 …` chooses the interpreter.
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
REPORT := build/report

# The first interpreter that really starts and is recent enough: a name on the PATH may be a shim without a version behind it.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1 && { echo $$p; break; }; done)

.PHONY: help verify test test-full lint format docs bench pythons clean chosen-python

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

verify: $(VENV)/.installed ## Run the evidence of every statement, print the ledger, write build/report
	$(BIN)/dartproof verify --report $(REPORT)

test: $(VENV)/.tested ## Run all tests but the slow ones
	$(BIN)/pytest -m "not slow"

test-full: $(VENV)/.tested ## Run all tests
	$(BIN)/pytest

lint: $(VENV)/.linted ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.linted ## Format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: $(VENV)/.documented ## Build the documentation from the last record of `make verify` into build/docs/html
	$(BIN)/python tools/build_docs.py build/docs

bench: $(VENV)/.tested ## Measure CPU time and its growth, write build/benchmarks.md (about half an hour)
	@mkdir -p build
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/pytest benchmarks -p no:cacheprovider --benchmark-json=build/benchmarks.json
	$(BIN)/python benchmarks/table.py build/benchmarks.json | tee build/benchmarks.md

pythons: ## Run the quick tests under every Python from 3.11 to 3.13 that is found
	@for version in 3.11 3.12 3.13; do \
		for python in python$$version "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$version.*/bin/python; do \
			$$python -c 'pass' >/dev/null 2>&1 || continue; \
			$(MAKE) --no-print-directory test VENV=build/venv-$$version PYTHON=$$python || exit 1; break; \
		done; \
	done

clean: ## Remove what was built and installed
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "dartproof needs Python 3.11, 3.12 or 3.13; none was found. Try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks the venv module; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# An environment that is there is used as it is, so an interpreter that was asked for must be the one it has.
ifeq ($(origin PYTHON),command line)
$(VENV)/.pip: | chosen-python
chosen-python: $(BIN)/python
	@test "$$($(PYTHON) -VV)" = "$$($(BIN)/python -VV)" || { \
		echo "$(VENV) has $$($(BIN)/python -V), not $$($(PYTHON) -V); run 'make clean' first, or add VENV=build/other" >&2; exit 1; }
endif

# A stamp of its own: an upgrade that the network interrupts is tried again.
$(VENV)/.pip: $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.installed: $(VENV)/.pip pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group test --group docs
	@touch $@

$(VENV)/.linted: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group lint
	@touch $@

$(VENV)/.documented: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group docs
	@touch $@
