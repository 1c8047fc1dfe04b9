# `make run` and `make test` are all there is to know; README.md says the rest.
PYTHON ?= python3
UV := .uv/bin/uv
PY := .venv/bin/python
export UV_PYTHON_DOWNLOADS := never
export UV_CACHE_DIR := .uv/cache
# Without .pyc files each Django process starts in 5 s instead of 2.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.PHONY: run test check bench screenshots icons lock

run: .venv/.run
	@$(PY) manage.py up $(ARGS)

test: .venv/.dev
	@$(PY) -m pytest $(ARGS)

# Everything that can be said of the code without playing: style, types, who imports whom, migrations, the rules of the house.
check: .venv/.dev
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy --strict --cache-dir .mypy_cache/strict engine config/kernel config/supervisor \
		games/clock games/table games/projector.py games/replay.py games/snapshots.py games/requests.py games/permissions.py games/rows.py games/audit.py \
		tournaments/formats tournaments/results.py tournaments/rules.py tournaments/defaults.py tournaments/standings tournaments/schedule.py tournaments/ratings.py
	@$(PY) -m mypy .
	@$(PY) -m pytest -q tests/config/test_house_rules.py

bench: .venv/.dev
	@$(PY) -m tests.bench $(ARGS)

# Pictures of the main pages, with Chromium; two of them stand in README.md.
screenshots: .venv/.dev
	@$(PY) -m tests.browser.screenshots $(ARGS)

# After a change of the app's icon.
icons: .venv/.dev
	@$(PY) -m tests.browser.icons

# After a change in pyproject.toml.
lock: $(UV)
	@$(UV) pip compile -q --universal --generate-hashes --no-header --no-annotate pyproject.toml -o requirements.lock
	@$(UV) pip compile -q --universal --generate-hashes --no-header --no-annotate pyproject.toml --group dev -o requirements-dev.lock

.venv/.run: $(UV) requirements.lock
	@$(UV) venv -q --allow-existing --python $(PYTHON) .venv && $(UV) pip install -q --require-hashes -r requirements.lock --python $(PY) && touch $@

.venv/.dev: $(UV) requirements-dev.lock
	@$(UV) venv -q --allow-existing --python $(PYTHON) .venv && $(UV) pip install -q --require-hashes -r requirements-dev.lock --python $(PY) && touch $@ .venv/.run

$(UV):
	@$(PYTHON) -m venv .uv && .uv/bin/pip install -q --no-cache-dir uv==0.13.9
