#!/bin/bash
# Shows what generated files refuse to be compiled with, and what else they can be compiled with: C and C++ standards, compilers
# that are neither GCC nor Clang, memory of the caller's.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool and firmware_programs built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
firmware="$here/../firmware"
source "$firmware/targets.sh"
programs="$firmware/programs"
build="$1"
tool="$build/hlo2cpp"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
jobs="${JOBS:-$(nproc)}"

fail() { echo "FAILED: $*" >&2; exit 1; }
compile() { "$tool" compile "$@" 2>log || { cat log; fail "hlo2cpp compile $*"; }; }
accepts() { "$@" -o /dev/null >log 2>&1 || { cat log; fail "$* fails"; }; }
refuses() { # MESSAGE COMMAND...
    local message="$1"
    shift
    ! "$@" -o /dev/null >log 2>&1 || fail "$* compiles"
    grep -q "error: .*$message" log || { cat log; fail "$* does not say: $message"; }
}

# Builds the programs of a folder in FOLDER-code, and compares their results with the evaluator.
results_are_right() { # FOLDER COMPILER OPTIONS...
    local folder="$1" code="$(basename "$1")-code" command="${*:2}" sources
    "$build/tests/firmware_programs" generate "$folder" "$code" generic
    sources="$(ls "$code"/*.cpp | grep -v /programs.cpp)"
    xargs -P "$jobs" -I{} <<<"$sources" sh -c "$command -std=c++17 -c {} -o {}.o" || fail "$command"
    g++ -std=c++17 -I"$firmware" -I"$code" "$code/programs.cpp" "$firmware/"{runner,on_linux}.cpp "$code"/*.o -o "$code/runner"
    "$code/runner" >"$code/printed" || fail "$command: a program returns an error"
    "$build/tests/firmware_programs" check "$folder" "$code/printed" || fail "$command: results"
}

m7="arm-none-eabi-g++ -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard"
filter="$here/../../samples/control_loop"
compile "$programs/gru_scan.hlo" --output-dir . --target cortex-m7
compile "$programs/f64_filter.hlo" --output-dir .
compile "$programs/f64_filter.hlo" --output-dir . --name exact --deterministic
compile "$filter/filter.pb" --output-dir . --deterministic --state state_x "state_P=$filter/P.npy"

# Neon on 32-bit Arm, where the portable text of intrinsics serves.
for name in pool half_precision; do
    compile "$programs/$name.hlo" --output-dir . --target cortex-a
    for compiler in arm-linux-gnueabihf-g++ "clang++ --target=arm-linux-gnueabihf"; do
        accepts $compiler -mcpu=cortex-a7 -mfpu=neon -std=c++17 $warnings -c $name.cpp
    done
done

# Words made of floats in vectors, where int32_t is long.
compile "$here/../ops/convert/nearest_goes_on.hlo" --output-dir . --target cortex-m55
accepts arm-none-eabi-g++ -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -std=c++17 -O2 $warnings $freestanding -c nearest_goes_on.cpp

# Options that change results.
for file in gru_scan exact filter; do
    for compiler in g++ clang++ "$m7"; do
        for option in -ffast-math -Ofast -ffinite-math-only; do
            refuses "compile this file without" $compiler $option -fsyntax-only $file.cpp
            accepts $compiler $option -fno-fast-math -fno-finite-math-only -fsyntax-only $file.cpp
        done
    done
    for options in "-fassociative-math -fno-signed-zeros -fno-trapping-math" -freciprocal-math -fno-signed-zeros \
        -funsafe-math-optimizations; do
        refuses "compile this file without" g++ $options -fsyntax-only $file.cpp
        refuses "compile this file without" $m7 $options -fsyntax-only $file.cpp
    done
    accepts g++ -fno-math-errno -fno-trapping-math -fsyntax-only $file.cpp
    refuses "excess precision" g++ -mfpmath=387 -fsyntax-only $file.cpp
done
refuses "without -fsingle-precision-constant" g++ -fsingle-precision-constant -c f64_filter.cpp
refuses "with -mdouble=64" g++ -w -D__AVR__ -U__SIZEOF_DOUBLE__ -D__SIZEOF_DOUBLE__=4 -fsyntax-only f64_filter.cpp # as avr-gcc
accepts $m7 -fsingle-precision-constant -c gru_scan.cpp
# Clang has no macro for these, so that they compile; results stay right.
mkdir few
cp "$programs"/{gru_scan,half_precision,transcendental_f32}.hlo few
results_are_right few clang++ -O2 -Wall -Werror -funsafe-math-optimizations
echo "good: options that change results"

# Machines without what a file was made for.
for machine in "-mcpu=cortex-m0" "-mcpu=cortex-m3" "-mcpu=cortex-m7 -mfloat-abi=soft"; do
    refuses "made for the target cortex-m7" arm-none-eabi-g++ $machine -mthumb -c gru_scan.cpp
done
accepts $m7 -c gru_scan.cpp
accepts arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=softfp -c gru_scan.cpp
accepts g++ -c gru_scan.cpp # for tests on a host
echo "good: machines"

# Floating-point arithmetic for machines that have none: a file for all machines, empty where there is nothing to gain.
"$tool" soft-float --output-dir .
functions() { # NUMBER COMPILER...: that it defines
    "${@:2}" -std=c++11 $warnings -O2 -c soft_float.cpp -o soft_float.o
    [ "$(arm-none-eabi-nm soft_float.o | grep -c ' W ')" = "$1" ] || fail "soft_float.cpp by ${*:2}: not $1 functions"
}
for machine in "22 m0" "22 m23" "12 m3" "12 m4"; do
    functions ${machine% *} arm-none-eabi-g++ -mthumb -mcpu=cortex-${machine#* }
    functions ${machine% *} clang++ --target=arm-none-eabi -ffreestanding -mthumb -mfloat-abi=soft -mcpu=cortex-${machine#* }
done
functions 6 arm-none-eabi-g++ -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
functions 24 riscv64-unknown-elf-g++ -march=rv32imc -mabi=ilp32 -ffreestanding
functions 24 clang++ --target=riscv32-unknown-elf -march=rv32imc -mabi=ilp32 -ffreestanding
functions 11 riscv64-unknown-elf-g++ -march=rv32imfc -mabi=ilp32f -ffreestanding
functions 0 riscv64-unknown-elf-g++ -march=rv32i -mabi=ilp32 -ffreestanding
functions 0 $m7
for compiler in g++ clang++; do accepts $compiler -std=c++11 $warnings -c soft_float.cpp; done
echo "good: soft floats"

# A file and the header of another run: other options, another module.
mkdir other
compile "$programs/gru_scan.hlo" --output-dir other --target cortex-m7 --optimize size
cp gru_scan.cpp other
refuses "of different runs of hlo2cpp" g++ -c other/gru_scan.cpp
compile "$programs/lstm_scan.hlo" --output-dir other --target cortex-m7 --name gru_scan
cp gru_scan.cpp other
refuses "of different runs of hlo2cpp" g++ -c other/gru_scan.cpp
compile "$programs/gru_scan.hlo" --output-dir other --name Gru_Scan
printf '#include "gru_scan.h"\n#include "Gru_Scan.h"\n' >other/both.c
refuses "names of models must differ in more than case" gcc -Iother -c other/both.c
echo "good: files of different runs"

# The attributes that a file suggests for arena and state keep zeros out of the image; without an arena of its own there is none.
suggested() { sed -n "s/^#ifndef $1 .*, e\.g\. \(.*\)/\1/p" filter.cpp; }
[ -n "$(suggested FILTER_ARENA)" ] && [ -n "$(suggested FILTER_STATE)" ] || fail "no attributes are suggested"
for compiler in "$m7" clang++; do
    $compiler -O2 -c filter.cpp -o placed.o "-DFILTER_ARENA=$(suggested FILTER_ARENA)" "-DFILTER_STATE=$(suggested FILTER_STATE)"
    [ "$(arm-none-eabi-readelf -SW placed.o | grep -cE '\.bss\.(dtcm|backup) +NOBITS')" = 2 ] || fail "$compiler: zeros lie in the image"
done
$m7 -O2 -DFILTER_NO_OWN_ARENA -c filter.cpp -o bare.o
[ "$(arm-none-eabi-size bare.o | awk 'NR == 2 {print $2 + $3}')" = 0 ] || fail "there is an arena or a state"
[ -z "$(arm-none-eabi-nm bare.o | grep -E ' T filter_(run|reset|own_state)$')" ] || fail "functions without an arena are there"
echo '#include "filter.h"
int main() { return filter_run(nullptr, nullptr); }' >calls.cpp
accepts g++ -c calls.cpp
refuses "filter_run" g++ -DFILTER_NO_OWN_ARENA -c calls.cpp
echo "good: placing"

g++ -I. "$here/context.cpp" filter.cpp -o context && ./context || fail "context.cpp: check $?"
echo "good: contexts"

for machine in "generic" "x86-64-v3 -march=x86-64-v3"; do
    [ "$machine" = generic ] || grep -q avx2 /proc/cpuinfo || continue
    compile "$here/preds.hlo" --output-dir . --target ${machine%% *}
    g++ -O2 $(cut -s -d' ' -f2 <<<"$machine") -I. "$here/preds.cpp" preds.cpp -o preds && ./preds || fail "preds on $machine"
done
header="$(tr '\n' ' ' <preds.h)"
grep -q "A pred is a byte, of which 0 is false" <<<"${header//  \* / }" || fail "the header does not say what a pred is"
compile "$programs/half_precision.hlo" --output-dir .
cat >columns.hlo <<'X'
HloModule columns, entry_computation_layout={(f32[6,2]{0,1})->f32[6,2]{1,0}}
ENTRY e { x = f32[6,2]{0,1} parameter(0) ROOT y = f32[6,2]{1,0} negate(x) }
X
compile columns.hlo --output-dir .
grep -q "f32\[6,2\] .* column by column$" columns.h || fail "the header does not say what a layout is"
header="$(tr '\n' ' ' <half_precision.h)"
grep -q "An f16 is the 16 bits.*A bf16 is the upper" <<<"${header//  \* / }" || fail "the header does not say what f16 and bf16 are"
echo "good: preds"

# GCC 12 drops conversions to float and back that it makes vectors of.
compile "$here/rounding.hlo" --output-dir .
for options in -O2 -O3 "-O3 -mavx2"; do
    [[ "$options" != *avx2* ]] || grep -q avx2 /proc/cpuinfo || continue
    g++ $options -I. "$here/rounding.cpp" rounding.cpp -o rounding && ./rounding || fail "rounding with $options: check $?"
done
echo "good: rounding"

# Conversions of 16-bit floats are builtins of the compiler, each width its own.
for machine in x86-64-v2 x86-64-v3 x86-64-v4; do
    for halves in few_features_f16 few_features_bf16; do
        compile "$here/../ops/convolution/$halves.hlo" --output-dir . --target $machine
        for compiler in g++ clang++; do accepts $compiler -march=$machine $warnings -c $halves.cpp; done
    done
done
echo "good: 16-bit floats"

# Headers are C and C++.
for header in filter gru_scan; do
    for standard in c99 c11 c17; do accepts gcc -std=$standard -Wall -Wextra -pedantic -Werror -x c -fsyntax-only $header.h; done
    for standard in c++11 c++17 c++23; do accepts g++ -std=$standard -Wall -Wextra -pedantic -Werror -x c++ -c $header.h; done
done
echo "good: headers"

# Compilers that are neither GCC nor Clang: nothing of theirs is left, it is C++11 and C++17, and the results are right.
other="$(echo g++ -include "$here/other.h" $warnings -Wno-unknown-pragmas)"
results_are_right "$programs" $other -O1
own_words() { # of GCC that are in a preprocessed file, those of headers left out
    g++ -std=c++11 -E "${@:2}" "$1" |
        awk -v file="$1" '/^# [0-9]+ "/ {own = $3 == "\"" file "\""} own && !/^#/' | grep -oE '\b__[a-z][a-z_]+\b' | sort -u
}
sources="$(ls programs-code/*.cpp | grep -v /programs.cpp)"
for standard in "g++ -std=c++11" "clang++ -std=c++11" "g++ -std=c++23" "clang++ -std=c++2b"; do
    xargs -P "$jobs" -I{} <<<"$sources" $standard $warnings -fsyntax-only {} || fail "$standard"
done
g++ -E programs-code/gru_scan.cpp | grep "#pragma GCC unroll" >log || fail "the pragmas of GCC are not found"
[ -n "$(own_words programs-code/gru_scan.cpp)" ] || fail "the words of GCC are not found"
for file in $sources; do
    [ -z "$(own_words "$file" -include "$here/other.h" || true)" ] || fail "$file uses" "$(own_words "$file")"
    for before in "-include $here/other.h" "-U__GNUC__ -D__GNUC__=7"; do # they would warn of each
        ! g++ -std=c++11 -w $before -E "$file" | grep "^ *#pragma GCC unroll" || fail "$file: pragmas where they are not known"
    done
done
xargs -P "$jobs" -I{} <<<"$sources" $other -std=c++11 -fsyntax-only {} || fail "C++11"
echo "good: other compilers"

# Warnings that some projects add: comparisons of floats, and casts to the type that a value has.
for file in $sources; do accepts g++ -std=c++17 $warnings -Wfloat-equal -Wuseless-cast -c $file; done
echo "good: more warnings"

# A freestanding tool chain: headers of the compiler alone, no C library.
for file in $sources; do
    accepts g++ -std=c++17 $freestanding -nostdinc -isystem "$(g++ -print-file-name=include)" $warnings -c $file
done
echo "good: no C library"
