#!/usr/bin/env bash
# Fuzzes every reader for so many seconds each: tests/fuzz/run.sh [SECONDS] [READER...]. What breaks
# one is left in build/fuzz/found; mend it, and keep the input in tests/fuzz/corpus/<reader>.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
cmake --preset fuzz --log-level=WARNING
cmake --build build/fuzz -j "$(nproc)" --target fuzz_targets
readers=("$@")
if [ ${#readers[@]} -eq 0 ]; then
    for source in tests/fuzz/*_fuzz.cpp; do
        name=$(basename "$source" _fuzz.cpp)
        readers+=("$name")
    done
fi
mkdir -p build/fuzz/found
for reader in "${readers[@]}"; do
    echo "== $reader"
    # New inputs go into the first folder; the others are where it starts from.
    mkdir -p "build/fuzz/corpus/$reader"
    seeds=(rules/input rules/requests examples)
    [ -d "tests/fuzz/corpus/$reader" ] && seeds+=("tests/fuzz/corpus/$reader")
    "build/fuzz/tests/fuzz/${reader}_fuzz" "build/fuzz/corpus/$reader" "${seeds[@]}" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/found/$reader-" -verbosity=0
done
