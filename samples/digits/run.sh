#!/bin/bash
# Shows the main job on a real network: builds hlo2cpp, compiles the exported digits network to C++, and classifies the
# held-out images with it. Installs what is missing (Debian 12, as root); works again where it has worked before.
#
#     bash samples/digits/run.sh
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"

install_packages
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"
say "What is in samples/digits/digits.pb"
"$hlo2cpp" inspect samples/digits/digits.pb
say "Compiling it to build/digits/network.hlo2cpp/digits.{h,cpp}, and a host program that calls it"
cmake -S samples/digits -B build/digits -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
cmake --build build/digits
say "Classifying the held-out images"
build/digits/digits
