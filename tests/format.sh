#!/bin/bash
# Names the C++ files that differ from .clang-format, as clang-format 14 reads it.
#
#     bash tests/format.sh           ends with 1 if there are any
#     bash tests/format.sh --fix     formats them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Not those that a program writes: golden files and tables of numbers.
mapfile -t files < <(find compiler runtime_lib samples tests \( -name '*.cpp' -o -name '*.h' \) \
    ! -path 'tests/golden/*.cpp' ! -name test_images.h ! -name reference.h)
files+=(tests/golden/golden_test.cpp)
if [ "${1:-}" = --fix ]; then
    clang-format-14 -i "${files[@]}"
    exit
fi
wrong=()
for file in "${files[@]}"; do
    clang-format-14 "$file" | cmp -s - "$file" || wrong+=("$file")
done
[ ${#wrong[@]} -eq 0 ] && exit
printf 'not formatted: %s\n' "${wrong[@]}" >&2
echo "bash tests/format.sh --fix  formats them" >&2
exit 1
