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
source samples/board/board.sh
sample=samples/control_loop
[ $# -gt 0 ] || set -- host cortex-m7 cortex-m4

if [ "$*" = host ]; then install_packages; else install_packages "${board_packages[@]}"; fi
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"

run_host() {
    say "On the host"
    cmake -S $sample -B build/control_loop -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
    cmake --build build/control_loop
    build/control_loop/control_loop build/control_loop/track.svg
    echo "track        build/control_loop/track.svg"
}

run_board() {
    local target="$1" work="build/control_loop-$1"
    say "On the board in QEMU, for $target"
    mkdir -p "$work"
    "$hlo2cpp" compile $sample/filter.pb --output-dir "$work" --target "$target" --optimize size --state state_x state_P=$sample/P.npy
    board_build "$target" "$work/control_loop.elf" -I"$work" -I$sample $sample/board.cpp "$work/filter.cpp"
    board_run "$target" "$work/control_loop.elf"
}

for where in "$@"; do
    case "$where" in
    host) run_host ;;
    cortex-m7 | cortex-m4) run_board "$where" ;;
    *) echo "usage: run.sh [host|cortex-m7|cortex-m4]..." >&2; exit 2 ;;
    esac
done
