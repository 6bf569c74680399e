#!/bin/bash
# Builds hlo2cpp and runs all tests, from a bare Debian 12 on:
#
#     bash tests/run.sh
#
# Installs what is missing with apt (as root), builds in build/ and build-sanitize/. Works again where it has worked before.
# Environment: JOBS, the number of compilers at once (default: one a processor).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_packages "${firmware_packages[@]}"
build build all -DCMAKE_BUILD_TYPE=Release
say "All tests"
ctest --test-dir "$source_dir/build" --output-on-failure -j "$jobs"

build build-sanitize unit_tests -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DHLO2CPP_SANITIZE=ON
say "Unit tests and evaluator under the address and undefined-behaviour sanitizers"
ctest --test-dir "$source_dir/build-sanitize" --output-on-failure -j "$jobs" -R '^(unit|evaluator)$'

say "All good"
