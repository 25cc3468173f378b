# SPDX-License-Identifier: Apache-2.0
# The commands of daily work. `make` alone lists them.

BUILD := build/release
PYTHON := .venv/bin/python
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.DEFAULT_GOAL := help
.PHONY: help deps build program demo test fuzz sanitize interop bench lint format wheel install clean

help:  ## this list
	@echo "hudi-cpp: Apache Hudi tables, read and written without a JVM"
	@echo
	@awk -F ':[^#]*## *' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps:  ## bring compiler, libraries and test tools (tools/setup.sh)
	tools/setup.sh

# Only runs the set-up if it never ran here or its list changed.
.venv/.requirements: tools/setup.sh tools/requirements.txt
	tools/setup.sh

$(BUILD)/build.ninja: .venv/.requirements
	cmake --preset release

build: $(BUILD)/build.ninja  ## build the library, the program and the unit tests into build/release
	cmake --build $(BUILD) -j $(JOBS)

program: $(BUILD)/build.ninja  ## build the program alone, without the unit tests
	cmake --build $(BUILD) -j $(JOBS) --target hudi_program

demo:  ## make an order table, change it five times and show it after each step
	tools/demo.sh

test: build  ## unit tests and every end-to-end test that needs no Java
	$(PYTHON) tools/run_tests.py --build $(BUILD)

fuzz:  ## broken input for every reader, with ASan and UBSan (ITERATIONS=100000 changes a file)
	cmake --preset asan
	cmake --build build/asan -j $(JOBS) --target hudi_fuzz_test
	HUDI_FUZZ_ITERATIONS=$(or $(ITERATIONS),100000) build/asan/tests/fuzz/hudi_fuzz_test

sanitize: .venv/.requirements  ## the unit tests with ASan and UBSan (TESTS="log merge": some of them)
	cmake --preset asan
	cmake --build build/asan -j $(JOBS) --target $(if $(TESTS),$(TESTS:%=hudi_%_test),unit_tests)
	ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	  $(PYTHON) tools/run_tests.py --build build/asan --unit-only $(TESTS)

interop: build  ## compare with Hudi on Spark, both ways (needs Java; brings the rest)
	tools/setup.sh --interop
	$(PYTHON) -m pytest tests/interop

.venv-bench/.requirements: bench/requirements.txt
	python3 -m venv --clear .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	cp $< $@

bench: build $(if $(filter none,$(PEERS)),,.venv-bench/.requirements)  ## measure against raw Parquet work and peers (SCALE=0.1, PEERS=spark: bench/README.md)
	$(if $(findstring spark,$(PEERS)),tools/setup.sh --interop)
	$(PYTHON) bench/run.py --build $(BUILD) --peers "$(PEERS)" $(foreach knob,SCALE THREADS ROUNDS WORKDIR OUTPUT,$(if $($(knob)),--$(shell echo $(knob) | tr A-Z a-z) $($(knob))))

lint: .venv/.requirements  ## check formatting and the direction of includes
	git ls-files -co --exclude-standard '*.h' '*.cc' '*.cpp' | xargs .venv/bin/clang-format --dry-run -Werror
	$(PYTHON) tools/check_layers.py

format: .venv/.requirements  ## format all sources
	git ls-files -co --exclude-standard '*.h' '*.cc' '*.cpp' | xargs .venv/bin/clang-format -i

wheel:  ## build the Python package
	@echo "make wheel: the Python package does not exist yet" >&2; exit 1

install: build  ## install library, headers, program and CMake package into PREFIX (/usr/local)
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:  ## remove what was built; downloads in .venv and .deps stay
	rm -rf build
