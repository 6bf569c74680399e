#!/bin/bash
# Generated files of unlike kinds through clang-tidy (bugprone, cert, clang-analyzer) and cppcheck: not one message but those that
# clang-tidy.yaml and cppcheck.txt justify.
#
#     test.sh BUILD_FOLDER
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tool="$1/hlo2cpp"
programs="$here/../firmware/programs"
filter="$here/../../samples/control_loop"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }

# machine | module | options
files=(
    "host|$programs/conv_net.hlo|--self-test"                                       # a network
    "cortex-m7|$programs/lstm_scan.hlo|--optimize size"                             # a recurrent one
    "x86-64-v3|$programs/train_step.hlo|"                                           # a gradient
    "cortex-m7|$filter/filter.pb|--state state_x state_P=$filter/P.npy --self-test" # a filter that keeps its state
    "host|$programs/mlp.hlo|--weights incbin --optimize speed"                      # constants in an assembler's file
    "host|$programs/sorting.hlo|"
    "x86-64-v3|$programs/gather.hlo|--poison"
    "cortex-m7|$programs/integer_bits.hlo|--self-test"
    "host|$programs/half_precision.hlo|--deterministic"                             # f16 and bf16
    "host|$programs/newton_while.hlo|--max-trips 20"                                # a loop that data ends
    "host|$programs/branches.hlo|--self-test"                                       # conditionals
    "host|$programs/spectrum.hlo|"                                                  # complex numbers
)

declare -A target=([host]=generic [cortex-m7]=cortex-m7 [x86-64-v3]=x86-64-v3)
newlib="$(echo '#include <string.h>' | arm-none-eabi-g++ -E -x c++ - | sed -n 's|^# 1 "\(.*\)/string.h".*|\1|p')"
declare -A clang=([host]="" [x86-64-v3]="-march=x86-64-v3"
    [cortex-m7]="--target=arm-none-eabi -mcpu=cortex-m7 -mfpu=fpv5-d16 -mfloat-abi=hard -isystem $newlib"
    [cortex-m0]="--target=arm-none-eabi -mcpu=cortex-m0 -isystem $newlib")
declare -A platform=([host]=unix64 [cortex-m0]=arm32-wchar_t4 [cortex-m7]=arm32-wchar_t4 [x86-64-v3]=unix64)

tidy() { # MACHINE FILE
    clang-tidy-14 --quiet --config-file="$here/clang-tidy.yaml" "$2" -- -std=c++17 -Wall -Wextra ${clang[$1]} 2>log || { cat log; return 1; }
}
check() { # MACHINE FILE
    cppcheck --quiet --error-exitcode=1 --inconclusive --enable=warning,style,performance,portability --std=c++17 \
        --platform="${platform[$1]}" --suppressions-list="$here/cppcheck.txt" "$2"
}

for line in "${files[@]}"; do
    IFS='|' read -r machine module options <<<"$line"
    folder="$machine-$(basename "${module%.*}")"
    "$tool" compile "$module" --output-dir "$folder" --target "${target[$machine]}" $options || fail "hlo2cpp compile $module"
    for file in "$folder"/*.cpp; do
        tidy "$machine" "$file" || fail "clang-tidy finds something in what hlo2cpp compile $module --target ${target[$machine]} $options made"
        check "$machine" "$file" || fail "cppcheck finds something in what hlo2cpp compile $module --target ${target[$machine]} $options made"
    done
done
"$tool" soft-float --output-dir . || fail "hlo2cpp soft-float"
tidy cortex-m0 soft_float.cpp && check cortex-m0 soft_float.cpp || fail "an analyser finds something in soft_float.cpp"
echo "good: clang-tidy and cppcheck are silent"

# They would not be.
cat host-sorting/sorting.cpp - >host-sorting/wrong.cpp <<'E'
int sorting_wrong(int n) noexcept;
int sorting_wrong(int n) noexcept {
    int array[4] = {0, 1, 2, 3};
    if (n > 2) n = 7;
    return array[4];
}
E
! tidy host host-sorting/wrong.cpp >messages || fail "clang-tidy does not see a dead store and an index outside"
grep -q "deadcode.DeadStores" messages || fail "clang-tidy does not see a dead store"
! check host host-sorting/wrong.cpp 2>messages || fail "cppcheck does not see an index outside"
grep -q "arrayIndexOutOfBounds" messages || fail "cppcheck does not see an index outside"
echo "good: mistakes are found"
