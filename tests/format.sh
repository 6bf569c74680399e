#!/bin/bash
# Names the C++ lines that differ from .clang-format, as clang-format 14 reads it.
#
#     bash tests/format.sh           ends with 1 if there are any
#     bash tests/format.sh --fix     formats them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
change="--dry-run --Werror"
[ "${1:-}" != --fix ] || change=-i
# Not those that a program writes: golden files and tables of numbers.
if ! { find compiler runtime_lib samples tests \( -name '*.cpp' -o -name '*.h' \) \
        ! -path 'tests/golden/*.cpp' ! -name test_images.h ! -name reference.h -print0
    printf 'tests/golden/golden_test.cpp\0'; } | xargs -0 -n 40 -P "$(nproc)" clang-format-14 $change; then
    echo "bash tests/format.sh --fix  formats them" >&2
    exit 1
fi
