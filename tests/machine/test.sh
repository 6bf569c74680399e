#!/bin/bash
# Compares the intrinsics of each instruction set with their formulas: on this machine where it has the instructions, on
# others under QEMU. SSE4.2 runs there on a processor that has nothing more.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with intrinsics_program built
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$1"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

# compares TARGET EMULATOR COMPILER...
compares() {
    local target="$1" emulator="$2"
    shift 2
    "$build/tests/intrinsics_program" "$target" >program.cpp
    "$@" -std=c++17 -O1 -Wno-psabi -ffp-contract=off -fno-strict-aliasing -I"$here" program.cpp -o program
    $emulator ./program || { echo "FAILED: $target by $*"; exit 1; }
    echo "$target by $*"
}
has() { grep -qw "$1" /proc/cpuinfo; }

for compiler in g++ clang++; do
    compares x86-64-v2 "qemu-x86_64 -cpu Nehalem" $compiler -march=x86-64-v2
    if has avx2; then compares x86-64-v3 "" $compiler -march=x86-64-v3; fi
    if has avx512f && has avx512vl; then compares x86-64-v4 "" $compiler -march=x86-64-v4; fi
    if has avx512_vnni && has avx512vl; then compares x86-64-v4-vnni "" $compiler -march=x86-64-v4 -mavx512vnni; fi
done
compares cortex-a qemu-aarch64 aarch64-linux-gnu-g++ -mcpu=cortex-a72 -static
compares cortex-a "qemu-aarch64 -cpu max" aarch64-linux-gnu-g++ -mcpu=cortex-a76 -static
compares cortex-a76 "qemu-aarch64 -cpu max" aarch64-linux-gnu-g++ -mcpu=cortex-a76 -static
compares cortex-a510 "qemu-aarch64 -cpu max" aarch64-linux-gnu-g++ -march=armv8.2-a+dotprod+fp16fml -static
compares cortex-a510 qemu-aarch64 aarch64-linux-gnu-g++ -mcpu=cortex-a72 -static
compares cortex-m55 "" g++
compares x86-64 "qemu-x86_64 -cpu qemu64" g++ -march=x86-64
compares aarch64-sve256 "qemu-aarch64 -cpu max,sve256=on" aarch64-linux-gnu-g++ -march=armv8.2-a+sve -msve-vector-bits=256 -static
compares ppc64le qemu-ppc64le powerpc64le-linux-gnu-g++ -mcpu=power8 -static
compares s390x "qemu-s390x -cpu max" s390x-linux-gnu-g++ -march=z14 -static
compares cortex-a qemu-aarch64 clang++ --target=aarch64-linux-gnu -mcpu=cortex-a72 -static
compares cortex-a510 "qemu-aarch64 -cpu max" clang++ --target=aarch64-linux-gnu -march=armv8.2-a+dotprod+fp16fml -static

# Programs for other machines, compiled by their compilers and run in QEMU by hlo2cpp itself.
for target in cortex-a cortex-a76 cortex-a510 aarch64-sve256 ppc64le; do
    "$build/hlo2cpp" check "$here/../firmware/programs/conv_net.hlo" --target $target
done
says() { # TEXT COMMAND...
    local text="$1"
    shift
    "$@" 2>said.txt && { echo "FAILED: no error from $*"; exit 1; }
    grep -qF "$text" said.txt || { echo "FAILED: not said: $text"; cat said.txt; exit 1; }
}
says "code for s390x does not run on this machine, nor in an emulator" \
    "$build/hlo2cpp" check "$here/../firmware/programs/conv_net.hlo" --target s390x
mkdir path
for tool in sh rm; do ln -s "$(command -v $tool)" path; done
says "apt-get install g++-aarch64-linux-gnu" env PATH="$PWD/path" "$build/hlo2cpp" check "$here/../firmware/programs/conv_net.hlo" --target cortex-a
