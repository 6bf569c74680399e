#!/bin/bash
# A Kalman filter from JAX whose state the generated code keeps: follows a target for a thousand steps on the host, or on a
# board in QEMU, and compares with JAX's own thousand steps. Installs what is missing (Debian 12, as root).
#
#     bash samples/control_loop/run.sh [host|cortex-m7|cortex-m4]...        default: all three
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"
sample=samples/control_loop
[ $# -gt 0 ] || set -- host cortex-m7 cortex-m4

if [ "$*" = host ]; then install_packages; else install_packages "${board_packages[@]}"; fi
[ -n "${HLO2CPP:-}" ] || build build hlo2cpp -DCMAKE_BUILD_TYPE=Release
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"

run_host() {
    say "On the host"
    cmake -S $sample -B build/control_loop -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
    cmake --build build/control_loop
    build/control_loop/control_loop build/control_loop/track.svg
    echo "track        build/control_loop/track.svg"
}

# run_board TARGET BOARD FLAGS...
run_board() {
    local target="$1" board="$2" work="build/control_loop-$1"
    shift 2
    say "On the board mps2-$board, for $target"
    mkdir -p "$work"
    "$hlo2cpp" compile $sample/filter.pb --output-dir "$work" --target "$target" --optimize size --state state_x state_P=$sample/P.npy
    arm-none-eabi-gcc -std=c++17 -Os "$@" -mthumb -mfloat-abi=hard -ffreestanding -fno-exceptions -fno-rtti -ffunction-sections \
        -Wall -Wextra -I"$work" -Isamples/board -I$sample $sample/board.cpp samples/board/start.cpp "$work/filter.cpp" \
        -nostartfiles -Wl,--gc-sections -Lsamples/board -Tsamples/board/mps2_$board.ld -o "$work/control_loop.elf"
    timeout 120 qemu-system-arm -M mps2-$board -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native -icount shift=0 -kernel "$work/control_loop.elf" 2>&1
}

for where in "$@"; do
    case "$where" in
    host) run_host ;;
    cortex-m7) run_board cortex-m7 an500 -mcpu=cortex-m7 -mfpu=fpv5-d16 ;;
    cortex-m4) run_board cortex-m4 an386 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 ;;
    *) echo "usage: run.sh [host|cortex-m7|cortex-m4]..." >&2; exit 2 ;;
    esac
done
