#!/bin/bash
# Shows that --language c writes C99: what compilers of C take without a warning, with the right results, as little code as the
# C++ has, in projects without C++, and by a compiler that knows nothing of GCC's.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$(cd "$1" && pwd)"
tool="$build/hlo2cpp"
samples="$here/../../samples"
programs="$here/../firmware/programs"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
m4="-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
warnings="-Wall -Wextra -pedantic-errors -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wcast-align -Wcast-qual
    -Wundef -Woverlength-strings -Wstrict-prototypes -Wmissing-prototypes -Werror"

fail() { echo "FAILED: $*" >&2; exit 1; }
compile() { "$tool" compile "$@" 2>log || { cat log; fail "hlo2cpp compile $*"; }; }

printf '#include "net.h"\nint main(void) { return net_self_test(NULL); }\n' >main.c
sed -i '1i #include <stddef.h>' main.c

# good NAME MODULE OPTIONS...: compilers take the code without a warning, and its self-test finds nothing wrong.
good() {
    local what="$1" compiler
    shift
    rm -f net*
    compile "$@" --name net --language c --self-test --output-dir .
    [ "$(cat -s net.c | cksum)" = "$(cksum <net.c)" ] || fail "$what: blank lines without a line between them"
    for compiler in "gcc -std=c99" "clang -std=c17"; do
        $compiler $warnings -O1 main.c net*.c -o net || fail "$what with $compiler"
        ./net || fail "$what with $compiler returns $?"
    done
    echo "good: $what"
}

digits="$samples/digits/digits.pb"
good "a network" "$digits"
good "weights in a source" "$digits" --weights source
good "weights that are assembled" "$digits" --weights incbin
good "threads" "$digits" --threads 2
good "the same bits on every machine" "$digits" --deterministic
good "int8" "$samples/keyword/ds_cnn_int8.pb" --target cortex-m4
good "a filter that keeps its state" "$samples/control_loop/filter.pb" --state state_x --state state_P
for program in gru_scan half_precision sorting spectrum transcendental_f64; do
    good "$program" "$programs/$program.hlo"
done
cat >large.hlo <<'X'
HloModule large
ENTRY e { x = f32[300000] parameter(0) c = f32[300000] iota(), iota_dimension=0
  s = f32[300000] sine(c) ROOT y = f32[300000] multiply(x, s) }
X
good "constants that are strings" large.hlo
good "constants that are strings, apart" large.hlo --weights source

# GCC 5 takes types that may alias for others than they are.
if command -v avr-gcc >/dev/null; then
    for module in "$digits" "$samples/keyword/spectrogram.pb"; do
        compile "$module" --name net --language c --output-dir .
        avr-gcc -mmcu=atmega2560 -std=c99 -Wall -Wextra -Werror -O1 -c net.c -o net.o || fail "$module with $(avr-gcc --version | head -1)"
    done
    echo "good: GCC 5"
fi

# Names that are taken in C: of its library, of the header, of a function of the host.
cat >names.hlo <<'X'
HloModule names
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT l = pred[] compare(a, b), direction=LT }
ENTRY e { x = f32[40] parameter(0)
  net_run = f32[40] sine(x)
  y = f32[40] custom-call(net_run), custom_call_target="my_filter"
  s = f32[40] sort(y), dimensions={0}, to_apply=less
  my_filter = f32[40] add(s, s)
  net_context = f32[40] sort(my_filter), dimensions={0}, to_apply=less
  conj = f32[40] cosine(net_context)
  expl = f32[40] sort(conj), dimensions={0}, to_apply=less
  puts = f32[40] sort(expl), dimensions={0}, to_apply=less
  ROOT strchr = f32[40] tanh(puts) }
X
compile names.hlo --name net --language c --cooperative --output-dir .
for compiler in "gcc -std=c99" "gcc -std=gnu17" "clang -std=c99"; do $compiler $warnings -fsyntax-only net.c || fail "names by $compiler"; done
echo "good: names"

