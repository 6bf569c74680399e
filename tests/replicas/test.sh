#!/bin/bash
# Tests the tables of functions in samples/replicas: all exchanges with random delays on 2, 4 and 8 devices, and devices that
# fail; over threads, also under sanitizers, and over Open MPI and MPICH.
#
#     test.sh BUILD_FOLDER       works in BUILD_FOLDER/replicas
#
# Environment: ROUNDS, of exchanges (default: 100, which takes half a minute).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
tables="$(cd "$here/../../samples/replicas" && pwd)"
work="$1/replicas"
rounds="${ROUNDS:-100}"
jobs="${JOBS:-$(nproc)}"
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align -Wvla -Wundef -Werror"
cxx_flags="-std=c++11 -O1 -I$tables $warnings -Wold-style-cast -Wmissing-declarations"
c_flags="-std=c11 -O1 -I$tables $warnings"
sanitize_thread="-fsanitize=thread -g"
sanitize_memory="-fsanitize=address,undefined -fno-sanitize-recover=all -g"
# Headers of MPI are not ours to keep clean.
openmpi="$(mpicxx.openmpi --showme:compile | sed 's/-I/-isystem /g')"
mpich="$(mpicxx.mpich -compile-info | grep -o -- '-I[^ ]*' | sed 's/-I/-isystem /g')"
program=(plan exchange program)

# Prints the commands that make the objects, FOLDER/NAME.o each. Programs without MPI's headers are shared by both MPIs.
objects() { # FOLDER "COMPILER FLAGS" SOURCE...
    local folder="$1" command="$2" source
    mkdir -p "$folder"
    for source in "${@:3}"; do echo "$command -c $source -o $folder/$(basename "${source%.*}").o"; done
}
threads_sources=("${program[@]/#/$here/}" "$here/on_threads" "$tables/collectives_threads")
mpi_sources=("$here/on_mpi.cpp" "$tables/collectives_mpi.cpp")
{
    objects plain "g++ $cxx_flags" "${threads_sources[@]/%/.cpp}" "$here/average.cpp"
    objects plain "gcc $c_flags" "$here/main_threads.c"
    objects thread "g++ $cxx_flags $sanitize_thread" "${threads_sources[@]/%/.cpp}"
    objects memory "g++ $cxx_flags $sanitize_memory" "${threads_sources[@]/%/.cpp}"
    objects openmpi "g++ $cxx_flags $openmpi" "${mpi_sources[@]}"
    objects openmpi "gcc $c_flags $openmpi" "$here/main_mpi.c"
    objects openmpi_pieces "g++ $cxx_flags $openmpi -DHLO2CPP_MPI_MESSAGE_BYTES=1000 -DHLO2CPP_MPI_BLOCK_BYTES=64" \
        "$tables/collectives_mpi.cpp"
    objects mpich "g++ $cxx_flags $mpich" "${mpi_sources[@]}"
} >commands
xargs -P "$jobs" -I{} sh -c '{}' <commands || fail "the programs do not compile"

link_threads() { # FOLDER FLAGS...
    local names=("${program[@]}" on_threads collectives_threads)
    g++ "${@:2}" "${names[@]/%/.o}" -pthread -o threads
}
shared=("${program[@]/#/plain/}")
shared=("${shared[@]/%/.o}")
(cd plain && link_threads plain && g++ main_threads.o average.o collectives_threads.o -pthread -o main_threads)
(cd thread && link_threads thread $sanitize_thread)
(cd memory && link_threads memory $sanitize_memory)
mpicxx.openmpi "${shared[@]}" openmpi/{on_mpi,collectives_mpi}.o -o openmpi/ranks
mpicxx.openmpi "${shared[@]}" openmpi/on_mpi.o openmpi_pieces/collectives_mpi.o -o openmpi_pieces/ranks
mpicxx.openmpi openmpi/{main_mpi,collectives_mpi}.o plain/average.o -o openmpi/main_mpi
mpicxx.mpich "${shared[@]}" mpich/{on_mpi,collectives_mpi}.o -o mpich/ranks

succeeds() { timeout -k 1 60 "$@" >log 2>&1 || { cat log; fail "$* ends with $?"; }; }
# Ends with an error, and not because of the time limit.
ends() {
    local status=0
    timeout -k 1 20 "$@" >log 2>&1 || status=$?
    [ "$status" -ne 0 ] || fail "$* succeeds"
    [ "$status" -ne 124 ] || { cat log; fail "$* hangs"; }
}

succeeds plain/main_threads
# GCC 12's thread sanitizer does not know all address layouts that newer kernels choose at random.
same_addresses=""
! setarch -R true 2>/dev/null || same_addresses="setarch -R"
for devices in 2 4 8; do
    succeeds plain/threads "$devices" $((rounds * 20 / devices))
    succeeds $same_addresses thread/threads "$devices" $((rounds * 2 / devices))
    succeeds memory/threads "$devices" $((rounds * 8 / devices))
    for mishap in status disagrees; do
        succeeds plain/threads "$devices" 2 "$mishap" 1
        succeeds memory/threads "$devices" 2 "$mishap" 0
        [ "$devices" = 8 ] || succeeds $same_addresses thread/threads "$devices" 2 "$mishap" 1
    done
done
echo "good: threads"

# The test command runs as root, on machines with fewer cores than ranks.
launch_openmpi() { echo mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -np "$1"; }
launch_mpich() { echo mpirun.mpich -np "$1"; }
for mpi in openmpi mpich; do
    for devices in 2 4 8; do succeeds $(launch_$mpi "$devices") $mpi/ranks "$devices" $((rounds * 10 / devices)); done
    for mishap in status killed exits disagrees; do ends $(launch_$mpi 4) $mpi/ranks 4 10 "$mishap" 1; done
    ends $(launch_$mpi 2) $mpi/ranks 3 1
    grep -q "the program is for 3 ranks" log || fail "$mpi: the wrong number of ranks is not noticed"
    echo "good: $mpi"
done
succeeds $(launch_openmpi 4) openmpi_pieces/ranks 4 $rounds
succeeds $(launch_openmpi 2) openmpi/main_mpi
echo "good: long messages, and a program in C"
