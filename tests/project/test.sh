#!/bin/bash
# The folders of --project build in their build systems, and what their examples compute is what they expect: with Make and CMake on
# the host and for a board in QEMU, Arduino where arduino-builder and simavr are installed; elsewhere, and for the others, with the
# few functions of the build system that the folder uses in its place.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
tool="$(cd "$1" && pwd)/hlo2cpp"
programs="$root/tests/firmware/programs"
source "$root/tests/firmware/targets.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
quiet() { "$@" >log 2>&1 || { cat log >&2; fail "$*"; }; }
generate() { # KIND MODULE OPTIONS...: into the folder KIND/NAME
    quiet "$tool" compile "$2" --project "$1" --output-dir "$1/$(basename "$2" | sed 's/\.[a-z]*$//')" "${@:3}"
}
# The results that an example prints are near to those that it expects, and its self-test is good.
near() { # OUTPUT
    grep -q "^self-test: good" "$1" || { cat "$1"; fail "a self-test"; }
    awk '/computed/ { split($0, computed) }
         /expected/ { for (i = 2; i <= NF; ++i) {
             if ($i !~ /^0x|nan|inf/ && computed[i] !~ /^0x|nan|inf/) {
                 off = computed[i] - $i; size = $i < 0 ? -$i : $i
                 if (off < 0) off = -off
                 if (off > 1e-3 * size + 2e-6) bad = 1
             } else if (computed[i] != $i) differ++
             ++count } }
         END { exit bad || differ > count / 4 || count == 0 }' "$1" || { cat "$1"; fail "results that are not near"; }
}

# Make: every kind of element, state, donated arguments, an array that is longer than its numbers; without a warning, linked as C.
c_warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror"
for program in mlp f64_filter half_precision integer_bits sorting ring_buffer spectrum four_bits newton_while image_to_image train_step; do
    generate make "$programs/$program.hlo"
    quiet make -C make/$program CFLAGS="$c_warnings" CXXFLAGS="${warnings//$'\n'/ }" ${program}_example
    make/$program/${program}_example >printed || { cat printed; fail "$program"; }
    near printed
done
# State with an initial value, and random numbers, which have a seed; a size that is known at run time; no argument, no element.
small() { # NAME LINES...: a module
    { printf 'HloModule %s\nENTRY e {\n' "$1"; printf '  %s\n' "${@:2}"; echo "}"; } >"$1.hlo"
    generate make "$1.hlo"
    make -s -C "make/$1" test CFLAGS="$c_warnings" CXXFLAGS="${warnings//$'\n'/ }" >printed || { cat printed; fail "$1"; }
}
small random_sum "a = f32[] constant(0)" "b = f32[] constant(1)" "x = f32[3] parameter(0)" "r = f32[3] rng(a, b), distribution=rng_uniform" "ROOT y = f32[3] add(r, x)"
near printed
small used_part "x = f32[<=6] parameter(0)" "ROOT y = f32[<=6] negate(x)"
near printed
small constants "ROOT y = f32[3] constant({1,2,3})"
near printed
small nothing "x = f32[0,3] parameter(0)" "ROOT y = f32[0,3] negate(x)"
[ "$(cat printed)" = "self-test: good" ] || fail "a result without elements"
python3 - <<'X'
import struct
header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".ljust(117) + b"\n"
open("mean.npy", "wb").write(b"\x93NUMPY\x01\x00v\x00" + header + struct.pack("<2f", 5, 7))
X
printf 'HloModule kept\nENTRY e {\n  s = f32[2] parameter(0)\n  x = f32[2] parameter(1)\n  n = f32[2] add(s, x)\n  ROOT r = (f32[2], f32[2]) tuple(n, n)\n}\n' >kept.hlo
generate make kept.hlo --state s=0=mean.npy
make -s -C make/kept test >printed || fail "state"
near printed
generate make "$root/samples/digits/digits.pb"
make -s -C make/digits test >printed || fail "make test"
near printed
sed -n '/^```text/,/^```/p' make/digits/README.md | grep expected | diff - <(grep expected printed) || fail "the page shows another output"
quiet make -C make/digits clean
[ -z "$(find make/digits -name '*.[oa]')" ] || fail "make clean leaves files"
echo "good: make"

# Options that the folder has: weights in a file of their own, arguments that are given, another name, --check.
generate make "$root/samples/digits/digits.pb" --weights source --name net
quiet make -C make/digits test
[ -f make/digits/net_weights.cpp ] || fail "no file for weights"
"$tool" compile "$root/samples/digits/digits.pb" --project make --output-dir make/digits --weights source --name net --check || fail "--check"
echo "//" >>make/digits/example/main.c
! "$tool" compile "$root/samples/digits/digits.pb" --project make --output-dir make/digits --weights source --name net --check 2>log || fail "--check"
grep -q "example/main.c differs" log || fail "--check does not see the example"
cp "$root/tests/weights/arguments"/{network.mlir,weights.npz,x.npy,expected.npy} .
generate make network.mlir --constants weights.npz --input x.npy
make -s -C make/network test >printed || fail "arguments that are given"
near printed
tail -c 8 expected.npy | od -An -t f4 | awk '{ printf "  expected %.6f %.6f\n", $1, $2 }' | diff - <(grep expected printed) ||
    fail "what the example expects is not what JAX computed"
