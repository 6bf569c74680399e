#!/bin/bash
# What --weights promises, on the host and for Cortex-M: in each mode the results are right by the program's own test, the reviewed
# files stay as they are where only values of weights change, and files of different runs do not go together.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$1/hlo2cpp"
programs="$here/../firmware/programs"
source "$here/../firmware/targets.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
m7="arm-none-eabi-g++ -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard"

fail() { echo "FAILED: $*" >&2; exit 1; }
# The same model with another weight: one digit of its first large constant differs.
sed -E '0,/constant\(\{/s/(constant\(\{[^0-9]*)0\.[0-9]+/\10.123/' "$programs/mlp.hlo" >retrained.hlo
! cmp -s "$programs/mlp.hlo" retrained.hlo || fail "no weight was changed"
generate() { # MODE FOLDER MODULE OPTIONS...
    "$tool" compile "$3" --name net --output-dir "$2" --weights "$1" "${@:4}"
}
cat >main.cc <<'X'
#include "net.h"
#include <stdio.h>
#ifdef NET_WEIGHTS_FILE_BYTES
static bool bring() {
    alignas(NET_WEIGHTS_ALIGNMENT) static unsigned char file[NET_WEIGHTS_FILE_BYTES + 1];
    int32_t output = 5;
    if (net_self_test(&output) != NET_WRONG_WEIGHTS || output != -1) return false; // nobody has set them
    FILE* const from = fopen("net_weights.bin", "rb");
    if (!from || fread(file, 1, sizeof file, from) != NET_WEIGHTS_FILE_BYTES || fclose(from) != 0) return false;
    if (net_set_weights(nullptr, NET_WEIGHTS_FILE_BYTES) != NET_WRONG_WEIGHTS) return false;
    if (net_set_weights(file, NET_WEIGHTS_FILE_BYTES - 1) != NET_WRONG_WEIGHTS) return false;
    if (net_set_weights(file + 1, NET_WEIGHTS_FILE_BYTES) != NET_MISALIGNED) return false;
    for (int byte = 0; byte < 20; ++byte) { // magic, version, hash, size
        file[byte] ^= 1;
        if (net_set_weights(file, NET_WEIGHTS_FILE_BYTES) != NET_WRONG_WEIGHTS) return false;
        file[byte] ^= 1;
    }
    return net_set_weights(file, NET_WEIGHTS_FILE_BYTES) == NET_OK;
}
#else
static bool bring() { return true; }
#endif
int main() {
    if (!bring()) return 1;
    int32_t output = 5;
    const int status = net_self_test(&output);
    printf("%d %d\n", status, static_cast<int>(output));
}
X
agrees() { # FOLDER COMPILER...
    (cd "$1" && "${@:2}" -std=c++17 -I. ../main.cc ./*.cpp -o tested && [ "$(./tested)" = "0 -1" ]) || fail "$*"
}
for mode in inline source incbin external; do
    generate $mode $mode "$programs/mlp.hlo" --self-test
    for compiler in g++ clang++; do
        for level in -O0 -O2; do agrees $mode $compiler $level $warnings -Wno-missing-declarations; done
    done
    generate $mode $mode-new retrained.hlo --self-test
    agrees $mode-new g++ -O2
    (cd $mode && $m7 -std=c++17 $freestanding $warnings -O2 -c ./*.cpp) || fail "$mode on Cortex-M7"
    for file in net.h net.cpp; do
        if [ $mode = inline ]; then ! diff -q $mode/$file $mode-new/$file >/dev/null || fail "inline does not see new weights"
        else sed 's/mlp\.hlo/retrained.hlo/' $mode/$file | diff - $mode-new/$file || fail "$mode: $file changed with the weights"; fi
    done
done
echo "good: results, and files that stay"

# Constants above 1 MB are strings of bytes: a matrix that is packed, and numbers that are read as they are.
awk 'BEGIN {
    print "HloModule big\nENTRY e {\n  x = f32[1,300] parameter(0)\n  n = s32[] parameter(1)"
    printf "  w = f32[300,900] constant({"
    for (i = 0; i < 300; ++i) {
        printf i ? ", {" : "{"
        for (j = 0; j < 900; ++j) printf "%s%g", j ? "," : "", (i * 7919 + j * 104729) % 2003 / 1000 - 1
        printf "}"
    }
    printf "})\n  t = s16[600000] constant({"
    for (i = 0; i < 600000; ++i) printf "%s%d", i ? "," : "", (i * 7919) % 60013 - 30000
    print "})\n  y = f32[1,900] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    print "  s = s16[40] dynamic-slice(t, n), dynamic_slice_sizes={40}"
    print "  ROOT r = (f32[1,900], s16[40]) tuple(y, s)\n}"
}' >big.hlo
for mode in inline source; do
    generate $mode $mode-big big.hlo --self-test
    [ "$(grep -ho '_bytes\[[0-9]*\] =' $mode-big/*.cpp | sort | tr '\n' ' ')" = "_bytes[1080001] = _bytes[1200001] = " ] || fail "$mode: no strings"
    for compiler in "g++ -O0" "g++ -O2" "clang++ -O0" "clang++ -O2"; do agrees $mode-big $compiler $warnings -Wno-missing-declarations; done
    agrees $mode-big g++ -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
    (cd $mode-big && $m7 -std=c++17 $freestanding $warnings -O2 -c ./*.cpp && ! nm -C ./*.o | grep "static initialization") || fail "$mode-big on Cortex-M7"
done
! g++ -std=c++17 -fsyntax-only -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ inline-big/net.cpp 2>errors || fail "bytes in another order were compiled"
grep -q "little-endian order, which this machine has not" errors || fail "bytes in another order: $(head -3 errors)"
echo "good: strings of bytes"

# A binary is refused, too, where the order of bytes is another: by the compiler, or else when it is set.
other_order="-w -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__"
for file in incbin/net_weights.cpp external/net.cpp; do
    ! g++ -std=c++17 -fsyntax-only $other_order $file 2>errors || fail "$file: another order of bytes was compiled"
    grep -q "net_weights.bin are in little-endian order.*: use --byte-order big" errors || fail "$file: $(head -3 errors)"
done
for mode in inline source; do g++ -std=c++17 -fsyntax-only $other_order $mode/*.cpp || fail "$mode: refused for its order of bytes"; done
perl -0777 -pe 's/(.)(.)(.)(.)/$4$3$2$1/gs' external/net_weights.bin >turned.bin # as such a machine sees it
cat >turned.cc <<'X'
#include "net.h"
#include <stdio.h>
int main(int, char** files) {
    alignas(NET_WEIGHTS_ALIGNMENT) static unsigned char file[NET_WEIGHTS_FILE_BYTES];
    FILE* const from = fopen(files[1], "rb");
    return from && fread(file, 1, sizeof file, from) == sizeof file ? net_set_weights(file, sizeof file) : -1;
}
X
g++ -std=c++17 -Iexternal turned.cc external/net.cpp -o turned
./turned external/net_weights.bin || fail "the binary was refused"
[ "$(./turned turned.bin; echo $?)" = 6 ] || fail "words in another order were taken" # NET_WRONG_WEIGHTS
echo "good: the order of bytes"

# Complex constants are pairs of reals where they are in another file.
cat >complex.hlo <<'X'
HloModule complex
ENTRY e {
  x = c64[2,3] parameter(0)
  w = c64[3,2] constant({{(1, 2), (0.5, -1)}, {(-3, 0.25), (0, 1)}, {(2, 2), (-1.5, 0)}})
  t = c128[4] constant({(1, -1), (2, -2), (3, -3), (4, -4)})
  n = s32[] parameter(1)
  y = c64[2,2] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  z = c128[1] dynamic-slice(t, n), dynamic_slice_sizes={1}
  ROOT r = (c64[2,2], c128[1]) tuple(y, z)
}
X
for mode in inline source incbin external; do
    generate $mode $mode-complex complex.hlo --self-test
    for level in -O0 -O2; do agrees $mode-complex g++ $level $warnings -Wno-missing-declarations; done
    agrees $mode-complex g++ -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
done
echo "good: complex constants"

# The other file alone makes the retrained model.
for mode in source incbin external; do
    cp $mode-new/net_weights.* $mode
    agrees $mode g++ -O2
done

# Files of another run do not go together: other options, another model.
for mode in source incbin; do
    generate $mode $mode-other "$programs/mlp.hlo" --self-test --deterministic
    mkdir -p mixed
    cp $mode-other/net.h $mode/net_weights.cpp mixed
    ! g++ -c mixed/net_weights.cpp -o /dev/null 2>log || fail "$mode: the header of another run is taken"
    grep -q "of different runs of hlo2cpp" log || { cat log; fail "$mode: not refused for its header"; }
    (cd $mode && g++ -c net.cpp -o net.o && g++ -c ../main.cc -I. -o main.o)
    (cd $mode-other && g++ -c net_weights.cpp -o net_weights.o)
    ! g++ $mode/{net,main}.o $mode-other/net_weights.o -o mixed/program 2>log || fail "$mode: files of different runs link"
    grep -q "undefined reference to .*weights_" log || { cat log; fail "$mode: not refused for its weights"; }
done
echo "good: files of different runs"

# What the assembler takes in is all there, also from elsewhere.
(cd incbin && head -c 500 net_weights.bin >short.bin && ! g++ -c '-DNET_WEIGHTS_FILE="short.bin"' net_weights.cpp -o /dev/null 2>log) ||
    fail "a short file is taken"
g++ -c "-DNET_WEIGHTS_FILE=\"$work/incbin/net_weights.bin\"" incbin/net_weights.cpp -o /dev/null
g++ -c -Wa,-Iincbin incbin/net_weights.cpp -o /dev/null
echo "good: incbin"

# On a big-endian machine, where a compiler for one is installed.
if command -v s390x-linux-gnu-g++ >/dev/null && command -v qemu-s390x >/dev/null; then
    big_agrees() { # FOLDER
        (cd $1 && s390x-linux-gnu-g++ -std=c++17 -static -I. ../main.cc ./*.cpp -o tested && [ "$(qemu-s390x ./tested)" = "0 -1" ]) ||
            fail "$1 on a big-endian machine"
    }
    for folder in {inline,source}{,-complex}; do big_agrees $folder; done
    for file in incbin/net_weights.cpp external/net.cpp; do
        ! s390x-linux-gnu-g++ -std=c++17 -fsyntax-only $file 2>/dev/null || fail "$file: a big-endian machine is taken"
    done
    for mode in inline source incbin external; do
        generate $mode $mode-turned big.hlo --self-test --byte-order big
        generate $mode $mode-complex-turned complex.hlo --self-test --byte-order big
        big_agrees $mode-turned
        big_agrees $mode-complex-turned
    done
    ! g++ -std=c++17 -fsyntax-only external-turned/net.cpp 2>log || fail "a little-endian machine takes bytes of the other order"
    grep -q "use --byte-order little" log || fail "external-turned: the way out is not named"
    echo "good: a big-endian machine"
fi
