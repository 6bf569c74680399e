#!/usr/bin/env bash
# Shows the main job on a real network: builds hlo2cpp, compiles the exported digits network to C++, runs it on the held-out
# images. Installs what is missing (Debian 12); works again when run twice.
#
#     bash samples/digits/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
source tests/install.sh

step "Installing what is needed"
install_packages "${BUILD_PACKAGES[@]}"
step "Building hlo2cpp"
build_hlo2cpp build hlo2cpp
step "What is in samples/digits/digits.pb"
build/hlo2cpp inspect samples/digits/digits.pb
step "Compiling it: digits.pb -> build/digits/generated/digits.{h,cpp}, and a host program that calls it"
cmake -S samples/digits -B build/digits -G Ninja -DCMAKE_BUILD_TYPE=Release -DHLO2CPP="$PWD/build/hlo2cpp" >/dev/null
cmake --build build/digits
step "Running it"
build/digits/digits