# Weights that the program brings.
compile "$digits" --name net --language c --weights external --output-dir .
cat >external.c <<'X'
#include <stdio.h>
#include "net.h"
int main(void) {
    static NET_ALIGNED(NET_WEIGHTS_ALIGNMENT) unsigned char weights[NET_WEIGHTS_FILE_BYTES];
    static float image[NET_IMAGE_ELEMENTS], out[NET_OUT_ELEMENTS];
    FILE* const file = fopen("net_weights.bin", "rb");
    if (file == NULL || fread(weights, 1, sizeof weights, file) != sizeof weights) return 100;
    if (net_run(image, out) != NET_WRONG_WEIGHTS) return 101;
    if (net_set_weights(weights, sizeof weights) != NET_OK) return 102;
    return net_run(image, out);
}
X
gcc -std=c99 -D'NET_ALIGNED(bytes)=__attribute__((aligned(bytes)))' external.c net.c -o external && ./external || fail "external weights: $?"
echo "good: weights that the program brings"

# As much code as C++ is.
for module in "$digits" "$samples/keyword/ds_cnn_int8.pb" "$samples/control_loop/filter.pb"; do
    for option in -O2 -Os; do
        for language in c c++; do
            compile "$module" --name net --language $language --target cortex-m4 --output-dir . \
                --measure "arm-none-eabi-g++ $option"
            sed -n 's/^#define NET_STACK_BYTES //p; s/.*sizes *//p' net.h >size.$language
        done
        cmp size.c size.c++ || fail "$(basename "$module") $option: code in C is not that of C++: $(cat size.c size.c++)"
    done
done
echo "good: as little code"

# Nothing of C++ is needed: projects, and arithmetic without an FPU.
compile "$digits" --name net --language c --target cortex-m4 --project make --output-dir make
make -C make CXX=false test >log || { cat log; fail "the Makefile"; }
make -C make clean >log
make -C make CXX=false CROSS=arm-none-eabi- FLAGS="$m4" libnet.a >log || { cat log; fail "the Makefile for a board"; }
compile "$digits" --name net --language c --project cmake --output-dir folder
mkdir app
cp main.c app
cat >app/CMakeLists.txt <<X
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES C)
find_package(hlo2cpp REQUIRED)
hlo2cpp_add_library(net MODULE "$digits" LANGUAGE C SELF_TEST MEASURE WEIGHTS source)
add_executable(app main.c)
target_link_libraries(app PRIVATE net)
add_subdirectory(../folder folder)
X
sed -i 's/\bnet\b/other/g; s/_example/_other/g' folder/CMakeLists.txt
sed -i 's/other\.c/net.c/' folder/CMakeLists.txt
cmake -S app -B app/build -DCMAKE_PREFIX_PATH="$build" >log 2>&1 && cmake --build app/build >log 2>&1 || { cat log; fail "CMake"; }
app/build/app || fail "CMake: the self-test returns $?"
grep -q "^#define NET_STACK_BYTES" app/build/net.hlo2cpp/net.h || fail "CMake: the stack is not measured"
"$tool" soft-float --language c --output-dir .
arm-none-eabi-gcc -std=c99 $warnings -mthumb -mcpu=cortex-m0 -O2 -c soft_float.c -o soft_float.o
[ "$(arm-none-eabi-nm soft_float.o | grep -c ' W ')" = 22 ] || fail "soft_float.c has not 22 functions"
echo "good: projects in C"

# What has vectors is refused, and the message says what to take.
! "$tool" compile "$digits" --language c --target x86-64-v3 --output-dir refused 2>log || fail "vectors in C"
grep -q "x86-64-v3 has vectors.*take a target without them: generic, cortex-m0, .*, cortex-m4, cortex-m7" log || { cat log; fail "the message on vectors"; }
[ ! -e refused ] || fail "a refusal leaves files"

# A compiler of C that is none of GCC's family.
if command -v tcc >/dev/null; then
    compile "$digits" --name net --language c --self-test --output-dir .
    tcc -Wall -Werror main.c net.c -lm -o net && ./net || fail "tcc: $?"
    echo "good: a compiler of C alone"
fi
