# make play and make test do all the set-up they need: Python 3.11 or newer, make and a network.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && \
	echo $$p && break; done || echo python3)
VENV := .venv
BIN := $(VENV)/bin
SITE ?= site
PEERS := .venv-peers
WHEEL := .venv-wheel
GROUND := pyproject.toml constraints.txt hatch_build.py src/dealt/_version.py \
	src/dealt/locale/pt_BR/LC_MESSAGES/dealt.po
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# hundreds of programs are started by tests: each would compile all modules anew
export PYTHONDONTWRITEBYTECODE :=

PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadgroup

.PHONY: play test test-all coverage check check-pyright check-rest docs release-check page site site-serve test-page test-wheel bench bench-peers format playthroughs pictures messages clean

play: $(VENV)/play.stamp
	@$(BIN)/dealt play || [ $$? -eq 130 ]  # leaving by Ctrl-C is no failure

test: KINDS := -m "not slow"
test test-all: $(VENV)/test.stamp
	@[ "$$PAGES" = none ] || { $(BIN)/python page/build.py; $(BIN)/python -m tests.browser; } || true
	@echo "Running the tests, on all cores ..."
	@rm -f .coverage .coverage.*
	@MEASURE=rules $(PYTEST) $(KINDS) $(ARGS)
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report --fail-under 100 --skip-covered \
		--include 'src/dealt/games/*/rules.py,src/dealt/games/*/words.py,src/dealt/games/*/view.py'
	@$(BIN)/python -m tests.browser untested

coverage: $(VENV)/test.stamp
	@echo "Running the tests, and measuring along all of them what they reach ..."
	@rm -f .coverage .coverage.*
	@$(PYTEST) --cov --cov-report= $(ARGS)
	@$(BIN)/python -m coverage report

check: $(VENV)/test.stamp
	@echo "Checking format, lint, types and layers ..."
	@$(MAKE) --no-print-directory --jobs 2 check-pyright check-rest

# as long as all the others together
check-pyright: $(VENV)/test.stamp
	@$(BIN)/pyright --pythonpath $(BIN)/python

check-rest: $(VENV)/test.stamp
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python page/build.py check
	@$(BIN)/python -m pytest --quiet -p no:randomly tests/test_house.py

page: $(VENV)/play.stamp
	@$(BIN)/python page/build.py

# all that a static host needs: the page that runs in the browser tab, and the documentation around it
site: $(VENV)/test.stamp
	@$(BIN)/python page/play_site.py $(SITE)
	@$(BIN)/python docs/build.py $(SITE)

site-serve: site
	@$(BIN)/python page/play_site.py $(SITE) --serve 8421

test-page: $(VENV)/test.stamp page
	@$(BIN)/python -m pytest tests/page $(ARGS)

# the wheel, by way of the source archive, with every Python that is at hand, and no source on the path
test-wheel: $(VENV)/test.stamp
	@echo "Building the wheel and testing it in empty environments ..."
	@rm -rf $(WHEEL) && PIP_CONSTRAINT=constraints.txt $(BIN)/python -m build --outdir $(WHEEL)/dist . > /dev/null
	@for python in $(sort $(PYTHON) python3.11 python3.12 python3.13 python3.14); do \
		$$python -c pass 2>/dev/null || continue; \
		$$python -m venv $(WHEEL)/$$python && \
		PIP_CONSTRAINT=constraints.txt $(WHEEL)/$$python/bin/python -m pip --quiet --disable-pip-version-check \
			install $(WHEEL)/dist/*.whl pytest && \
		(cd $(WHEEL) && $$python/bin/python -P -m pytest --quiet --noconftest --rootdir ../tests/wheel \
			-c /dev/null -p no:cacheprovider ../tests/wheel) || exit 1; \
	done

# the source archive and the wheel, built and looked at as before publishing; DIST=folder keeps them
release-check: $(VENV)/test.stamp
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[release]'
	@PIP_CONSTRAINT=constraints.txt $(BIN)/python release/check.py $(DIST)

# the documentation, into $(SITE); what is in its folder play stays
docs: $(VENV)/test.stamp
	@echo "Building the documentation, which takes a minute or two ..."
	@$(BIN)/python docs/build.py $(SITE)

bench: $(VENV)/test.stamp
	@$(BIN)/python -m pytest bench -p no:randomly --benchmark-only $(ARGS)

bench-peers: $(PEERS)/stamp
	@$(PEERS)/bin/python bench/peers/run.py

format: $(VENV)/test.stamp
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

playthroughs: $(VENV)/test.stamp
	@$(BIN)/python -m tests.playthroughs

pictures: $(VENV)/test.stamp
	@$(BIN)/python -m tests.pictures

messages: $(VENV)/test.stamp
	@$(BIN)/python -m tests.messages

clean:
	rm -rf .browser $(VENV) $(PEERS) $(WHEEL) $(SITE) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*

$(VENV)/bin/python:
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: $(GROUND) | $(VENV)/bin/python
	@echo "Installing dealt and the libraries it needs ..."
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[fast,figures,table]'
	@touch $@

$(VENV)/test.stamp: $(GROUND) training/pyproject.toml | $(VENV)/bin/python
	@echo "Installing dealt and the tools of its tests ..."
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[dev]' --editable ./training
	@touch $@ $(VENV)/play.stamp

$(PEERS)/stamp: bench/peers/requirements.txt $(GROUND)
	@echo "Installing dealt, OpenSpiel, pgx and RLCard in $(PEERS) ..."
	@$(PYTHON) -m venv $(PEERS)
	@PIP_CONSTRAINT=constraints.txt $(PEERS)/bin/python -m pip --quiet --disable-pip-version-check \
		install --editable . --requirement bench/peers/requirements.txt
	@touch $@
