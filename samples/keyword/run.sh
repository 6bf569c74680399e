#!/bin/bash
# A keyword spotter in int8 and its f32 twin on boards in QEMU: accuracy, instructions, RAM and flash side by side, and their scores
# beside JAX's. Installs what is missing (Debian 12, as root).
#
#     bash samples/keyword/run.sh [cortex-m55|cortex-m4]...        default: both
#
# Environment: HLO2CPP, the compiler (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"
source samples/board/board.sh
sample=samples/keyword
[ $# -gt 0 ] || set -- cortex-m55 cortex-m4
for target in "$@"; do board_of "$target" || { echo "usage: run.sh [cortex-m55|cortex-m4]..." >&2; exit 2; }; done

install_packages "${board_packages[@]}"
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-build/hlo2cpp}"

# The integers have JAX's bits on every machine.
options_of() { [ "$1" != ds_cnn_int8 ] || echo --deterministic; }

run_board() {
    local target="$1" work="build/keyword-$1" name
    mkdir -p "$work"
    for name in spectrogram ds_cnn_int8 ds_cnn_f32; do
        "$hlo2cpp" compile $sample/$name.pb --output-dir "$work" --target "$target" --measure "arm-none-eabi-g++ -O2" $(options_of $name)
    done
    board_build "$target" "$work/keyword.elf" -O2 -I"$work" -I$sample $sample/board.cpp "$work"/{spectrogram,ds_cnn_int8,ds_cnn_f32}.cpp
    board_run "$target" "$work/keyword.elf" >"$work/printed" || { cat "$work/printed"; return 1; }
}

# What the header states of the file: "sizes   3788 of .text, 89344 of .rodata, 33280 bytes of .bss"
print_rows() {
    local target="$1" name correct instructions stack text rodata bss
    while read -r name correct instructions stack; do
        read -r text rodata bss < <(sed -nE 's/^ \* +sizes +([0-9]+)[^0-9]*([0-9]+)[^0-9]*([0-9]+).*/\1 \2 \3/p' "build/keyword-$target/$name.h")
        echo "| $target | $name | $correct | $instructions | $((text + rodata)) | $bss | $stack |"
    done < <(grep -E '^(spectrogram|ds_cnn)' "build/keyword-$target/printed")
}

for target in "$@"; do
    say "On the board in QEMU, for $target"
    run_board "$target"
    grep JAX "build/keyword-$target/printed"
done
echo
echo "| target | module | accuracy | instructions | flash | RAM | stack |"
echo "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
for target in "$@"; do print_rows "$target"; done
