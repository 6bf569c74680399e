#!/bin/bash
# Runs the generated code of all op fixtures on machines of tests/firmware/targets.sh under QEMU, and compares with the oracle:
#
#     bash tests/emulated/run.sh BUILD MACHINE...      BUILD: with make_op_code and emulated_fixtures; MACHINE: one with Linux
#
# QEMU 7.2 has two mistakes that show: for ppc64le, a double behind a NaN becomes the least s64 (convert/from_f64); for rv64gcv it ends at
# conversions of vectors of floats to integers (an assertion, decode_save_opc).
# Fixtures whose code has no vectors are left out; ops_plain runs their code. Environment: JOBS, compilers at once.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$here/../firmware/targets.sh"
build="$(realpath "$1")/tests"
shift
flags="-std=c++17 -O2 -Wno-psabi -I$here/../ops"
for target in "${firmware_targets[@]}"; do
    IFS='|' read -r name code runner emulator compiler <<<"$target"
    [[ " $* " == *" $name "* && "$runner" = linux ]] || continue
    folder="$build/emulated-$name"
    rm -rf "$folder"
    mkdir -p "$folder"
    : >"$folder/in_c"
    "$build/make_op_code" "$here/../ops" "$folder" 16 "$code" "$folder/in_c" --vectors
    for source in "$folder"/batch_*.cpp "$folder/table.cpp" "$here/runner.cpp"; do
        echo "$compiler $flags -c $source -o $folder/$(basename "${source%.cpp}").o"
    done | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c '{}'
    $(linker_of $compiler) "$folder"/*.o -o "$folder/runner"
    $emulator "$folder/runner" list >"$folder/list"
    endian=little && [[ "$name" = s390x* ]] && endian=big
    "$build/emulated_fixtures" calls "$folder/list" $endian >"$folder/calls"
    python3 "$here/run_calls.py" "$folder" $emulator
    echo "$name: $("$build/emulated_fixtures" check "$folder/list" $endian <"$folder/results" | tee "$folder/said" | tail -n 1)"
    grep -v agree "$folder/said" | head -n 5 || true
done
