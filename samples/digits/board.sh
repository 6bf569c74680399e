#!/bin/bash
# The digits network on a microcontroller: compiles it for Cortex-M7 (or M4F), links it with bare-metal start-up code, and
# classifies the held-out images on a board in QEMU. Installs what is missing (Debian 12, as root).
#
#     bash samples/digits/board.sh [cortex-m7|cortex-m4]
#
# Environment: HLO2CPP, the compiler (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"
target="${1:-cortex-m7}"
case "$target" in
cortex-m7) board=an500 machine="-mcpu=cortex-m7 -mfpu=fpv5-d16" ;;
cortex-m4) board=an386 machine="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16" ;;
*) echo "usage: board.sh [cortex-m7|cortex-m4]" >&2; exit 2 ;;
esac
work="build/digits-$target"

install_packages "${board_packages[@]}"
[ -n "${HLO2CPP:-}" ] || build build hlo2cpp -DCMAKE_BUILD_TYPE=Release
say "Compiling samples/digits/digits.pb for $target"
mkdir -p "$work"
"${HLO2CPP:-build/hlo2cpp}" compile samples/digits/digits.pb --output-dir "$work" --target "$target" --optimize size

# Weights go to a section of their own in flash, the arena to the external RAM.
say "Building for the board mps2-$board, freestanding"
arm-none-eabi-gcc -std=c++17 -Os $machine -mthumb -mfloat-abi=hard -ffreestanding -fno-exceptions -fno-rtti -ffunction-sections \
    -Wall -Wextra -DDIGITS_WEIGHTS='__attribute__((section(".rodata.weights")))' -DDIGITS_ARENA='__attribute__((section(".psram")))' \
    -I"$work" -Isamples/board -Isamples/digits samples/digits/board.cpp samples/board/start.cpp "$work/digits.cpp" \
    -nostartfiles -Wl,--gc-sections -Wl,-Map="$work/digits.map" -Lsamples/board -Tsamples/board/mps2_$board.ld -o "$work/digits.elf"
arm-none-eabi-size "$work/digits.elf"

say "Running it in QEMU (-icount shift=0: SysTick counts instructions, 40 a tick)"
qemu-system-arm -M mps2-$board -display none -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=0 -kernel "$work/digits.elf" 2>&1
