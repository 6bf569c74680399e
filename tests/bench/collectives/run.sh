#!/bin/bash
# Times all-reduces between processes: generated code over samples/replicas, plain MPI, mpi4jax, and jax with gloo.
#
#     bash tests/bench/collectives/run.sh [--mpi openmpi,mpich] [--processes 2,4] [--counts 1,16384,1048576] [--rounds 5] [--target native]
#
# Installs what is missing (Debian 12, as root; Python packages in build/bench/collectives) and builds hlo2cpp.
# Environment: HLO2CPP, a built hlo2cpp to measure instead.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../setup.sh"

bench="$source_dir/tests/bench/collectives"
folder="$source_dir/build/bench/collectives"
packages+=(python3-dev python3-venv "${mpi_packages[@]}")
install_packages
if [ -z "${HLO2CPP:-}" ]; then
    build release hlo2cpp
    HLO2CPP="$source_dir/build/hlo2cpp"
fi

# mpi4py and mpi4jax are built for each MPI.
for mpi in openmpi mpich; do
    say "Installing mpi4jax for $mpi in $folder/$mpi, where it is not"
    [ -d "$folder/$mpi" ] || python3 -m venv "$folder/$mpi"
    MPICC="mpicc.$mpi" MPI4JAX_BUILD_MPICC="$(command -v "mpicc.$mpi")" \
        "$folder/$mpi/bin/pip" install --quiet --no-cache-dir --no-binary mpi4py,mpi4jax \
        --requirement "$bench/requirements.txt"
done

say "Measuring $HLO2CPP"
exec "$folder/openmpi/bin/python" "$bench/run.py" --tool "$HLO2CPP" --folder "$folder" "$@"
