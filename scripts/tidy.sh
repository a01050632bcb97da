#!/usr/bin/env bash
# clang-tidy over the C++ sources that differ from BASE (default: the commit before the newest day of
# work, all files with --all), with the compile commands of the `tidy` preset.
set -euo pipefail
cd "$(dirname "$0")/.."
tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
cmake --preset tidy --log-level=WARNING
cmake --build build/tidy --target gpulint-embed -j "$(nproc)" >/dev/null
if [ "${1:-}" = --all ]; then
    mapfile -t files < <(git ls-files 'src/*.cpp')
else
    base=${BASE:-$(git rev-list -1 --before='1 day ago' HEAD)}
    base=${base:-$(git rev-list --max-parents=0 HEAD | tail -n 1)}
    mapfile -t files < <(git diff --name-only --diff-filter=d "$base" -- 'src/*.cpp')
fi
[ ${#files[@]} -eq 0 ] && { echo "tidy: no changed source"; exit 0; }
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 4 "$tidy" -p build/tidy --quiet
