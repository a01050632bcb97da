#!/usr/bin/env bash
# Formats every C++ file; with --check only says which would change, and fails when there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
format=$(command -v clang-format-14 || command -v clang-format)
mapfile -t files < <(git ls-files '*.cpp' '*.h')
if [ "${1:-}" = --check ]; then
    "$format" --dry-run --Werror "${files[@]}"
else
    "$format" -i "${files[@]}"
fi
