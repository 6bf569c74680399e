#!/bin/bash
# The digits network on a microcontroller: compiles it for Cortex-M7 (or M4F), links it with bare-metal start-up code, and
# classifies the held-out images on a board in QEMU. Installs what is missing (Debian 12, as root).
#
#     bash samples/digits/board.sh [cortex-m7|cortex-m4|cortex-m55]
#
# Environment: HLO2CPP, the compiler (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"
target="${1:-cortex-m7}"
source samples/board/board.sh
board_of "$target" || { echo "usage: board.sh [cortex-m7|cortex-m4|cortex-m55]" >&2; exit 2; }
work="build/digits-$target"

install_packages "${board_packages[@]}"
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
say "Compiling samples/digits/digits.pb for $target"
mkdir -p "$work"
"${HLO2CPP:-build/hlo2cpp}" compile samples/digits/digits.pb --output-dir "$work" --target "$target" --optimize size

# Weights go to a section of their own in flash, the arena to the external RAM.
say "Building for the board $board, freestanding"
board_build "$target" "$work/digits.elf" -I"$work" -Isamples/digits samples/digits/board.cpp "$work/digits.cpp" \
    -DDIGITS_WEIGHTS='__attribute__((section(".rodata.weights")))' -DDIGITS_ARENA='__attribute__((section(".bss.psram")))'
arm-none-eabi-size "$work/digits.elf"

say "Running it in QEMU"
board_run "$target" "$work/digits.elf"
