#!/bin/bash
# Modules for several devices, on this machine: trains the digits network on four processes over MPI, and runs a block of
# a transformer on two processes and on two threads. Compares each with one device. Installs what is missing (Debian 12,
# as root).
#
#     bash samples/replicas/run.sh
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"

install_packages openmpi-bin libopenmpi-dev
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"
# Open MPI refuses root, which containers have, and more processes than cores.
launch="mpirun.openmpi --allow-run-as-root --oversubscribe"

say "Compiling the modules to build/replicas, and the programs that call them"
cmake -S samples/replicas -B build/replicas -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" \
    -DMPI_CXX_COMPILER=mpicxx.openmpi >/dev/null
cmake --build build/replicas
say "Training on four processes: mpirun -np 4 build/replicas/digits"
$launch -np 4 build/replicas/digits
say "A block of a transformer on two processes: mpirun -np 2 build/replicas/transformer_mpi"
$launch -np 2 build/replicas/transformer_mpi
say "The same on two threads: build/replicas/transformer_threads"
build/replicas/transformer_threads
