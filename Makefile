# The two commands of the README, and the checks CI adds to them.
#   make demo    install what is missing, build, run gpulint on the examples
#   make test    install what is missing, build with sanitizers, run every test
# Other targets: setup, build, check (format, tidy, docs), bench, clean.

JOBS ?= $(shell nproc)

.PHONY: demo test setup build check format tidy docs bench fuzz clean

demo: build
	@build/release/gpulint check examples/faulty/infer.yaml -i examples/clusters/lesson.yaml --exit-zero

build: setup
	@cmake --preset release --log-level=WARNING -DGPULINT_TESTS=OFF
	@cmake --build build/release -j $(JOBS) --target gpulint gpulint-dev

test: setup
	@cmake --preset dev --log-level=WARNING
	@cmake --build build/dev -j $(JOBS)
	@ctest --test-dir build/dev --output-on-failure -j $(JOBS)

setup:
	@scripts/setup.sh

check: format tidy docs

format:
	@scripts/format.sh --check

tidy:
	@scripts/tidy.sh

docs: build
	@build/release/gpulint-dev docs --check
	@python3 scripts/refresh-lessons.py --check build/release/gpulint

bench: build
	@bench/run.sh

fuzz: setup
	@tests/fuzz/run.sh $(or $(SECONDS_EACH),60)

clean:
	@rm -rf build
