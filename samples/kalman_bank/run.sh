#!/bin/bash
# Four extended Kalman filters and an LQR from JAX: a boat follows one of four targets that a radar sees, on the host, or on a
# board in QEMU, and every step is compared with JAX's own run. Installs what is missing (Debian 12, as root).
#
#     bash samples/kalman_bank/run.sh [host|cortex-m7|cortex-m4]...        default: all three
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"
source samples/board/board.sh
sample=samples/kalman_bank
[ $# -gt 0 ] || set -- host cortex-m7 cortex-m4

if [ "$*" = host ]; then install_packages; else install_packages "${board_packages[@]}"; fi
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"

run_host() {
    say "On the host"
    cmake -S $sample -B build/kalman_bank -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
    cmake --build build/kalman_bank
    build/kalman_bank/kalman_bank build/kalman_bank/tracks.svg
    echo "tracks       build/kalman_bank/tracks.svg"
}

run_board() {
    local target="$1" work="build/kalman_bank-$1"
    local options=(--output-dir "$work" --target "$target" --optimize size)
    say "On the board in QEMU, for $target"
    mkdir -p "$work"
    "$hlo2cpp" compile $sample/bank.pb "${options[@]}" --state state_x=$sample/x.npy state_P=$sample/P.npy
    "$hlo2cpp" compile $sample/lqr.pb "${options[@]}"
    board_build "$target" "$work/kalman_bank.elf" -I"$work" -I$sample $sample/board.cpp "$work/bank.cpp" "$work/lqr.cpp"
    board_run "$target" "$work/kalman_bank.elf"
}

for where in "$@"; do
    case "$where" in
    host) run_host ;;
    cortex-m7 | cortex-m4) run_board "$where" ;;
    *) echo "usage: run.sh [host|cortex-m7|cortex-m4]..." >&2; exit 2 ;;
    esac
done
