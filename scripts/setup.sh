#!/usr/bin/env bash
# Installs what the build needs and is not there: Debian or Ubuntu packages, and the tree-sitter
# grammars through npm (pinned with integrity hashes by package-lock.json). Asks for sudo only when
# something is missing and the user is not root. Takes no time when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    g++ cmake ninja-build pkg-config ccache git python3
    libyaml-dev libyaml-cpp-dev libcli11-dev libre2-dev libfmt-dev rapidjson-dev
    libtree-sitter-dev libgtest-dev libgmock-dev nlohmann-json3-dev
)
if [ "${GPULINT_SETUP:-}" = ci ]; then
    packages+=(clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev)
    python3 -c 'import ensurepip' 2>/dev/null || packages+=(python3-venv)
fi
command -v npm >/dev/null || packages+=(npm)

missing=()
for package in "${packages[@]}"; do
    # A tool that is on the PATH serves as well as its package.
    case "$package" in
        g++|cmake|git|python3|ccache) command -v "$package" >/dev/null && continue ;;
        ninja-build) command -v ninja >/dev/null && continue ;;
    esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' \
        || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null; then
        echo "setup: needs ${missing[*]}; install them with your system's package manager" >&2
        exit 1
    fi
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo)
        echo "setup: installing ${missing[*]} (sudo)" >&2
    fi
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --loglevel=error >/dev/null
    touch node_modules/.package-lock.json
fi
