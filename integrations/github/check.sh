#!/usr/bin/env bash
# Runs gpulint for the GitHub action: inputs come in through the environment, one entry a line, and are never
# pasted into a command. Findings are shown beside the lines of a pull request.
set -euo pipefail
gpulint=${GPULINT:-$GITHUB_ACTION_PATH/build/release/gpulint}

# Lines of a text, without empty ones and blanks at both ends.
read_lines() {
    local -n into=$1
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        line="${line#"${line%%[![:space:]]*}"}"
        line="${line%"${line##*[![:space:]]}"}"
        [ -z "$line" ] || into+=("$line")
    done <<<"$2"
}

paths=() inventories=() arguments=()
read_lines paths "${GPULINT_PATHS:-.}"
read_lines inventories "${GPULINT_INVENTORY:-}"
read_lines arguments "${GPULINT_ARGUMENTS:-}"

command=("$gpulint" check --output github)
for inventory in "${inventories[@]}"; do command+=(-i "$inventory"); done
[ -z "${GPULINT_SARIF:-}" ] || command+=(--output "sarif=$GPULINT_SARIF")
exec "${command[@]}" "${arguments[@]}" -- "${paths[@]}"