refused() { # TEXT STATUS OPTIONS...
    local status=0
    "$tool" compile "${@:3}" --output-dir refused 2>log || status=$?
    [ $status = "$2" ] && grep -q -- "$1" log && [ ! -e refused ] || { cat log; fail "${*:3}: ends with $status"; }
}
refused "take --weights inline or source" 1 network.mlir --project make --weights external
refused "its example has no function NAME_trace" 1 network.mlir --project make --trace
refused "unknown kind 'bazel'; one of make, cmake" 2 network.mlir --project bazel
refused "--input requires --self-test or --project" 2 network.mlir --input x.npy
printf 'HloModule m\nENTRY e {\n  t = token[] after-all()\n  i = (f32[2], token[]) infeed(t)\n  ROOT x = f32[2] get-tuple-element(i), index=0\n}\n' >infeed.hlo
refused "--project: the model exchanges data with its host" 1 infeed.hlo --project make
echo "good: options"

# For a board, by the Makefile's library, linked by a compiler of C and run in QEMU.
if command -v arm-none-eabi-gcc qemu-system-arm >/dev/null; then
    generate make "$root/samples/digits/digits.pb" --target cortex-m4
    flags="-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
    grep -q "know this machine by .$flags" make/digits/README.md || fail "the page does not state the flags"
    sed -n 's/^    \(make CROSS=.*\)/\1/p' make/digits/README.md | sed 's|^make|make -C make/digits|' >cross.sh
    grep -q CROSS cross.sh && quiet sh cross.sh || fail "the page's command for the board"
    printf '#include "board.h"\n#include "digits_example.h"\nint main() { finish(digits_example(put)); }\n' >on_board.cpp
    quiet arm-none-eabi-gcc -std=c++17 -Os $flags $freestanding -ffunction-sections -I"$root/samples/board" -Imake/digits -Imake/digits/example \
        "$root/samples/board/start.cpp" on_board.cpp make/digits/libdigits.a -nostartfiles -Wl,--gc-sections -L"$root/samples/board" \
        -T"$root/samples/board/mps2_an386.ld" -o board
    run_board an386 "qemu-system-arm -M mps2-an386" board >printed
    near printed
    echo "good: make for a Cortex-M4"
fi

# CMake: alone, below a project in C and one in C++, with both generators, and for a board.
generate cmake "$root/samples/digits/digits.pb"
quiet cmake -S cmake/digits -B alone
quiet cmake --build alone
quiet ctest --test-dir alone --verbose
grep -q "self-test: good" log || fail "the test of the folder alone"
for language in "C c" "CXX cpp"; do
    read -r language suffix <<<"$language"
    printf 'cmake_minimum_required(VERSION 3.18)\nproject(app %s)\nadd_subdirectory(digits)\nadd_executable(app main.%s)\ntarget_link_libraries(app PRIVATE digits)\n' \
        $language $suffix >cmake/CMakeLists.txt
    cp cmake/digits/example/main.c cmake/main.$suffix
    cp cmake/digits/example/digits_example.h cmake
    for generator in Ninja "Unix Makefiles"; do
        rm -rf below
        quiet cmake -S cmake -B below -G "$generator"
        quiet cmake --build below
        below/app >printed || fail "a project in $language"
        near printed
    done
done
if command -v arm-none-eabi-gcc >/dev/null; then
    printf 'set(CMAKE_SYSTEM_NAME Generic)\nset(CMAKE_SYSTEM_PROCESSOR arm)\nset(CMAKE_C_COMPILER arm-none-eabi-gcc)\nset(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard")\nset(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n' >board.cmake
    quiet cmake -S cmake/digits -B board.build -DCMAKE_TOOLCHAIN_FILE="$work/board.cmake"
    quiet cmake --build board.build --target digits
    arm-none-eabi-readelf -h board.build/libdigits.a | grep -q "Machine: *ARM" || fail "CMake does not build for a board"
fi
echo "good: cmake"

