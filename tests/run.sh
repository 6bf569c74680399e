#!/bin/bash
# Builds hlo2cpp and runs all tests, from a bare Debian 12 on:
#
#     bash tests/run.sh
#
# Installs what is missing with apt (as root), builds in build/ and build-sanitize/. Works again where it has worked before.
# Environment: JOBS, the number of compilers at once (default: one a processor).
set -euo pipefail

source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="${JOBS:-$(nproc)}"
packages=(cmake ninja-build g++ libcli11-dev libeigen3-dev catch2 libprotobuf-dev protobuf-compiler nlohmann-json3-dev python3)

say() { printf '\n== %s\n' "$*"; }

install_packages() {
    local missing=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    say "Installing ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        echo "not root: install them with  apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# build FOLDER TARGET OPTIONS...
build() {
    local folder="$source_dir/$1" target="$2"
    shift 2
    say "Building $target in $folder"
    cmake -S "$source_dir" -B "$folder" -G Ninja "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
    rm -f "$folder.log"
    cmake --build "$folder" --target "$target" -j "$jobs"
}

install_packages
build build all -DCMAKE_BUILD_TYPE=Release
say "All tests"
ctest --test-dir "$source_dir/build" --output-on-failure -j "$jobs"

build build-sanitize unit_tests -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DHLO2CPP_SANITIZE=ON
say "Unit tests and evaluator under the address and undefined-behaviour sanitizers"
ctest --test-dir "$source_dir/build-sanitize" --output-on-failure -j "$jobs" -R '^(unit|evaluator)$'

say "All good"
