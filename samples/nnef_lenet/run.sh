#!/bin/bash
# A LeNet in NNEF's compositional syntax: compiles it to C++, runs it, and compares with NumPy. Installs what is missing
# (Debian 12, as root).
#
#     bash samples/nnef_lenet/run.sh
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"

install_packages
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"
say "What is in samples/nnef_lenet/model"
"$hlo2cpp" inspect samples/nnef_lenet/model
say "Compiling it, and a program that calls it"
cmake -S samples/nnef_lenet -B build/nnef_lenet -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
cmake --build build/nnef_lenet
say "Running it"
build/nnef_lenet/lenet
