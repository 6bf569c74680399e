#!/bin/bash
# Shows that the entries take scalars by value with --scalars value: in C++ and C, begun and run in parts, from an example.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$(cd "$1" && pwd)/hlo2cpp"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
warnings="-Wall -Wextra -pedantic-errors -Wconversion -Wshadow -Werror"

fail() { echo "FAILED: $*" >&2; exit 1; }
compile() { # FOLDER OPTIONS...
    "$tool" compile "$here/net.hlo" --name net --scalars value --output-dir "$@" 2>log || { cat log; fail "hlo2cpp compile $*"; }
}

for options in "" "--cooperative" "--threads 2" "--poison" "--self-test"; do
    compile . --language c $options
    gcc -std=c99 $warnings -O1 -I. "$here/main.c" net.c -o net && ./net || fail "C $options: $?"
    compile . $options
    gcc -std=c99 $warnings -O1 -I. -c "$here/main.c" -o main.o
    g++ -std=c++11 $warnings -Wold-style-cast -O1 net.cpp main.o -o net && ./net || fail "C++ $options: $?"
    echo "good: scalars by value ${options:-}"
done

# What is written, what has two parts, and arrays stay pointers.
grep -q "net_run(const float\* x, float dt, uint8_t up, int64_t n, uint16_t half, const float\* turn" net.h || fail "the entry is declared otherwise"
grep -q "float\* kept, *$" net.h || grep -q "float\* kept, " net.h || fail "a scalar that is written is no pointer"

for language in c c++; do
    compile "example_$language" --language "$language" --project make
    make -s -C "example_$language" test >log 2>&1 || { cat log; fail "the example in $language"; }
done
echo "good: an example"
