PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup demo test test-all check bench clean

setup: $(STAMP)  ## create .venv with all that demo and tests need

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

demo: setup  ## fly a short tour and write pictures
	$(BIN)/airanchor demo --out out/demo

test: setup  ## the tests, under ten minutes on two cores
	$(BIN)/python -m pytest -n auto --dist loadgroup -m 'not slow' tests

test-all: setup  ## every test, the long ones too
	$(BIN)/python -m pytest -n auto --dist loadgroup tests

check: setup  ## format, lint, types, floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup  ## speed of the renderer against its peers
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[peers]'
	$(BIN)/airanchor sim bench

clean:
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache
