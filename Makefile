# SPDX-License-Identifier: MIT
# Each target is one verb. `make lab` and `make test` first set up whatever is missing.

PYTHON  ?= python3
VENV    ?= .venv
# The build of PyTorch: `cpu` is the small one without CUDA, from PyTorch's own index (or TORCH_INDEX=another address);
# `default` is what pip gives.
TORCH   ?= cpu
DAY     ?= 1
PORT    ?= 8888
BROWSER ?= default
STUDENT ?= *
SEEDS   ?= 1
COUNT   ?= 66
PICTURES ?= build/screenshots
SITE_PORT ?= 8000

ifeq ($(OS),Windows_NT)
  BIN := $(VENV)/Scripts
  SEP := ;
else
  BIN := $(VENV)/bin
  SEP := :
endif
RUN     := $(BIN)/python -m grading
VERIFY  := $(BIN)/python -m verification
READY   := $(VENV)/.ready
BROWSER_READY := $(VENV)/.browser-ready
SITE_READY := $(VENV)/.site-ready
BOOK_READY := $(VENV)/.book-ready
ADD     := $(BIN)/python install.py --venv '$(VENV)' --add
# Without nbval, which imports in each process what only the notebooks need.
TESTS   := $(BIN)/python -m pytest -q -n 2 --dist worksteal -p no:nbval

# The Python that installs is never that of a half-made environment.
BEFORE := $(PATH)
# nbgrader calls alembic, and the notebooks' kernel calls graphviz-pure, by name.
export PATH := $(abspath $(BIN))$(SEP)$(PATH)

# A command starts several processes, and the tests start hundreds: without bytecode each would compile the course anew.
unexport PYTHONDONTWRITEBYTECODE

# Where the scores are, if not in gradebook.db. nbgrader_config.py reads it, for nbgrader's own commands, too.
ifdef GRADEBOOK
export GRADEBOOK
endif

# LANGUAGE=es on the command line; a desktop may set a variable of that name for all programs.
ifeq ($(origin LANGUAGE),command line)
export AUTOGRAD_LANGUAGE := $(LANGUAGE)
endif

.DEFAULT_GOAL := help
.PHONY: FORCE help lab test test-attacks test-kills test-wheel test-wall test-extras test-browser test-site site site-serve slides book exercise prove snapshot pictures fairness faults check progress rules reset import submit class collect release locale grade feedback report lint format clean

help: ## show this list
	@$(if $(wildcard $(READY)),$(BIN)/python,$(PYTHON)) -m grading.spoken $(firstword $(MAKEFILE_LIST))

# The environment knows whether it is whole, and still at its place: times alone don't tell.
$(READY): FORCE
	@test -f '$@' && '$(BIN)/python' install.py --venv '$(VENV)' --is-ready 2> /dev/null \
	|| PATH='$(BEFORE)' $(PYTHON) install.py --venv '$(VENV)' --torch '$(TORCH)' $(if $(TORCH_INDEX),--index '$(TORCH_INDEX)')

$(BROWSER_READY): $(READY)
	@$(ADD) test,browser
	@touch $@

$(SITE_READY): $(READY)
	@$(ADD) site
	@touch $@

$(BOOK_READY): $(READY)
	@$(ADD) book
	@touch $@

lab: $(READY) ## open the course in JupyterLab (DAY=1 for one day, LANGUAGE=es, PORT=8888, BROWSER=none for a machine without a screen, EXCHANGE=the folder of your class)
	@$(RUN) lab $(if $(filter file,$(origin DAY)),,$(DAY)) --port $(PORT) $(if $(filter none,$(BROWSER)),--no-browser) $(if $(EXCHANGE),--exchange '$(EXCHANGE)')

test: $(READY) ## run everything that CI runs
	@$(MAKE) --no-print-directory lint
	$(TESTS) tests
	NBGRADER_EXECUTION=validate $(BIN)/python -m pytest -p judge -q -n 2 --dist loadfile --nbval --nbval-current-env source

exercise: $(READY) ## begin a new exercise: its folder, and its cells in the master of its day (NAME=day6-two-norms)
	@$(BIN)/python -m building.new_exercise '$(NAME)'
	@$(VERIFY) prove '$(NAME)'

prove: $(READY) ## verify the checks on right, blank, wrong and mutated answers (EXERCISE=day2-value, or a day; SEEDS=1,2; FUZZ=20000: on that many random programs)
	@$(VERIFY) prove $(EXERCISE) --seeds $(SEEDS) $(if $(FUZZ),--fuzz $(FUZZ))

snapshot: $(READY) ## show which verdicts read otherwise than at a commit (DAY=1, all days without; BASE=HEAD; RENEW=1 to write the kept ones of tests/data anew)
	@$(VERIFY) snapshot $(if $(filter file,$(origin DAY)),,$(DAY)) $(if $(BASE),--base '$(BASE)') $(if $(RENEW),--renew)

pictures: $(READY) ## draw the pictures of the README and of docs/architecture.md again
	@$(BIN)/python docs/pictures.py

fairness: $(READY) ## ask every right style with 200 seeds, write every mistake in other words, and run the exhaustive tests
	$(TESTS) tests/test_fairness.py tests/test_rewrites.py --seeds 200 --all
	$(TESTS) tests -m exhaustive --all

test-attacks: $(READY) ## run every submission of tests/attacks/ against the grader, where root as a normal user, too
	$(TESTS) tests/test_attacks.py --all

test-kills: $(READY) ## kill `make grade`, `collect`, `feedback` and `report` at 20 random moments each, and look for what is lost
	$(BIN)/python -m pytest -q -s tests/test_batch.py -k twenty_kills --all

test-wheel: $(READY) ## install the judge alone into a fresh environment, and grade a course on something else with it
	@rm -rf build/judge build/wheels build/wheel-environment
	$(BIN)/python -m pip wheel -q --no-deps --wheel-dir build/wheels judge/
	$(PYTHON) -m venv build/wheel-environment
	$(subst $(VENV),build/wheel-environment,$(BIN))/python -m pip install -q build/wheels/notebook_judge-*.whl
	env WHEEL_PYTHON='$(abspath $(subst $(VENV),build/wheel-environment,$(BIN)))/python' $(BIN)/python -m pytest -q -p no:nbval tests/test_second_course.py
	env WHEEL_PYTHON='$(abspath $(subst $(VENV),build/wheel-environment,$(BIN)))/python' $(BIN)/python -m pytest -q -p no:nbval tests/test_wall.py -k page_alone --all

test-wall: $(READY) ## put nbgrader's own example course behind the wall: thirty submissions beside stock nbgrader, and those that attack; installs pandas
	@$(ADD) wall
	$(BIN)/python -m pytest -q -s -rs -p no:nbval tests/test_wall.py tests/test_asked.py tests/test_tables.py tests/test_public_courses.py --all

test-extras: $(READY) ## test a gradebook on PostgreSQL and a cluster of dask on this machine; installs what they need of Python
	@$(ADD) test,cluster,postgres
	$(BIN)/python -m pytest -q tests/test_gradebook.py tests/test_cluster.py --all

test-browser: $(BROWSER_READY) ## use the course in a real browser, as a learner does (Debian's package chromium; PICTURES=folder for screenshots, ONLY=words of the names of tests)
	@$(BIN)/python tests/browser/browsers.py
	$(TESTS) tests/browser $(if $(PICTURES),--pictures '$(PICTURES)') $(if $(ONLY),-k '$(ONLY)')

site: $(READY) $(SITE_READY) ## write site/: static pages to read, the atlas of mistakes, Days 1 to 4 to do in a browser; needs npm, and fetches the kernel of the browser
	@$(BIN)/python -m website

site-serve: $(SITE_READY) ## serve site/ on this machine alone (SITE_PORT=8000)
	@$(BIN)/python -m website --serve $(SITE_PORT)

test-site: site $(BROWSER_READY) ## read the site and do Day 1 in it with a real browser, and compare its verdicts with those of this machine (ONLY=words of the names of tests)
	@$(BIN)/python tests/browser/browsers.py
	$(BIN)/python -m pytest -q tests/browser/test_pages.py tests/browser/test_front.py tests/browser/test_offline.py tests/browser/test_site.py -s $(if $(PICTURES),--pictures '$(PICTURES)') $(if $(ONLY),-k '$(ONLY)')

slides: $(READY) $(BOOK_READY) ## write build/slides/: for each day slides of its questions and figures, to show without a network; needs npm
	@$(BIN)/python -m website.slides

book: $(READY) $(BOOK_READY) ## write build/book/: the days as one PDF and one EPUB to read without a computer, without answers
	@$(BIN)/python -m website.book

faults: $(READY) ## make one-line faults in the grader itself, and list which of them the tests catch (COUNT=66)
	$(BIN)/python -m verification.grader_faults --count $(COUNT)

check: $(READY) ## grade your notebook of a day, and say what went wrong (DAY=1)
	@$(RUN) check day$(DAY)

progress: $(READY) ## your points over all days, and what is next
	@$(RUN) progress

rules: $(READY) ## write the page of rules to print: docs/rules.html, and docs/rules.pdf where Chromium is installed (LANGUAGE=es)
	@$(BIN)/python docs/rules.py

reset: $(READY) ## restore the notebook of the DAY that you name; yours is kept under a dated name (DAY=1)
	@$(RUN) reset $(if $(filter file,$(origin DAY)),,$(DAY))

import: $(READY) ## take the work that you did in the browser (FROM=the archive that its button gave you); nothing of yours here is written over
	@$(RUN) import $(if $(FROM),--from '$(FROM)')

submit: $(READY) ## write one file to hand in through a learning platform (DAY=1)
	@$(RUN) submit $(DAY)

class: $(READY) ## for instructors: prepare the exchange, open JupyterLab with formgrader (EXCHANGE=/shared/folder, PORT, BROWSER=none)
	@$(RUN) class --port $(PORT) $(if $(filter none,$(BROWSER)),--no-browser) $(if $(EXCHANGE),--exchange '$(EXCHANGE)')

collect: $(READY) ## put what was handed in into submitted/ (DAY=1, FROM=a platform's downloads; without it, from the exchange, TIMES=named where that was moved)
	@$(RUN) collect $(DAY) $(if $(FROM),--from '$(FROM)') $(if $(TIMES),--times '$(TIMES)')

release: $(READY) ## build the notebooks from source/*.py, release them with nbgrader, fill days/ (MEANT=day1-value-add: a released check that may change or go)
	@$(VERIFY) lint --before-release
	@$(BIN)/python -m building $(if $(MEANT),--meant '$(MEANT)')

locale: $(READY) ## write what there is to translate into locale/*/*.po, and how much is done (LANGUAGE=es for a new language)
	@$(BIN)/python -m building.translations $(AUTOGRAD_LANGUAGE)

grade: $(READY) ## grade what changed in submitted/<student>/dayN (DAY=1, STUDENT=name, FORCE=1 for all, UNCONFINED=1 for your own work, GRADEBOOK=postgresql://..., SCHEDULER=tcp://...)
	@$(RUN) grade $(DAY) --student '$(STUDENT)' $(if $(FORCE),--force) $(if $(UNCONFINED),--unconfined) $(if $(SCHEDULER),--scheduler '$(SCHEDULER)')

feedback: $(READY) ## write the feedback pages of a day (DAY=1)
	@$(RUN) feedback $(DAY)

report: $(READY) ## after `make grade`: one page and one CSV file on the class (DAY=1)
	@$(RUN) report $(DAY)

lint: $(READY) ## look for an author's faults in the course, for faults in the code and for unformatted code
	@$(VERIFY) lint
	@$(BIN)/python -m building.translations --check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(READY) ## format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean: ## remove caches (never your work, the gradebook or the environment)
	@rm -rf .pytest_cache .ruff_cache .hypothesis build *.egg-info
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
