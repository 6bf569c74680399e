#!/bin/bash
# Runs the programs of programs/ on every machine of targets.sh and compares what they print with the host's results, bit for
# bit; those with the evaluator. For bare metal also what the objects refer to, and on boards with an FPU the stack that
# --measure states against the painted one. Boards without an FPU run with soft_float.cpp, at -O3 with the compiler's library.
#
#     bash tests/firmware/run.sh BUILD                    each target's code of half of the programs on one machine, of a ninth on others
#     bash tests/firmware/run.sh BUILD all                all programs on all machines
#     bash tests/firmware/run.sh BUILD TARGET...          all programs on the host and these machines
#
# BUILD: where firmware_programs has been built.
# Environment: LEVELS=all, every machine at -Os, -O2 and -O3 (default: those of levels_of).
set -uo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$here/targets.sh"
board="$here/../../samples/board"
hlo2cpp="$1/hlo2cpp"
tool="$1/tests/firmware_programs"
work="$1/firmware"
shift
machines="$*"
jobs="${JOBS:-$(nproc)}"
failures=0
mkdir -p "$work"

fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# Makes FOLDER of links to the programs of the next build. The host has all, the first with a target's code half of them, the next
# target's the other half; others, which differ in the compiler alone, have a ninth each, the next one the next ninth.
ran="" builds=0
choose_programs() { # FOLDER CODE
    local modules=("$here"/programs/*) step=9 i
    [[ " $ran " == *" $2 "* || " $own_codes " != *" $2 "* ]] || step=2
    [ -z "$machines" ] && [ -f "$work/reference" ] || step=1
    rm -rf "$1"
    mkdir "$1"
    for ((i = builds % step; i < ${#modules[@]}; i += step)); do ln -s "${modules[i]}" "$1"; done
    ran="$ran $2" builds=$((builds + 1))
}

# What the host printed of the programs in FOLDER.
reference_of() { # FOLDER
    grep -E "^($(ls "$1" | sed 's/\..*//' | paste -s -d '|')) " "$work/reference"
}

# The levels at which a machine's compiler makes other code for the same statements; one of each where another machine has the same
# compiler.
levels_of() { # NAME
    [ "${LEVELS:-}" != all ] || { echo "-Os -O2 -O3"; return; }
    case "$1" in
    cortex-m7) echo "-Os -O3" ;;
    cortex-m4 | cortex-m55 | cortex-m85) echo "-O2" ;;
    cortex-m0 | cortex-m0plus | rv32imc | aarch64-clang | s390x-* | x86-64-v2) echo "-Os" ;;
    *) echo "-O3" ;;
    esac
}

# The sources of a runner and the flags they need.
runner_sources() {
    case "$1" in
    linux) echo "$here/runner.cpp $here/on_linux.cpp" ;;
    *) echo "$here/runner.cpp $here/on_board.cpp $board/$(board_start "$1")" ;;
    esac
}

