#!/bin/bash
# What programs need on a microcontroller, measured in QEMU, as a table in Markdown:
#
#     bash tests/firmware/table.sh [MODULES]         MODULES: a folder of .hlo and .pb files (default: programs/)
#
# .text, .rodata, .bss and stack are what --measure states of the generated file; painted is the stack that one call was seen to use, with
# what calls it and what it calls outside (memcpy, __aeabi_dadd, ...); instructions those of one call (SysTick under -icount shift=0).
# GCC: -Os of `--optimize size`, and -O2 of the default.
# Installs what is missing (Debian 12, as root).
# Environment: HLO2CPP_BUILD, a folder where firmware_programs is built already.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$here/../setup.sh"
source "$here/targets.sh"
board="$here/../../samples/board"
modules="${1:-$here/programs}"
install_packages "${board_packages[@]}" >&2
[ -n "${HLO2CPP_BUILD:-}" ] || build release firmware_programs >&2
tool="${HLO2CPP_BUILD:-$source_dir/build}/tests/firmware_programs"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

echo "| program | target | level | .text | .rodata | .bss | stack | painted | instructions |"
echo "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
for target in "${firmware_targets[@]}"; do
    IFS='|' read -r name code runner emulator compiler <<<"$target"
    [ "$runner" = linux ] && continue
    for level in -Os -O2; do
        size=() && [ "$level" = -Os ] && size=(--size)
        rm -rf "$work/$name"
        "$tool" generate "$modules" "$work/$name" "$code" "${size[@]}" --measure "$compiler $freestanding $level"
        flags="$compiler -std=c++17 $level $freestanding -w -I$here -I$board -I$work/$name"
        for source in "$work/$name"/*.cpp "$here/runner.cpp" "$here/on_board.cpp" "$board/$(board_start "$runner")"; do
            echo "$flags -c $source -o $work/$name/$(basename "${source%.cpp}").o"
        done | xargs -P "$jobs" -I{} sh -c '{}'
        $compiler -nostartfiles -L"$board" -T"$board/$(board_script "$runner")" "$work/$name"/*.o -o "$work/$name/runner"
        run_board "$runner" "$emulator" "$work/$name/runner" | grep '^#' >"$work/measured" || true
        while read -r _ program _ painted _ stack _ _ _ instructions; do
            # "sizes   9044 of .text, 7168 of .rodata, 2080 bytes of .bss"
            sizes="$(sed -nE 's/^ \* +sizes +([0-9]+) of .text, ([0-9]+) of .rodata, ([0-9]+) bytes? of .bss$/\1 | \2 | \3/p' \
                "$work/$name/${program%:}.h")"
            echo "| ${program%:} | $name | $level | $sizes | ${stack%,} | $painted | $instructions |"
        done <"$work/measured"
    done
done
