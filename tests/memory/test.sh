#!/bin/bash
# What --memory promises: results are the evaluator's wherever arrays lie; each arena is checked; the linker places arenas and
# constants in the memories of a board; what cannot be is refused.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$(realpath "$1")/hlo2cpp"
root="$here/../.."
source "$here/../firmware/targets.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }

python3 "$here/compare.py" "$tool" "$here/../firmware/programs"

# Arenas of the caller's, with state and self-test; header and code without warnings.
"$tool" compile "$here/kept.hlo" --output-dir . --state mean=1 --self-test --memory fast=512,slow=1M
for compiler in g++ clang++; do
    $compiler -std=c++17 -O2 $warnings -c kept.cpp -o kept.o
    $compiler -std=c++17 -O2 -I. -Wall -Wextra -Werror "$here/context.cpp" kept.o -o context
    ./context || fail "arenas of the caller's, by $compiler"
done
"$tool" compile "$here/kept.hlo" --output-dir . --state mean=1 --self-test --memory fast=512,slow=1M --language c
gcc -std=c99 -O2 -Wall -Wextra -Werror -c kept.c -o kept_c.o
g++ -std=c++17 -O2 -I. "$here/context.cpp" kept_c.o -o context && ./context || fail "arenas of the caller's, in C"
echo '#include "kept.h"' | gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only -x c -
nm kept.o | grep -q " b .*static_arena_fast" && nm kept.o | grep -q " b .*static_arena_slow" || fail "there are not two arenas"

# Threads, whose chunks have their own part of the scratch.
"$tool" check "$root/samples/threads/network.hlo" --threads 3 --memory fast=4k,slow=16M >log || { cat log; fail "threads"; }
# Several devices.
"$tool" check "$here/../replicas/cases/all_reduce_large.hlo" --memory fast=64,slow=1M >log 2>&1 || { cat log; fail "several devices"; }

# On a board: the first memory has an arena and constants, the second one an arena.
board="$root/samples/board"
section() { echo "-DDIGITS_$1=__attribute__((section(\"$2\")))"; }
"$tool" compile "$root/samples/digits/digits.pb" --output-dir . --target cortex-m7 --self-test --memory dtcm=2500,sram=1k
arm-none-eabi-g++ -O2 -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard -std=c++17 $freestanding -nostartfiles -I. -I"$board" \
    "$(section ARENA_DTCM .bss.dtcm)" "$(section ARENA_SRAM .bss.psram)" "$(section WEIGHTS_DTCM .weights.dtcm)" \
    digits.cpp "$here/board.cpp" "$board/start.cpp" -L"$board" -T"$here/board.ld" -o digits.elf
address() { arm-none-eabi-nm -C digits.elf | grep "$1" | cut -c1; }
[ "$(address static_arena_dtcm)" = 2 ] || fail "the first arena is not in the first memory"
[ "$(address static_arena_sram)" = 6 ] || fail "the second arena is not in the second memory"
[ "$(address conv_general_dilated_2_weights)" = 2 ] || fail "constants that are read often are in flash"
[ "$(address dot_general_1_weights)" = 0 ] || fail "constants that are read once are not in flash"
run_board an500 "qemu-system-arm -M mps2-an500" digits.elf >printed || { cat printed; fail "digits on the board"; }

echo "memory: passed"
