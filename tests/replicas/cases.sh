#!/bin/bash
# Runs cases of several devices through the command line: over Open MPI and MPICH, through `check`, and with one file for each
# device. tests/replicas/cases_test.cpp runs all of them.
#
#     cases.sh BUILD_FOLDER       works in BUILD_FOLDER/replicas_cases
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tables="$(cd "$here/../../samples/replicas" && pwd)"
tool="$(realpath "$1/hlo2cpp")"
arrays="$(realpath "$1/tests/case_arrays")"
work="$1/replicas_cases"
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
succeeds() { timeout -k 1 120 "$@" >log 2>&1 || { cat log; fail "$* ends with $?"; }; }

# The test command runs as root, on machines with fewer cores than ranks.
openmpi=(mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1)
mpich=(mpirun.mpich)

# Compares all files of the expected results, which have the oracle's bits.
results_are_right() { # RESULTS CASE
    (cd "$2" && find out* -type f) | while read -r file; do
        cmp "$2/$file" "$1/$file" || fail "$2: $1/$file"
    done
}

over_mpi=(all_reduce_general in_a_branch two_in_flight)
checked=(all_reduce_large reduce_scatter_dim1 training_step)
for case in "${over_mpi[@]}" "${checked[@]}"; do succeeds "$arrays" "$here/cases/$case.hlo" "$case"; done

for case in "${over_mpi[@]}"; do
    for mpi in openmpi mpich; do
        launch="$mpi[*]"
        succeeds "$tool" run "$here/cases/$case.hlo" --device-inputs "$case" --output-dir "${case}_$mpi" \
            --launch "${!launch} -np {n}" --cxx "mpicxx.$mpi"
        results_are_right "${case}_$mpi" "$case"
    done
done
echo "good: over MPI"

for case in "${checked[@]}"; do
    succeeds "$tool" check "$here/cases/$case.hlo" --device-inputs "$case"
done
echo "good: check"

# One program for each device gives what the common one gives.
alone=two_in_flight
mpicxx.openmpi -O1 -c "$tables/collectives_mpi.cpp" -o collectives_mpi.o
ranks=()
for device in 0 1 2 3; do
    succeeds "$tool" compile "$here/cases/$alone.hlo" --device $device --output-dir "$device" --name alone
    mpicxx.openmpi -O1 -I "$device" -I "$tables" "$here/one_device.cpp" "$device/alone.cpp" collectives_mpi.o -o "$device/rank"
    ranks+=(: -np 1 "$device/rank" "$alone" "${alone}_openmpi")
done
succeeds "${openmpi[@]}" "${ranks[@]:1}"
echo "good: --device"

# A folder that is missing is named, and a command that would start nothing is refused.
says() { # TEXT COMMAND...
    if "${@:2}" >log 2>&1; then fail "${*:2} succeeds"; fi
    grep -q -F -- "$1" log || { cat log; fail "${*:2} does not say: $1"; }
}
run=("$tool" run "$here/cases/$alone.hlo" --output-dir refused)
mkdir half
cp -r "$alone/in0" half
says "there is no folder half/in1 with the arguments of device 1" "${run[@]}" --device-inputs half
says "--engine evaluator has none" "${run[@]}" --device-inputs "$alone" --engine evaluator --launch "mpirun -np {n}"
echo "good: refused"

# A module may be called as a file of the tables is.
cp "$here/cases/$alone.hlo" messages.hlo
succeeds "$tool" run messages.hlo --device-inputs "$alone" --output-dir messages_threads
results_are_right messages_threads "$alone"
echo "good: names"

# An offset from another device that lies outside of the array writes no byte outside of it.
succeeds "$arrays" "$here/cases/ragged.hlo" ragged
offsets=ragged/in0/in4.npy # two numbers, the first of which becomes 100000
printf '\240\206\001\000' | dd of="$offsets" bs=1 seek=$(($(stat -c %s "$offsets") - 8)) conv=notrunc status=none
ASAN_OPTIONS=detect_leaks=0 succeeds "$tool" run "$here/cases/ragged.hlo" --device-inputs ragged --output-dir outside \
    --cxxflags "-fsanitize=address"
echo "good: rows outside"
