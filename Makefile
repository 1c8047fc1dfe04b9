# `make run` and `make test` are all there is to know; README.md says the rest.
PYTHON ?= python3
UV := .uv/bin/uv
export UV_PYTHON_DOWNLOADS := never
export UV_CACHE_DIR := .uv/cache
# Without .pyc files each Django process starts in 5 s instead of 2.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.PHONY: run test lock

run: .venv/.run
	@.venv/bin/python manage.py up $(ARGS)

test: .venv/.dev
	@.venv/bin/python -m pytest $(ARGS)

.venv/.run: $(UV) requirements.lock
	@$(UV) venv -q --allow-existing --python $(PYTHON) .venv && $(UV) pip install -q --require-hashes -r requirements.lock --python .venv/bin/python && touch $@

.venv/.dev: $(UV) requirements-dev.lock
	@$(UV) venv -q --allow-existing --python $(PYTHON) .venv && $(UV) pip install -q --require-hashes -r requirements-dev.lock --python .venv/bin/python && touch $@ .venv/.run

lock: $(UV)
	@$(UV) pip compile -q --universal --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	@$(UV) pip compile -q --universal --generate-hashes --no-header --no-annotate pyproject.toml --group dev -o requirements-dev.lock

$(UV):
	@$(PYTHON) -m venv .uv && .uv/bin/pip install -q --no-cache-dir uv==0.13.9
