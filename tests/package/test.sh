#!/bin/bash
# Shows that projects outside the source tree can use hlo2cpp from CMake: installed and from the build tree, with Ninja and
# Make, for this host, for AArch64 (run under QEMU) and for a Cortex-M7 (linked).
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$(cd "$1" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp -r "$here/project" "$work/project"
cp -r "$here/../nnef/models/state" "$work/project/mean"
mkdir "$work/project/weights"
cp "$here/../weights/arguments/network.mlir" "$work/project/weights"
python3 -m zipfile -e "$here/../weights/arguments/weights.npz" "$work/project/weights/arrays"

fail() { echo "FAILED: $*" >&2; exit 1; }

# configure FOLDER GENERATOR PACKAGE OPTIONS...
configure() {
    local folder="$work/$1" generator="$2" package="$3"
    shift 3
    cmake -S "$work/project" -B "$folder" -G "$generator" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$package" \
        -DMODEL_TARGET=generic "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; fail "configuring $folder"; }
}

# How many files of C++ a build generates.
generated() {
    cmake --build "$work/$1" >"$work/$1.log" 2>&1 || { cat "$work/$1.log"; fail "building $1"; }
    grep -c 'hlo2cpp: .*\.hlo ->' "$work/$1.log" || true
}

# A build of everything runs; a second one does nothing; a changed module is compiled again, alone.
check() {
    local folder="$1"
    [ "$(generated "$folder")" = 2 ] || fail "$folder does not generate both models"
    [ "$(generated "$folder")" = 0 ] || fail "$folder generates again what has not changed"
    sleep 1 # Make compares times of whole seconds on some file systems
    touch "$work/project/scale.hlo"
    [ "$(generated "$folder")" = 1 ] || fail "$folder does not generate a changed module, or more than that"
    touch "$work/project/mean/count.dat"
    [ "$(generated "$folder")" = 0 ] || fail "$folder generates what has not changed beside an NNEF model"
    grep -q 'hlo2cpp: mean ->' "$work/$folder.log" || fail "$folder does not generate an NNEF model whose weights changed"
    touch "$work/project/weights/arrays/out/bias.npy"
    [ "$(generated "$folder")" = 0 ] || fail "$folder generates what has not changed beside a model whose constants did"
    grep -q 'hlo2cpp: weights/network.mlir ->' "$work/$folder.log" || fail "$folder does not generate a model whose constants changed"
    echo "good: $folder"
}

# measured FOLDER COMPILER FLAG: what the header says that the build's compiler made of the code.
measured() {
    local header="$work/$1/scale-model.hlo2cpp/scale_model.h"
    grep -q '^#define SCALE_MODEL_STACK_BYTES [0-9]' "$header" || fail "$1 measures no stack"
    tr -d '\n*' <"$header" | tr -s ' ' | grep -qE "measured: $2 [0-9.]+ .*$3" || fail "$1 does not name $2 and $3"
    echo "good: $1 measures the stack"
}

cmake --install "$build" --prefix "$work/installed" >/dev/null
configure installed-ninja Ninja "$work/installed"
check installed-ninja
measured installed-ninja "[a-z+]+" "-O3 -DNDEBUG -fno-rtti"
grep -q -- '--max-trips 50' "$work/installed-ninja/scale-model.hlo2cpp/scale_model.h" || fail "MAX_TRIPS is not passed on"
grep -q -- '--threads 2' "$work/installed-ninja/scale-model.hlo2cpp/scale_model.h" || fail "THREADS is not passed on"
"$work/installed-ninja/two_models" || fail "the program gives wrong results"
configure tree-make "Unix Makefiles" "$build"
check tree-make
"$work/tree-make/two_models" || fail "the program gives wrong results"

# A project in C: without C++ among its languages it is told so; with it, main.c calls the model.
mkdir "$work/in_c"
cp "$work/project/scale.hlo" "$work/in_c"
printf '#include "scale.h"\nint main(void) { return scale_self_test(0); }\n' >"$work/in_c/main.c"
in_c() { # LANGUAGES
    printf 'cmake_minimum_required(VERSION 3.18)\nproject(app LANGUAGES %s)\nfind_package(hlo2cpp REQUIRED)
hlo2cpp_add_library(scale MODULE scale.hlo SELF_TEST)\nadd_executable(app main.c)\ntarget_link_libraries(app PRIVATE scale)\n' "$1" \
        >"$work/in_c/CMakeLists.txt"
    rm -rf "$work/in_c/build"
    cmake -S "$work/in_c" -B "$work/in_c/build" -DCMAKE_PREFIX_PATH="$work/installed" >"$work/in_c.log" 2>&1
}
! in_c C || fail "a project without C++ is configured"
tr -s ' \n' ' ' <"$work/in_c.log" | grep -q "write project(app LANGUAGES C CXX)" || { cat "$work/in_c.log"; fail "a project without C++"; }
in_c "C CXX" || { cat "$work/in_c.log"; fail "a project in C and C++"; }
cmake --build "$work/in_c/build" >"$work/in_c.log" 2>&1 && "$work/in_c/build/app" || { cat "$work/in_c.log"; fail "a main in C"; }
echo "good: a project in C"

# What the compiler would write now is what lies there; after a change it is not.
tool="$work/installed/bin/hlo2cpp"
arguments=(compile "$work/project/dense.hlo" --name dense_net --weights incbin --target generic --deterministic --optimize size
           --output-dir "$work/tree-make/dense.hlo2cpp" --check)
"$tool" "${arguments[@]}" || fail "compile --check finds a difference where there is none"
echo "// changed" >>"$work/tree-make/dense.hlo2cpp/dense_net.cpp"
"$tool" "${arguments[@]}" 2>/dev/null && fail "compile --check finds no difference"

# The tool newer than what it made: everything is made again.
sleep 1
touch "$tool"
[ "$(generated installed-ninja)" = 2 ] || fail "a new compiler does not generate again"
echo "good: a new compiler generates again"

if command -v aarch64-linux-gnu-g++ >/dev/null; then
    configure aarch64 Ninja "$work/installed" -DCMAKE_TOOLCHAIN_FILE="$here/aarch64.cmake" -DMODEL_TARGET=cortex-a
    check aarch64
    measured aarch64 aarch64-linux-gnu-g.. "-O3 -DNDEBUG -fno-rtti"
    ! command -v qemu-aarch64 >/dev/null || qemu-aarch64 "$work/aarch64/two_models" || fail "wrong results on AArch64"
fi
if command -v arm-none-eabi-g++ >/dev/null; then
    configure cortex-m7 "Unix Makefiles" "$build" -DCMAKE_TOOLCHAIN_FILE="$here/cortex-m7.cmake" -DMODEL_TARGET=cortex-m7
    check cortex-m7
    measured cortex-m7 arm-none-eabi-g.. "-mcpu=cortex-m7"
fi
