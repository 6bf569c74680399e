#!/bin/bash
# What --self-test promises, on the host: right files pass it, a flipped bit of any weight does not, a result that is off is named,
# and state that is kept stays as it is.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$1/hlo2cpp"
programs="$here/../firmware/programs"
filter="$here/../../samples/control_loop"
source "$here/../firmware/targets.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
compile() { "$tool" compile "$@" --output-dir .; }
prints() { # EXPECTED COMMAND...
    local printed
    printed="$("${@:2}")" || fail "${*:2}: exit status"
    [ "$printed" = "$1" ] || fail "${*:2} prints '$printed', not '$1'"
}
main_of() { # NAME: a program that prints what the self-test returns, and the output
    printf '#include "%s.h"\n#include <stdio.h>\nint main() {\n    int32_t output = 77;\n    const int status = %s_self_test(&output);
    printf("%%d %%d\\n", status, static_cast<int>(output));\n}\n' "$1" "$1" >main.cc
}

# Every program, at -O0 and -O3, without a warning; twice the same.
for module in "$programs"/{mlp,conv_net,integer_bits,half_precision,sorting}.hlo; do
    name="$(basename "$module" .hlo)"
    compile "$module" --self-test
    main_of "$name"
    for level in -O0 -O3; do
        for compiler in g++ clang++; do
            $compiler -std=c++17 $level $warnings -c "$name.cpp" -o "$name.o" && $compiler main.cc "$name.o" -o tested
            ! nm "$name.o" | grep gxx_personality || fail "$name needs a runtime for exceptions at $level with $compiler"
            prints "0 -1" ./tested
        done
    done
done
echo "good: right files"

# The stack that the header states is that of a call, with a self-test or without; that of the self-test stands beside it.
stack_of() { sed -n "s/^#define MLP_$1 \([0-9]*\) .*/\1/p" mlp.h; }
compile "$programs/mlp.hlo" --measure "g++ -O2"
alone="$(stack_of STACK_BYTES)"
text_of() { sed -n 's/.* sizes *\([0-9]*\) of .text.*/\1/p' mlp.h; }
text_alone="$(text_of)"
compile "$programs/mlp.hlo" --measure "g++ -O2" --self-test
figures="$(sed -n 's/^ \*  *//p' mlp.h | tr '\n' ' ')"
[[ "$figures" == *"of data in flash and "*" its stack is $(stack_of SELF_TEST_STACK_BYTES) bytes"* ]] || fail "the self-test's stack"
[ "$(stack_of SELF_TEST_STACK_BYTES)" -gt "$alone" ] || fail "the self-test has less stack than what it calls"
[ "$(stack_of STACK_BYTES)" -le $((alone + 64)) ] || fail "the stack of a call is $(stack_of STACK_BYTES) with a self-test, $alone without"
own="$(sed -n 's/.*of the code \([0-9]*\) bytes are its own.*/\1/p' <<<"$figures")"
more="$(($(text_of) - text_alone))"
[ "$own" -ge $((more - 64)) ] && [ "$own" -le $((more + 64)) ] || fail "the self-test has $own bytes of code, and adds $more"
echo "good: stack and code"

# One flipped bit of any weight: 6, NAME_WRONG_WEIGHTS.
for name in mlp conv_net; do
    main_of "$name"
    g++ -std=c++17 -O2 -no-pie main.cc "$name.cpp" -o tested
    python3 "$here/flip.py" ./tested || fail "$name"
done
echo "good: flipped bits"

# A wrong expectation is what a wrong result is: 7, and the number of the output. The weights are right.
compile "$programs/lstm_scan.hlo" --self-test
main_of lstm_scan
sed -E '/expected_2\[/,/\}/s/([0-9]\.[0-9]+)f/1\1f/' lstm_scan.cpp >off.cpp
g++ -std=c++17 -I. off.cpp main.cc -o tested
prints "7 2" ./tested

# Eigenvectors and singular vectors have the signs that the matrix decides, fused multiply-adds or not; one element with another
# sign and values in another order are found.
compile "$here/../check/decompositions.hlo" --self-test
main_of decompositions
fused=()
! grep -qw fma /proc/cpuinfo || fused=(-mfma)
for flags in -O0 "-O2 ${fused[*]} -ffp-contract=fast"; do
    g++ -std=c++17 $flags decompositions.cpp main.cc -o tested
    prints "0 -1" ./tested
done
wrong() { # SED EXPRESSION
    sed -E "$1" decompositions.cpp >wrong.cpp
    ! cmp -s wrong.cpp decompositions.cpp || fail "nothing is wrong: $1"
    g++ -std=c++17 -I. wrong.cpp main.cc -o tested
    prints "7 0" ./tested
}
wrong 's/(out0\[trip \* 3 \+ trip_2\] \* eigh_[0-9_]+); \/\/ eigh/\1 * (trip_2 == 0 ? -1.0f : 1.0f);/'
wrong 's/out1\[trip_2\] < out1\[start\]/out1[trip_2] > out1[start]/'
echo "good: decompositions"

# Arguments of one's own are stored; wrong ones are refused.
npy() { # FILE SHAPE COUNT: of floats, all 0.5
    python3 -c 'import struct, sys
header = "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (%s), }\n" % sys.argv[2]
array = struct.pack("<f", 0.5) * int(sys.argv[3])
open(sys.argv[1], "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + array)' "$@"
}
npy x.npy "2, 24" 48
npy bad.npy "3," 3
compile "$programs/mlp.hlo" --self-test --input x.npy
grep -q 'given_0\[48\]' mlp.cpp && grep -q -- '--self-test --input x.npy' mlp.cpp || fail "the arguments are not stored"
main_of mlp
g++ -std=c++17 mlp.cpp main.cc -o tested
prints "0 -1" ./tested
! compile "$programs/mlp.hlo" --self-test --input bad.npy 2>log || fail "a wrong argument is taken"
grep -q "argument 0, bad.npy" log || { cat log; fail "a wrong argument is not named"; }
! compile "$programs/mlp.hlo" --input x.npy 2>log || fail "--input without --self-test is taken"

# State that is kept stays as it is, on the file's own memory and on the caller's; nothing of a context may be missing.
compile "$filter/filter.pb" --self-test --deterministic --state state_x "state_P=$filter/P.npy"
g++ -std=c++17 -I. "$here/state.cpp" filter.cpp -o tested && ./tested || fail "state.cpp: check $?"
echo "good: results and state"