# Arduino: the sketch in C++, with the one object that it uses; and on an ATmega2560, whose int has 16 bits.
generate arduino "$programs/mlp.hlo"
printf '#include <stdio.h>\nstruct { void begin(long) {}\n  operator bool() const { return true; }\n  void print(const char* text) { fputs(text, stdout); } } Serial;\nvoid setup();\nvoid loop();\n' >Arduino.h
printf '#include "Arduino.h"\n#include "arduino/mlp/examples/mlp_example/mlp_example.ino"\nint main() { setup(); loop(); }\n' >sketch.cpp
quiet g++ -std=c++11 -Wall -Wextra -Werror -Iarduino/mlp/src sketch.cpp arduino/mlp/src/mlp.cpp -o sketch
./sketch >printed
near printed
for field in name version author maintainer sentence paragraph category url architectures; do
    grep -q "^$field=." arduino/mlp/library.properties || fail "library.properties has no $field"
done
if command -v arduino-builder simavr arduino-ctags >/dev/null && [ -d /usr/share/arduino/hardware ]; then
    mkdir avr
    quiet arduino-builder -compile -hardware /usr/share/arduino/hardware -hardware /usr/share/arduino-builder -tools /usr/bin \
        -libraries arduino -fqbn arduino:avr:mega:cpu=atmega2560 -build-path "$work/avr" -prefs=runtime.tools.ctags.path=/usr/bin \
        -prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__ arduino/mlp/examples/mlp_example/mlp_example.ino
    # The sketch does not end.
    (timeout 20 simavr -m atmega2560 -f 16000000 avr/mlp_example.ino.elf 2>&1 || true) | sed 's/\x1b\[[0-9]*m//g; s/\.$//' >printed &
    for _ in $(seq 100); do sleep 0.2; ! grep -q "self-test" printed || break; done
    kill %% 2>/dev/null || true
    near printed
    echo "good: arduino on an ATmega2560"
fi
echo "good: arduino"

# PlatformIO: the file is JSON, and the example builds from the folders that it names.
generate platformio "$programs/mlp.hlo"
python3 - <<'X' || fail "library.json"
import json
library = json.load(open("platformio/mlp/library.json"))
assert library["name"] == "mlp" and library["headers"] == "mlp.h" and library["build"]["srcDir"] == "src"
X
quiet gcc -Iplatformio/mlp/src -c platformio/mlp/examples/native/src/main.c -o main.o
quiet g++ main.o platformio/mlp/src/mlp.cpp -o native
./native >printed
near printed
echo "good: platformio"

# ESP-IDF and Zephyr: their files of CMake, with these of their functions that the files use.
generate esp-idf "$programs/mlp.hlo"
generate zephyr "$programs/mlp.hlo"
mkdir shim
cat >shim/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.18)
project(shim C CXX)
include_directories(${CMAKE_CURRENT_SOURCE_DIR})
function(idf_component_register)
  cmake_parse_arguments(ARG "" "" "SRCS;INCLUDE_DIRS;REQUIRES" ${ARGN})
  get_filename_component(name ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(${name} STATIC ${ARG_SRCS})
  target_include_directories(${name} PUBLIC ${ARG_INCLUDE_DIRS})
  target_link_libraries(${name} PUBLIC ${ARG_REQUIRES})
  set(COMPONENT_LIB ${name} PARENT_SCOPE)
endfunction()
function(zephyr_include_directories)
  target_include_directories(app PRIVATE ${ARGN})
  set_property(GLOBAL PROPERTY shim_folders ${ARGN})
endfunction()
macro(zephyr_library)
  add_library(module STATIC)
  get_property(folders GLOBAL PROPERTY shim_folders)
  target_include_directories(module PRIVATE ${folders})
  target_link_libraries(app PRIVATE module)
endmacro()
macro(zephyr_library_sources)
  target_sources(module PRIVATE ${ARGN})
endmacro()
add_subdirectory(../esp-idf/mlp mlp)
add_subdirectory(../esp-idf/mlp/examples/mlp_example/main main)
add_executable(idf idf.c)
target_link_libraries(idf PRIVATE main)
set(CONFIG_HLO2CPP_MLP y)
add_executable(app ../zephyr/mlp/samples/mlp_example/src/main.c)
add_subdirectory(../zephyr/mlp/zephyr zephyr)
X
echo 'void app_main(void); int main(void) { app_main(); return 0; }' >shim/idf.c
mkdir -p shim/zephyr/sys
printf '#include <stdio.h>\n#define printk printf\n' >shim/zephyr/sys/printk.h
quiet cmake -S shim -B shim.build
quiet cmake --build shim.build
for program in idf app; do
    shim.build/$program >printed || fail "$program"
    near printed
done
grep -qx "CONFIG_HLO2CPP_MLP=y" zephyr/mlp/samples/mlp_example/prj.conf && grep -q "^config HLO2CPP_MLP$" zephyr/mlp/zephyr/Kconfig || fail "Kconfig"
grep -q "^name: mlp$" zephyr/mlp/zephyr/module.yml || fail "module.yml"
echo "good: esp-idf, zephyr"