# build FOLDER CODE RUNNER LEVEL COMPILER...: makes FOLDER/runner of the generated CODE.
build() {
    local folder="$1" code="$2" runner="$3" level="$4"
    shift 4
    local flags="-std=c++17 $level -I$here -I$board -I$code" link=""
    if [ "$runner" != linux ]; then
        flags="$flags $freestanding -fstack-usage"
        link="-nostartfiles -L$board -T$board/$(board_script "$runner")"
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    for source in $(runner_sources "$runner") "$code"/*.cpp; do
        local strict=""
        [ -f "${source%.cpp}.h" ] && [ "$(dirname "$source")" = "$code" ] && strict="$warnings"
        echo "$* $flags" $strict "-c $source -o $folder/$(basename "${source%.cpp}").o"
    done >"$folder/commands"
    xargs -P "$jobs" -I{} sh -c '{}' <"$folder/commands" >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
    $(linker_of "$@") $link "$folder"/*.o -o "$folder/runner"
}

# run RUNNER EMULATOR PROGRAM
run() {
    if [ "$1" = linux ]; then timeout 300 $2 "$3"
    else run_board "$@"; fi
}

# Whether the functions of soft_float.cpp, which are weak, are those that PROGRAM calls.
is_own() {
    local kind name
    while read -r _ kind name; do
        [ "$kind" = W ] || { echo "$name is the library's"; return 1; }
    done < <(arm-none-eabi-nm "$1" | grep -E ' (__aeabi_[fd](add|sub|mul|div|cmp[lg][te]|cmpeq)|__(add|sub|mul|div)[sd]f3|__(lt|le|gt|ge|eq)[sd]f2)$')
}

check_target() {
    local name code runner emulator compiler
    IFS='|' read -r name code runner emulator compiler <<<"$1"
    for level in $(levels_of "$name"); do
        local folder="$work/$name$level" generated="$work/code-$name" measure=() programs="$work/programs"
        choose_programs "$programs" "$code"
        [ "$runner" = linux ] || generated="$generated$level"
        [ "$runner" = linux ] || without_fpu "$code" || measure=(--measure "$compiler $freestanding $level")
        rm -rf "$generated" # which may hold other programs
        "$tool" generate "$programs" "$generated" "$code" --deterministic "${measure[@]}" || { fail "$name: hlo2cpp"; return; }
        local soft_float=false
        if has_soft_float "$code" && [ "$level" = -Os ]; then soft_float=true; fi
        ! $soft_float || "$hlo2cpp" soft-float --output-dir "$generated"
        build "$folder" "$generated" "$runner" "$level" $compiler || { fail "$name $level does not build"; continue; }
        run "$runner" "$emulator" "$folder/runner" >"$folder/printed" 2>"$folder/errors" || { cat "$folder/errors"; fail "$name $level: exit status"; }
        grep -v '^#' "$folder/printed" >"$folder/results" || true
        [ -f "$work/reference" ] || cp "$folder/results" "$work/reference"
        reference_of "$programs" >"$folder/expected"
        if [ -s "$folder/expected" ] && cmp -s "$folder/expected" "$folder/results"; then
            echo "ok      $name $level, $(ls "$programs" | wc -l) programs"
        else
            local differing="$(diff "$folder/expected" "$folder/results" | grep '^[<>]' || true)"
            cut -c1-160 <<<"$differing" | head -n 6
            fail "$name $level differs from the host in $(grep -c '^>' <<<"$differing") results"
        fi
        [ "$runner" = linux ] && continue
        ! $soft_float || is_own "$folder/runner" || fail "$name $level: not all of soft_float.cpp is linked"
        without_fpu "$code" || # most of the stack is that of functions outside of the file there
            python3 "$here/stack.py" "$folder/printed" "$folder/programs.su" "$generated" || fail "$name $level: the measured stack"
        source "$here/promises.sh"
        check_objects "$name $level" "$folder" "$generated"
    done
}

# Programs that test themselves, on their own board.
check_self_test() {
    local name code runner emulator compiler
    IFS='|' read -r name code runner emulator compiler <<<"$1"
    local folder="$work/$name-self-test"
    choose_programs "$work/programs" "$code"
    rm -rf "$folder-code"
    "$tool" generate "$work/programs" "$folder-code" "$code" --self-test || { fail "$name: hlo2cpp --self-test"; return; }
    build "$folder" "$folder-code" "$runner" -O2 $compiler || { fail "$name self-test does not build"; return; }
    if run "$runner" "$emulator" "$folder/runner" >"$folder/printed" 2>"$folder/errors"; then echo "ok      $name self-test"
    else grep '^#' "$folder/printed"; fail "$name: a program's test of itself"; fi
}

rm -f "$work/reference"
for target in "${firmware_targets[@]}"; do
    name="${target%%|*}"
    [[ -z "$machines" || " $machines " == *" all "* || " host $machines " == *" $name "* ]] || continue
    check_target "$target"
    [ "$name" != cortex-m7 ] || check_self_test "$target"
done
[ -s "$work/reference" ] || { echo "FAILED: nothing ran on the host"; exit 1; }
"$tool" check "$here/programs" "$work/reference" || fail "the host and the evaluator"
[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
