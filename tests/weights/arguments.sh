#!/bin/bash
# Weights that are arguments of the module become constants from a folder of .npy files and from archives, stored and deflated: all
# give the same code, which computes what JAX computed; and code of other values is other code.
#
#     arguments.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$(cd "$1" && pwd)/hlo2cpp"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp "$here"/arguments/* "$work"
cd "$work"
fail() { echo "FAILED: $*" >&2; exit 1; }

python3 -m zipfile -e weights.npz weights # as FOLDER/dense/kernel.npy
mkdir flat
for file in weights/*/*.npy; do cp "$file" "flat/params.$(basename "$(dirname "$file")").$(basename "$file")"; done
for set in weights.npz deflated.npz weights flat; do
    "$tool" compile network.mlir --constants $set --output-dir $set.out 2>log || { cat log; fail "$set"; }
    [ ! -s log ] || { cat log; fail "$set: a note on weights that are in the file"; }
    grep -q "float\* x" $set.out/network.h && ! grep -q kernel $set.out/network.h || fail "$set: the arguments of the header"
    grep -q -- "--constants $set" $set.out/network.h || fail "$set: the command in the header"
    diff <(grep -v "hlo2cpp\|0x" weights.npz.out/network.cpp) <(grep -v "hlo2cpp\|0x" $set.out/network.cpp) || fail "$set: another code"
done
"$tool" compile network.mlir --constants weights.npz --output-dir weights.npz.out --check || fail "compile --check"
"$tool" check network.mlir --constants weights.npz --input x.npy | grep -q "agrees with the evaluator" || fail "check"
"$tool" inspect network.mlir --constants weights.npz | grep -q "weights *232" || fail "inspect"
"$tool" convert network.mlir network.pb --constants deflated.npz
"$tool" run network.pb --input x.npy --output-dir converted
"$tool" run network.mlir --constants weights.npz --input x.npy --output-dir results
cmp converted/out0.npy results/out0.npy || fail "run and convert give other results"
# The last eight bytes are the two floats.
floats() { tail -c 8 "$1" | od -An -t f4; }
[ "$(floats results/out0.npy | awk '{ printf "%.4f %.4f", $1, $2 }')" = "$(floats expected.npy | awk '{ printf "%.4f %.4f", $1, $2 }')" ] ||
    fail "run gives $(floats results/out0.npy), JAX $(floats expected.npy)"
echo "good: weights of every kind of set"

# Names by the command line, and beside a set.
mv flat/params.out.bias.npy bias.npy
"$tool" compile network.mlir --constants flat --constant "params['out']['bias']=bias.npy" --output-dir beside
diff <(grep -v "hlo2cpp\|0x" weights.npz.out/network.cpp) <(grep -v "hlo2cpp\|0x" beside/network.cpp) || fail "--constant beside --constants"

# Other values, same names: the header of one is none of the other.
hash_of() { grep -o "_HASH 0x[0-9a-f]*" "$1"; }
mkdir other && cp weights/dense/bias.npy other/dense.bias.npy
cp other/dense.bias.npy changed.npy && printf '\0\0\200\77' | dd of=changed.npy bs=1 seek=128 conv=notrunc status=none
for value in other/dense.bias.npy changed.npy; do
    mkdir -p set/dense && cp $value set/dense/bias.npy
    "$tool" compile network.mlir --constants set --output-dir hash.$(basename $value) 2>/dev/null
done
[ "$(hash_of hash.dense.bias.npy/network.h)" != "$(hash_of hash.changed.npy/network.h)" ] || fail "other weights, the same hash"

# All errors at once, and no file.
cp -r weights wrong
mv wrong/dense/kernel.npy wrong/dense/kernels.npy
cp wrong/dense/bias.npy wrong/out/bias.npy
"$tool" compile network.mlir --constants wrong --output-dir none 2>log && fail "wrong weights are taken"
grep -q "dense/kernels: no argument has that name; did you mean params\['dense'\]\['kernel'\]?" log || { cat log; fail "a name"; }
grep -q "out/bias: has the sizes \[8\] where f32\[2\]" log || { cat log; fail "a size"; }
[ ! -e none ] || fail "files were written"
echo "good: names, hashes and errors"

# Without constants the file says so.
"$tool" compile network.mlir --output-dir open 2>log
grep -q "note: Most of 5 arguments, of 248 bytes, look like weights: --constants" log || { cat log; fail "no note"; }
grep -q "look like weights" open/network.h || fail "no note in the header"
"$tool" inspect network.mlir | grep -q "look like weights" || fail "no note of inspect"
echo "good: the note"
