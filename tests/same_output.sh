#!/bin/bash
# Proves that a change only moved code: two compilers write the same files.
#
#     bash tests/same_output.sh BEFORE AFTER [FOLDER]
#
# BEFORE and AFTER are hlo2cpp programs. Every module of the tests that compiles is compiled for every target in every
# variant below, some 35,000 times, which takes each program ten minutes of a processor. Prints each difference, ends with
# 1 where there is one. FOLDER (default: build/same_output) keeps a hash of what each program wrote, so that the next
# comparison runs the new program alone; it holds both files of the first differences.
# Environment: JOBS, compilers at once; MODULES, a list of files in place of all; VARIANTS, names of some of them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$source_dir"

[ $# -ge 2 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
before="$(realpath "$1")" after="$(realpath "$2")" folder="$(realpath -m "${3:-build/same_output}")"
targets="" # of the table; a new one, which the compiler of before refuses as a wrong command line, has nothing to compare
for target in $(sed -n 's/^TARGET(.name = "\([^"]*\)".*/\1/p' compiler/machine/targets.def); do
    status=0
    "$before" compile /dev/null --target "$target" >/dev/null 2>&1 || status=$?
    [ "$status" -eq 2 ] || targets+=" $target"
done
declare -A options=([default]="" [size]="--optimize size" [speed]="--optimize speed" [deterministic]="--deterministic"
    [traced]="--trace --poison --self-test" [weights]="--weights source")
modules=(${MODULES:-tests/ops/*/*.hlo tests/firmware/programs/*.hlo tests/golden/*.hlo tests/stages/*/*.hlo
    tests/check/*.hlo tests/replicas/cases/*.hlo})
variants="${VARIANTS:-default size speed deterministic traced weights}"

# files TOOL MODULE TARGET OUT OPTION...: what the tool writes, or says where it refuses the module.
files() {
    "$1" compile "$2" --name m --target "$3" --output-dir "$4" "${@:5}" >"$4/said" 2>&1 || echo "status $?" >>"$4/said"
}
# hashes TOOL VARIANT OPTIONS MODULE...: a line for each target.
hashes() {
    local tool="$1" variant="$2" more="$3" out module target
    out="$(mktemp -d)"
    for module in "${@:4}"; do
        for target in $targets; do
            files "$tool" "$module" "$target" "$out" $more
            printf '%s %s %s %s\n' "$(cd "$out" && cat -- * | sha256sum | cut -c1-64)" "$variant" "$target" "$module"
            rm -f "$out"/*
        done
    done
    rm -r "$out"
}
export -f files hashes
export targets

# list TOOL VARIANT: the file with the hashes of a tool, made where it is missing.
list() {
    local tool="$1" variant="$2" key name
    key="$( (sha256sum "$tool"; cat "${modules[@]}"; printf '%s\n' "${modules[@]}" "${options[$variant]}" "$targets") | sha256sum | cut -c1-16)"
    name="$folder/$key.$variant"
    if [ ! -e "$name" ]; then
        printf '%s\0' "${modules[@]}" | xargs -0 -n 16 -P "$jobs" bash -c 'hashes "$@"' _ "$tool" "$variant" "${options[$variant]}" |
            sort -k2 >"$name.part"
        mv "$name.part" "$name"
    fi
    echo "$name"
}

mkdir -p "$folder"
differences=0 compiled=0
for variant in $variants; do
    old="$(list "$before" "$variant")" new="$(list "$after" "$variant")"
    compiled=$((compiled + $(wc -l <"$new")))
    while read -r _ _ target module; do
        differences=$((differences + 1))
        echo "differs: $module --target $target ${options[$variant]}"
        [ "$differences" -le 20 ] || continue
        at="$folder/differences/$variant-$target-$(basename "$module" .hlo)"
        mkdir -p "$at/before" "$at/after"
        files "$before" "$module" "$target" "$at/before" ${options[$variant]}
        files "$after" "$module" "$target" "$at/after" ${options[$variant]}
    done < <(comm -13 <(sort "$old") <(sort "$new"))
done
say "$differences of $compiled differ"
[ "$differences" -eq 0 ]
